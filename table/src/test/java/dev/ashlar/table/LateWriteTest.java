// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.Verification.Rows;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A row that is written while a commit computes its checksum, or after that, is not damaged.
@ExtendWith(Seeded.class)
@Timeout(120)
final class LateWriteTest {
  record Entry(long id, int check) {
    static Entry of(long row) {
      return new Entry(0x5a17_c0de_1000_0000L + row, (int) row);
    }

    /// What a late write makes of it.
    Entry late() {
      return new Entry(id ^ 64, check);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int SHIFT = 6;
  private static final int BLOCK = 1 << SHIFT;

  /// A block and a half behind three others.
  private static final int ROWS = 4 * BLOCK + BLOCK / 2;

  private static final int UPDATERS = 3;
  private static final int ROUNDS = 2 * Slow.times(1, 60);

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("entries");
  }

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns());
  }

  /// A row of a block that was dirty, of one that was filled, and of the one that is not full.
  static Stream<Arguments> cases() {
    return layouts().stream()
        .flatMap(
            layout -> Stream.of(7, 2 * BLOCK + 7, ROWS - 3).map(row -> Arguments.of(layout, row)));
  }

  /// Forces nothing. Has a row written by somebody who does not ask the table, when a commit has
  /// computed its checksums and forces them.
  private final class Interposed implements Disk {
    /// Negative if none is to be written.
    private long row = -1;

    private final List<byte[]> states = new ArrayList<>();

    @Override
    public void force(MemorySegment mapping, long offset, long byteSize) throws IOException {
      if (row >= 0) {
        writeLate(row);
        row = -1;
      }
      states.add(Files.readAllBytes(path));
    }
  }

  private void writeLate(long row) throws IOException {
    byte[] bytes = Files.readAllBytes(path);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    int at = 0;
    while (words.getLong(at) != Entry.of(row).id()) {
      at++;
    }
    words.putLong(at, Entry.of(row).late().id());
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.seek(at);
      file.write(bytes, at, Long.BYTES);
    }
  }

  private static void append(MappedTable<Entry> table, long rows) {
    for (long i = 0; i < rows; i++) {
      table.append(Entry.of(table.size()));
    }
  }

  /// Returns a table that has its first two blocks committed, and what the test's cases need for
  /// the next commit.
  private MappedTable<Entry> table(TableLayout<Entry> layout, Disk disk) throws IOException {
    MappedTable<Entry> table = layout.create(path, 0, new Plan(4096, SHIFT), disk);
    append(table, 2 * BLOCK);
    table.commit();
    table.set(8, Entry.of(8));
    append(table, ROWS - table.size());
    return table;
  }

  private static void assertUnverified(MappedTable<Entry> table, int row) {
    Verification found = table.verify();
    assertThat(found.damaged()).isEmpty();
    int from = row - row % BLOCK;
    assertThat(found.unverified()).containsExactly(new Rows(from, Math.min(from + BLOCK, ROWS)));
  }

  private void assertVerified(TableLayout<Entry> layout, int row) throws IOException {
    try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
      assertThat(table.verify()).isEqualTo(new Verification(table.size(), List.of(), List.of()));
      assertThat(table.get(row)).isEqualTo(Entry.of(row).late());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theNextCommitWritesItsChecksum(TableLayout<Entry> layout, int row) throws Exception {
    Interposed disk = new Interposed();
    try (MappedTable<Entry> table = table(layout, disk)) {
      disk.row = row;
      table.commit();
      assertUnverified(table, row);
      disk.states.clear();
      append(table, row % 3);
      table.commit();
      assertThat(table.verify()).isEqualTo(new Verification(table.size(), List.of(), List.of()));
    }
    assertVerified(layout, row);
    // The mark is on the disk before anything else of the commit.
    for (byte[] state : disk.states) {
      Files.write(path, state);
      layout.openReadOnly(path, TableOption.VERIFY).close();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void closingMarksIt(TableLayout<Entry> layout, int row) throws Exception {
    Interposed disk = new Interposed();
    MappedTable<Entry> closed = table(layout, disk);
    disk.row = row;
    closed.commit();
    // The channel must not be closed by that before the mark is written.
    Thread.currentThread().interrupt();
    closed.close();
    closed.close();
    assertThat(Thread.interrupted()).isTrue();
    for (int opening = 0; opening < 2; opening++) {
      try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
        assertUnverified(table, row);
        assertThat(table.get(row)).isEqualTo(Entry.of(row).late());
      }
    }
    try (MappedTable<Entry> table = layout.open(path)) {
      table.commit();
    }
    assertVerified(layout, row);
  }

  /// A thread can be held up for longer than a commit takes.
  @ParameterizedTest
  @MethodSource("cases")
  void afterTheNextCommit(TableLayout<Entry> layout, int row) throws Exception {
    Interposed disk = new Interposed();
    try (MappedTable<Entry> table = table(layout, disk)) {
      table.commit();
      for (int i = 0; i < 3; i++) {
        table.set(BLOCK, Entry.of(BLOCK));
        table.commit();
      }
      writeLate(row);
      assertUnverified(table, row);
    }
    try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
      assertUnverified(table, row);
    }
  }

  /// The rows are written by the table itself, and by as many threads as want to.
  @ParameterizedTest
  @MethodSource("layouts")
  void threadsThatUpdate(TableLayout<Entry> layout, RandomGenerator random) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      boolean closedMeanwhile = random.nextBoolean();
      AtomicReference<Throwable> failure = new AtomicReference<>();
      List<Thread> updaters = new ArrayList<>();
      MappedTable<Entry> table =
          layout.create(path, ROWS, new Plan(4096, SHIFT), (mapping, offset, byteSize) -> {});
      try (table) {
        Updates updates = new Updates(table, failure);
        for (int i = 0; i < UPDATERS; i++) {
          updaters.add(Thread.ofPlatform().start(updates));
        }
        for (int commit = random.nextInt(1000); commit > 0; commit--) {
          if (random.nextInt(8) == 0) {
            table.append(Entry.of(table.size()));
          }
          table.commit();
          assertThat(table.verify().damaged()).isEmpty();
        }
        if (!closedMeanwhile) {
          updates.stop(updaters);
        }
      }
      for (Thread updater : updaters) {
        updater.join();
      }
      assertThat(failure.get()).isNull();
      layout.open(path, TableOption.VERIFY).close();
      Files.delete(path);
    }
  }

  private static final class Updates implements Runnable {
    private final MappedTable<Entry> table;
    private final AtomicReference<Throwable> failure;
    private volatile boolean stopped;

    Updates(MappedTable<Entry> table, AtomicReference<Throwable> failure) {
      this.table = table;
      this.failure = failure;
    }

    void stop(List<Thread> updaters) throws InterruptedException {
      stopped = true;
      for (Thread updater : updaters) {
        updater.join();
      }
    }

    /// One row after another, in the same block for a while.
    @Override
    public void run() {
      try {
        for (long i = 0; !stopped; i++) {
          table.set(i % ROWS, new Entry(i, (int) i));
        }
      } catch (IllegalStateException closed) {
        stopped = true;
      } catch (RuntimeException failed) {
        failure.set(failed);
      }
    }
  }
}
