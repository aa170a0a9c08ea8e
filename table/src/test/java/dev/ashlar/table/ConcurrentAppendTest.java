// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Threads that append to a table at once are told so. Threads that append one after the other lose
/// nothing.
@Timeout(300)
final class ConcurrentAppendTest {
  record Entry(long id, int thread) {}

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int THREADS = 8;
  private static final int ROWS = 50_000;

  @TempDir Path folder;

  private List<Table<Entry>> tables() throws Exception {
    return List.of(
        ENTRIES.columns().heap(0),
        ENTRIES.alignedRows().heap(0),
        ENTRIES.rows().allocate(Arena.ofAuto(), 0),
        ENTRIES.columns().allocate(Arena.ofShared(), 0),
        ENTRIES.rows().create(folder.resolve("entries"), 0));
  }

  /// Runs a task in each of the threads, which begin together.
  private static void run(Callable<?> task) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<?>> tasks = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        tasks.add(
            threads.submit(() -> {
              start.await();
              return task.call();
            }));
      }
      for (Future<?> each : tasks) {
        each.get();
      }
    }
  }

  /// Whatever append returned from is a row of its own: none is lost quietly.
  @Test
  void noAppendIsLostQuietly() throws Exception {
    for (Table<Entry> table : tables()) {
      AtomicLong appended = new AtomicLong();
      for (int row = 0; row < 20_000; row++) {
        table.append(new Entry(appended.getAndIncrement(), -1));
      }
      run(() -> {
        for (int row = 0; row < ROWS; row++) {
          try {
            table.append(new Entry(row, (int) Thread.currentThread().threadId()));
            appended.incrementAndGet();
          } catch (ConcurrentModificationException overlap) {
            assertThat(overlap).hasMessageContaining("one thread at a time");
          }
        }
        return null;
      });
      assertThat(table.size()).as(table.toString()).isEqualTo(appended.get());
    }
  }

  @Test
  void threadsThatTakeTurnsAppendAll() throws Exception {
    for (Table<Entry> table : tables()) {
      run(() -> {
        for (int row = 0; row < ROWS; row++) {
          synchronized (table) {
            table.append(new Entry(table.size(), 1));
          }
        }
        return null;
      });
      assertThat(table.size()).isEqualTo((long) THREADS * ROWS);
      for (long row = 0; row < table.size(); row++) {
        assertThat(table.get(row).id()).isEqualTo(row);
      }
    }
  }

  @Test
  void aLargeTableIsHandedFromThreadToThread() throws Exception {
    Table<Entry> table = ENTRIES.columns().heap(0);
    Table<Entry> one = ENTRIES.columns().heap(0);
    one.append(new Entry(1, 1));
    for (int row = 0; row < 20_000; row++) {
      table.append(new Entry(row, 0));
    }
    try (ExecutorService other = Executors.newSingleThreadExecutor()) {
      other.submit(() -> table.append(new Entry(20_000, 1))).get();
    }
    table.append(new Entry(20_001, 0));
    table.appendAll(one);
    assertThat(table.size()).isEqualTo(20_003);
    assertThat(table.get(20_000)).isEqualTo(new Entry(20_000, 1));
  }

  /// The index has no row that is not there.
  @Test
  void anIndexKeepsWhatIsThere() throws Exception {
    Table<Entry> table = ENTRIES.columns().heap(0);
    Index ids = table.index("thread");
    run(() -> {
      for (int row = 0; row < 5000; row++) {
        try {
          table.append(new Entry(row, row));
        } catch (ConcurrentModificationException overlap) {
          Thread.onSpinWait();
        }
      }
      return null;
    });
    table.append(new Entry(1, 12_345));
    assertThat(ids.find(12_345)).isEqualTo(table.size() - 1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.get(table.size()));
  }
}
