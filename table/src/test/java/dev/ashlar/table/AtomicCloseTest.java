// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.format.FileHeader;
import dev.ashlar.table.internal.memory.HeapStorage;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Atomic access while another thread closes the table, or makes it grow, reaches its field and no
/// other.
@Timeout(300)
final class AtomicCloseTest {
  /// A chunk has so many rows that a row of the second one, looked for in the first, is in another
  /// column.
  private static final int CHUNK = (int) FileHeader.MIN_CHUNK_ROWS;

  private static final int ROWS = 2 * CHUNK;
  private static final int RACES = 200;

  record Counters(long counted, long others) {}

  interface Counting extends Cursor {
    long getAndAddCounted(long delta);
  }

  private static final TableLayout<Counters> LAYOUT =
      TableType.of(MethodHandles.lookup(), Counters.class).columns();

  @TempDir Path folder;

  @Test
  void closing() throws Exception {
    Path path = folder.resolve("counters");
    try (MappedTable<Counters> table = LAYOUT.create(path, ROWS, new Plan(CHUNK, 6), Disk.REAL)) {
      table.commit();
    }
    for (int race = 0; race < RACES; race++) {
      MappedTable<Counters> table = LAYOUT.open(path);
      List<Throwable> thrown = race(table, TableFixture.closing(table), new AtomicBoolean());
      assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
    }
    try (MappedTable<Counters> table = LAYOUT.openReadOnly(path)) {
      assertOnlyCounted(table);
    }
  }

  /// A table of one chunk has two as soon as it grows, and rows are looked for in the chunks.
  @Test
  void growing() throws Exception {
    for (int race = 0; race < RACES / 10; race++) {
      Table<Counters> table = LAYOUT.heap(ROWS, new HeapStorage(LAYOUT.rows(), ROWS));
      AtomicBoolean grown = new AtomicBoolean();
      Runnable grow =
          () -> {
            for (int rows = 1; rows < 50; rows++) {
              table.append(new Counters(0, 0));
            }
            grown.set(true);
          };
      assertThat(race(table, grow, grown)).isEmpty();
      assertOnlyCounted(table);
    }
  }

  private static void assertOnlyCounted(Table<Counters> table) {
    for (int row = 0; row < ROWS; row++) {
      assertThat(table.get(row).others()).as("row %d", row).isZero();
      if (row != CHUNK + 1) {
        assertThat(table.get(row).counted()).as("row %d", row).isZero();
      }
    }
  }

  /// Counts in another thread until that fails, or is over.
  ///
  /// @return what the other thread got to see
  private static List<Throwable> race(Table<Counters> table, Runnable action, AtomicBoolean over)
      throws Exception {
    Counting cursor = (Counting) table.cursor(Counting.class).moveTo(CHUNK + 1);
    List<Throwable> thrown = new ArrayList<>();
    CyclicBarrier start = new CyclicBarrier(2);
    Thread counter =
        new Thread(() -> {
          try {
            start.await();
            while (!over.get()) {
              cursor.getAndAddCounted(1);
              Thread.onSpinWait();
            }
          } catch (Throwable failure) {
            thrown.add(failure);
          }
        });
    counter.start();
    start.await();
    for (int spin = 0; spin < 300; spin++) {
      Thread.onSpinWait();
    }
    action.run();
    counter.join();
    return thrown;
  }
}
