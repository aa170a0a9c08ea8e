// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.Slow;
import java.lang.Thread.State;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Mapped tables that one thread closes while another grows or commits them.
final class TableCloseTest {
  record Entry(long id) {}

  private static final TableLayout<Entry> LAYOUT =
      TableType.of(MethodHandles.lookup(), Entry.class).rows();
  private static final int ROWS = 64;
  private static final int RACES = Slow.times(500, 2_000);

  @TempDir Path folder;

  /// A closed table has room for no rows: growing from there would write zeros over all.
  @Test
  void growingNeverOverwritesWhatWasCommitted() throws Exception {
    Path path = folder.resolve("entries");
    try (MappedTable<Entry> table = LAYOUT.create(path, ROWS)) {
      for (int row = 0; row < ROWS; row++) {
        table.set(row, new Entry(row + 1));
      }
      table.commit();
    }
    for (int race = 0; race < RACES; race++) {
      List<Throwable> thrown = race(LAYOUT.open(path));
      assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
      try (MappedTable<Entry> table = LAYOUT.openReadOnly(path)) {
        for (int row = 0; row < ROWS; row++) {
          assertThat(table.get(row).id()).as("race %d", race).isEqualTo(row + 1);
        }
      }
    }
  }

  /// Returns what threads that reserve get to see when the table is closed.
  private static List<Throwable> race(MappedTable<Entry> table) throws Exception {
    List<Throwable> thrown = new ArrayList<>();
    CyclicBarrier start = new CyclicBarrier(2);
    Thread grower =
        new Thread(() -> {
          try {
            start.await();
            while (true) {
              table.reserve(ROWS);
            }
          } catch (Throwable failure) {
            thrown.add(failure);
          }
        });
    grower.start();
    start.await();
    for (int spin = 0; spin < 300; spin++) {
      Thread.onSpinWait();
    }
    table.close();
    grower.join();
    return thrown;
  }

  /// Were it not so, the number of rows could be written when another writer has the file.
  @Test
  void closingWaitsForACommit() throws Exception {
    Path path = folder.resolve("entries");
    Closer closer = new Closer();
    MappedTable<Entry> table = LAYOUT.create(path, ROWS, new Plan(0, 4), closer);
    closer.thread = new Thread(TableFixture.closing(table));
    table.commit();
    closer.thread.join();
    assertThat(closer.states).hasSize(3).containsOnly(State.BLOCKED);
    try (MappedTable<Entry> again = LAYOUT.open(path)) {
      assertThat(again.size()).isEqualTo(ROWS);
    }
  }

  /// Has another thread close the table in the middle of a commit.
  private static final class Closer implements Disk {
    private Thread thread = new Thread();
    private final List<State> states = new ArrayList<>();

    @Override
    public void force(MemorySegment mapping, long offset, long byteSize) {
      if (thread.getState() == State.NEW) {
        thread.start();
      }
      while (thread.getState() != State.BLOCKED && thread.getState() != State.TERMINATED) {
        Thread.onSpinWait();
      }
      states.add(thread.getState());
    }
  }
}
