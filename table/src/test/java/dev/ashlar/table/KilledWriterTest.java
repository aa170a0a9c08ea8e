// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A process that appends, changes and commits, and is killed at any moment. What it said that it
/// had committed is there.
@ExtendWith(Seeded.class)
@Timeout(600)
final class KilledWriterTest {
  record Entry(long id, int check, byte tag) {
    static Entry of(long id, int version) {
      return new Entry(id, Long.hashCode(id * 31 + 7), (byte) version);
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);

  private static final int ROUNDS = Slow.times(1, 60);

  @TempDir Path folder;

  private static final List<TableLayout<Entry>> LAYOUTS =
      List.of(ENTRIES.rows(), ENTRIES.columns());

  static List<TableLayout<Entry>> layouts() {
    return LAYOUTS;
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatWasCommittedIsThere(TableLayout<Entry> layout, RandomGenerator random) throws Exception {
    Path path = folder.resolve("entries");
    layout.create(path, 0, new Plan(4096, 6), Disk.REAL).close();
    Path output = Files.createFile(folder.resolve("output"));
    for (int round = 0; round < ROUNDS; round++) {
      Process writer =
          ChildJvm.start(
              output,
              List.of("--enable-native-access=ALL-UNNAMED"),
              Writer.class.getName(),
              path.toString(),
              Integer.toString(layouts().indexOf(layout)),
              Long.toString(random.nextLong()));
      while (Files.size(output) == 0) {
        assertThat(writer.waitFor(5, TimeUnit.MILLISECONDS)).as("ended by itself").isFalse();
      }
      assertThat(writer.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS))
          .as(Files.readString(output))
          .isFalse();
      writer.destroyForcibly().waitFor();
      String printed = Files.readString(output);
      String lines = printed.substring(0, printed.lastIndexOf('\n') + 1);
      long committed = lines.lines().mapToLong(Long::parseLong).max().orElse(0);
      try (MappedTable<Entry> table = layout.openReadOnly(path)) {
        StatisticsJudge.requireRight(table);
      }
      try (MappedTable<Entry> table = layout.open(path, TableOption.VERIFY)) {
        assertThat(table.recovery()).isIn(Recovery.INTACT, Recovery.UNFINISHED_COMMIT);
        assertThat(table.size()).isGreaterThanOrEqualTo(committed);
        for (long row = 0; row < table.size(); row++) {
          Entry found = table.get(row);
          assertThat(found).isEqualTo(Entry.of(row, found.tag()));
        }
        assertThat(table.verify().damaged()).isEmpty();
        table.commit();
        assertThat(table.verify()).isEqualTo(new Verification(table.size(), List.of(), List.of()));
      }
      Files.writeString(output, "");
    }
  }

  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      Random random = new Random(Long.parseLong(arguments[2]));
      TableLayout<Entry> layout = layouts().get(Integer.parseInt(arguments[1]));
      try (MappedTable<Entry> table = layout.open(Path.of(arguments[0]))) {
        while (true) {
          for (int i = random.nextInt(400); i >= 0; i--) {
            table.append(Entry.of(table.size(), 0));
          }
          for (int i = random.nextInt(5); i > 0; i--) {
            long row = random.nextLong(table.size());
            table.set(row, Entry.of(row, random.nextInt(100)));
          }
          table.commit();
          if (random.nextInt(3) == 0) {
            table.writeStatistics();
          }
          System.out.println(table.size());
        }
      }
    }
  }
}
