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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A machine that stops while committed rows are taken away, or while others are appended in their
/// place. The last commit is found as it was: none of its rows is one that was appended later.
@ExtendWith(Seeded.class)
@Timeout(300)
final class TruncateReplayTest {
  /// @param generation how often rows had been taken away when it was appended
  record Entry(long row, int generation, int check, byte tag) {
    static Entry of(long row, int generation) {
      return new Entry(row, generation, check(row, generation), (byte) 0);
    }

    private static int check(long row, int generation) {
      return Long.hashCode(row * 31 + generation * 1_000_003L);
    }

    Entry changed() {
      return new Entry(row, generation, check, (byte) (tag + 1));
    }

    boolean isWhole() {
      return check == check(row, generation);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final int CRASHES = 150;

  @TempDir Path folder;

  /// The generations of the rows of each commit.
  private final List<List<Integer>> commits = new ArrayList<>();

  private long completed;
  private final RecordedDisk disk = new RecordedDisk(() -> completed);

  static List<TableLayout<Entry>> layouts() {
    return List.of(ENTRIES.rows(), ENTRIES.alignedRows(), ENTRIES.columns());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void theLastCommitHasItsRows(TableLayout<Entry> layout, RandomGenerator random) throws Exception {
    record(layout, random);

    for (int crash = 0; crash < CRASHES; crash++) {
      int last = random.nextInt(disk.forces());
      int done = (int) disk.completed(last);
      Path path = Files.write(folder.resolve("crashed" + crash), disk.crashed(last, random));
      try (MappedTable<Entry> table = layout.open(path)) {
        List<Integer> found = table.stream().map(Entry::generation).toList();
        assertThat(found)
            .isIn(commits.get(done), commits.get(Math.min(done + 1, commits.size() - 1)));
        assertThat(table).allMatch(Entry::isWhole);
        assertThat(table.verify().damaged()).isEmpty();
        table.truncate(table.size() / 2);
        table.append(Entry.of(table.size(), 0));
        table.commit();
        assertThat(table.verify()).isEqualTo(new Verification(table.size(), List.of(), List.of()));
      }
      Files.delete(path);
    }
  }

  private void record(TableLayout<Entry> layout, RandomGenerator random) throws IOException {
    Path path = folder.resolve("recorded");
    commits.add(List.of());
    int generation = 0;
    try (MappedTable<Entry> table = layout.create(path, 0, new Plan(4096, 5), disk)) {
      for (int i = 0; i < 20; i++) {
        for (int appended = random.nextInt(300); appended > 0; appended--) {
          table.append(Entry.of(table.size(), generation));
        }
        for (int changed = random.nextInt(5); changed > 0 && table.size() > 0; changed--) {
          long row = random.nextLong(table.size());
          table.set(row, table.get(row).changed());
        }
        long kept = random.nextLong(table.size() + 1);
        if (random.nextBoolean()) {
          boolean commits = kept < committedRows();
          remember(table, commits ? kept : -1);
          table.truncate(kept);
          completed = this.commits.size() - 1L;
          generation++;
        } else {
          remember(table, table.size());
          table.commit();
          completed = commits.size() - 1L;
        }
      }
    }
  }

  private int committedRows() {
    return commits.getLast().size();
  }

  /// @param rows that are about to be committed; -1 if none are
  private void remember(Table<Entry> table, long rows) {
    if (rows >= 0) {
      commits.add(table.stream().limit(rows).map(Entry::generation).toList());
    }
  }
}
