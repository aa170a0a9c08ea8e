// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A machine that stops at any moment, played again and again from a recording.
///
/// What is stored to a mapping reaches the disk in any order, until a force says that it is there.
/// So each force is recorded with all that was in the mapping when it began. After a crash every
/// eight bytes of the file have one of the values they had since they were last forced.
@ExtendWith(Seeded.class)
final class CommitReplayTest {
  record Entry(long id, int check, byte tag) {
    static Entry of(long id) {
      return new Entry(id, Long.hashCode(id * 31 + 7), (byte) id);
    }

    /// A change in one word of any layout.
    Entry changed() {
      return new Entry(id, check, (byte) ~tag);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int CRASHES = 150;

  /// The file when a force began, and what was forced. A commit is done when its last force is.
  private static final class Force {
    final long[] words;
    final long from;
    final long to;
    long committed;

    Force(long[] words, long from, long to, long committed) {
      this.words = words;
      this.from = from;
      this.to = to;
      this.committed = committed;
    }
  }

  @TempDir Path folder;
  private final List<Force> forces = new ArrayList<>();
  private long committed;

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void theLastCommitIsWhole(TableLayout<Entry> layout, RandomGenerator random) throws Exception {
    List<Long> commits = record(layout, random);

    for (int crash = 0; crash < CRASHES; crash++) {
      int last = random.nextInt(forces.size());
      Path path = Files.write(folder.resolve("crashed" + crash), crashed(last, random));
      try (MappedTable<Entry> table = layout.open(path)) {
        long done = last == 0 ? 0 : forces.get(last - 1).committed;
        assertThat(table.size()).isGreaterThanOrEqualTo(done).isIn(commits);
        for (long row = 0; row < table.size(); row++) {
          assertThat(table.get(row)).isIn(Entry.of(row), Entry.of(row).changed());
        }
        assertThat(table.verify().damaged()).isEmpty();
        table.append(Entry.of(table.size()));
        table.commit();
        assertThat(table.verify()).isEqualTo(new Verification(table.size(), List.of(), List.of()));
      }
      Files.delete(path);
    }
  }

  /// Runs a program that appends and commits; returns the sizes it committed.
  private List<Long> record(TableLayout<Entry> layout, RandomGenerator random) throws IOException {
    Path path = folder.resolve("recorded");
    List<Long> commits = new ArrayList<>(List.of(0L));
    try (MappedTable<Entry> table = layout.create(path, 0, new Plan(4096, 7), this::force)) {
      for (int i = 0; i < 15; i++) {
        for (int appended = random.nextInt(600); appended > 0; appended--) {
          table.append(Entry.of(table.size()));
        }
        for (int changed = random.nextInt(6); changed > 0 && committed > 0; changed--) {
          long row = random.nextLong(committed);
          table.set(row, random.nextBoolean() ? Entry.of(row) : Entry.of(row).changed());
        }
        commits.add(table.size());
        table.commit();
        committed = table.size();
        forces.getLast().committed = committed;
      }
    }
    return commits;
  }

  private void force(MemorySegment mapping, long offset, long byteSize) {
    long[] words = mapping.toArray(ValueLayout.JAVA_LONG_UNALIGNED.withOrder(order()));
    forces.add(new Force(words, offset, offset + byteSize, committed));
  }

  private static java.nio.ByteOrder order() {
    return java.nio.ByteOrder.nativeOrder();
  }

  /// The file after a crash while force number `last` is under way.
  private byte[] crashed(int last, RandomGenerator random) {
    int size = forces.get(last).words.length;
    MemorySegment file = MemorySegment.ofArray(new long[size]);
    for (int word = 0; word < size; word++) {
      int certain = 0;
      for (int i = 0; i < last; i++) {
        Force force = forces.get(i);
        if (force.from <= word * 8L && word * 8L < force.to) {
          certain = i;
        }
      }
      Force version = forces.get(certain + random.nextInt(last - certain + 1));
      long value = word < version.words.length ? version.words[word] : 0;
      file.setAtIndex(ValueLayout.JAVA_LONG, word, value);
    }
    return file.toArray(ValueLayout.JAVA_BYTE);
  }
}
