// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A table that is open to read only, and follows the commits of a writer.
@ExtendWith(Seeded.class)
@Timeout(300)
final class RefreshTest {
  interface Samples extends Cursor {
    long id();
  }

  record Entry(long id, int check) {
    static Entry of(long id) {
      return new Entry(id, Long.hashCode(id * 31 + 7));
    }
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);

  @TempDir Path folder;

  static List<TableLayout<Sample>> layouts() {
    return List.of(Sample.TYPE.rows(), Sample.TYPE.alignedRows(), Sample.TYPE.columns());
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void showsWhatIsCommittedAndNothingElse(TableLayout<Sample> layout, RandomGenerator random)
      throws IOException {
    Path path = folder.resolve("samples");
    List<Sample> expected = new ArrayList<>();
    Plan plan = Plan.of(layout.rows(), 5);
    try (MappedTable<Sample> writer = layout.create(path, 0, plan, Disk.REAL);
        MappedTable<Sample> reader = layout.openReadOnly(path)) {
      for (int commit = 0; commit < 30; commit++) {
        int rows = random.nextInt(commit * 300 + 2);
        for (int i = 0; i < rows; i++) {
          Sample sample = Sample.random(random);
          writer.append(sample);
          expected.add(sample);
        }
        assertThat(reader.refresh()).isFalse();
        writer.commit();
        long before = reader.size();
        assertThat(before).isEqualTo(expected.size() - rows);
        assertThat(reader.refresh()).isEqualTo(rows > 0);
        assertThat(reader.refresh()).isFalse();
        assertThat(reader.size()).isEqualTo(expected.size());
        Samples cursor = reader.cursor(Samples.class);
        for (long row = 0; row < reader.size(); row++) {
          assertThat(reader.get(row)).isEqualTo(expected.get((int) row));
          cursor.moveTo(row);
          assertThat(cursor.id()).isEqualTo(expected.get((int) row).id());
        }
        assertThat(reader.verify().isUndamaged()).isTrue();
      }
      assertThatThrownBy(() -> reader.append(Sample.random(random)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void columnsGoOnToShowTheRowsTheyHad() throws IOException {
    Path path = folder.resolve("entries");
    TableLayout<Entry> layout = ENTRIES.columns();
    try (MappedTable<Entry> writer = layout.create(path, 0, new Plan(4096, 4), Disk.REAL)) {
      appendTo(writer, 100);
      writer.commit();
      try (MappedTable<Entry> reader = layout.openReadOnly(path)) {
        Column before = reader.column("id");
        appendTo(writer, 100_000);
        writer.commit();
        assertThat(reader.refresh()).isTrue();
        assertThat(before.size()).isEqualTo(100);
        assertThat(before.getLong(99)).isEqualTo(99);
        assertThat(reader.column("id").getLong(100_099)).isEqualTo(100_099);
        assertThat(reader.chunks()).hasSizeGreaterThan(20);
      }
    }
  }

  @Test
  void anInterruptDoesNoHarm() throws IOException {
    Path path = folder.resolve("entries");
    try (MappedTable<Entry> writer = ENTRIES.rows().create(path, 0);
        MappedTable<Entry> reader = ENTRIES.rows().openReadOnly(path)) {
      for (int growth = 0; growth < 3; growth++) {
        appendTo(writer, 100_000);
        writer.commit();
        Thread.currentThread().interrupt();
        assertThat(reader.refresh()).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(reader.get(reader.size() - 1)).isEqualTo(Entry.of(writer.size() - 1));
      }
    }
  }

  @Test
  void aFileThatWasCutLeavesTheTableAsItIs() throws IOException {
    Path path = folder.resolve("entries");
    Path copy = folder.resolve("copy");
    try (MappedTable<Entry> writer = ENTRIES.rows().create(path, 0)) {
      appendTo(writer, 10);
      writer.commit();
      Files.copy(path, copy);
      try (MappedTable<Entry> reader = ENTRIES.rows().openReadOnly(copy)) {
        appendTo(writer, 100_000);
        writer.commit();
        // The commits of the longer file, and not its rows.
        byte[] longer = Files.readAllBytes(path);
        byte[] cut = Files.readAllBytes(copy);
        System.arraycopy(longer, 4096, cut, 4096, 3 * 4096);
        Files.write(copy, cut);
        assertThatThrownBy(reader::refresh)
            .isInstanceOf(TableFileException.class)
            .hasMessageContaining("is cut short: 100010 rows");
        assertThat(reader.size()).isEqualTo(10);
        assertThat(reader.get(9)).isEqualTo(Entry.of(9));
      }
    }
  }

  @Test
  void theWriterHasNothingToRefresh() throws IOException {
    Path path = folder.resolve("entries");
    MappedTable<Entry> writer = ENTRIES.rows().create(path, 0);
    appendTo(writer, 3);
    assertThat(writer.refresh()).isFalse();
    assertThat(writer.size()).isEqualTo(3);
    writer.close();
    assertThatThrownBy(writer::refresh).isInstanceOf(IllegalStateException.class);
  }

  private static void appendTo(Table<Entry> table, int rows) {
    for (int i = 0; i < rows; i++) {
      table.append(Entry.of(table.size()));
    }
  }

  static List<TableLayout<Entry>> entryLayouts() {
    return List.of(ENTRIES.rows(), ENTRIES.columns());
  }

  /// Rows are never seen before they are whole.
  @ParameterizedTest
  @MethodSource("entryLayouts")
  void followsAnotherProcess(TableLayout<Entry> layout, RandomGenerator random) throws Exception {
    Path path = folder.resolve("entries");
    layout.create(path, 0, Plan.of(layout.rows(), 1000), Disk.REAL).close();
    Process writer =
        ChildJvm.start(
            folder.resolve("output"),
            List.of("--enable-native-access=ALL-UNNAMED"),
            Writer.class.getName(),
            path.toString(),
            layout.toString(),
            Long.toString(random.nextLong()));
    int refreshes = 0;
    try (MappedTable<Entry> reader = layout.openReadOnly(path)) {
      long seen = 0;
      while (seen < Writer.ROWS) {
        if (reader.refresh()) {
          refreshes++;
        } else if (!writer.isAlive()) {
          assertThat(writer.exitValue()).as(Files.readString(folder.resolve("output"))).isZero();
          reader.refresh();
        }
        for (; seen < reader.size(); seen++) {
          assertThat(reader.get(seen)).isEqualTo(Entry.of(seen));
        }
      }
    } finally {
      writer.waitFor(60, TimeUnit.SECONDS);
      writer.destroyForcibly();
    }
    assertThat(refreshes).isPositive();
  }

  static final class Writer {
    static final int ROWS = 300_000;

    private Writer() {}

    static void main(String[] args) throws IOException {
      SplittableRandom random = new SplittableRandom(Long.parseLong(args[2]));
      TableLayout<Entry> layout =
          entryLayouts().stream()
              .filter(of -> of.toString().equals(args[1]))
              .findFirst()
              .orElseThrow();
      try (MappedTable<Entry> table = layout.open(Path.of(args[0]))) {
        while (table.size() < ROWS) {
          appendTo(table, Math.min(random.nextInt(20_000), (int) (ROWS - table.size())));
          table.commit();
        }
      }
    }
  }
}
