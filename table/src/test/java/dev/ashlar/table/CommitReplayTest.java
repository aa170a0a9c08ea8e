// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
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

  @TempDir Path folder;
  private long committed;
  private final RecordedDisk disk = new RecordedDisk(() -> committed);

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void theLastCommitIsWhole(TableLayout<Entry> layout, RandomGenerator random) throws Exception {
    List<Long> commits = record(layout, random);

    for (int crash = 0; crash < CRASHES; crash++) {
      int last = random.nextInt(disk.forces());
      Path path = Files.write(folder.resolve("crashed" + crash), disk.crashed(last, random));
      try (MappedTable<Entry> table = layout.open(path)) {
        assertThat(table.size()).isGreaterThanOrEqualTo(disk.completed(last)).isIn(commits);
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
    try (MappedTable<Entry> table = layout.create(path, 0, new Plan(4096, 7), disk)) {
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
      }
    }
    return commits;
  }
}
