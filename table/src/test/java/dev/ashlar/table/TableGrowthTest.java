// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables that are made small and grow: every row stays where it is, and is found there.
@ExtendWith(Seeded.class)
final class TableGrowthTest {
  interface Ids extends Cursor {
    long id();

    void id(long value);
  }

  /// A way to make tables with chunks of so many rows.
  record Way(String name, LongFunction<Table<Sample>> tables) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final Arena ARENA = Arena.ofAuto();

  static Stream<Way> ways() {
    TableLayout<Sample> rows = Sample.TYPE.rows();
    TableLayout<Sample> aligned = Sample.TYPE.alignedRows();
    TableLayout<Sample> columns = Sample.TYPE.columns();
    return Stream.of(
        new Way("rows, native", chunk -> sized(rows, chunk).allocate(ARENA, 0)),
        new Way("aligned rows, native", chunk -> sized(aligned, chunk).allocate(ARENA, 0)),
        new Way("columns, native", chunk -> sized(columns, chunk).allocate(ARENA, 0)),
        new Way("aligned rows, heap", chunk -> sized(aligned, chunk).heap(0)),
        new Way("columns, heap", chunk -> sized(columns, chunk).heap(0)));
  }

  private static TableLayout<Sample> sized(TableLayout<Sample> layout, long chunk) {
    return chunk == 0 ? layout : layout.withChunkRows(chunk);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void chunksOfEverySize(Way way, RandomGenerator random) {
    for (long chunk : new long[] {0, 1, 3, 16, 1_000}) {
      Table<Sample> table = way.tables.apply(chunk);
      List<Sample> expected = new ArrayList<>();
      for (int i = 0; i < 1_500; i++) {
        Sample sample = Sample.random(random);
        table.append(sample);
        expected.add(sample);
      }
      for (int i = 0; i < 500; i++) {
        int row = random.nextInt(expected.size());
        assertThat(table.get(row)).isEqualTo(expected.get(row));
        Sample sample = Sample.random(random);
        table.set(row, sample);
        expected.set(row, sample);
      }
      List<Sample> found = new ArrayList<>();
      table.forEach(found::add);
      assertThat(found).isEqualTo(expected);
      Ids cursor = table.cursor(Ids.class);
      List<Long> ids = new ArrayList<>();
      while (cursor.next()) {
        assertThat(cursor.row()).isEqualTo(ids.size());
        ids.add(cursor.id());
      }
      assertThat(ids).isEqualTo(expected.stream().map(Sample::id).toList());
      Collections.shuffle(ids, new java.util.Random(random.nextLong()));
      for (int i = 0; i < 500; i++) {
        int row = random.nextInt(expected.size());
        assertThat(((Ids) cursor.moveTo(row)).id()).isEqualTo(expected.get(row).id());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aCursorAndAColumnStayWhereTheyAre(Way way) throws Exception {
    Table<Sample> table = way.tables.apply(0);
    for (int i = 0; i < 20; i++) {
      table.append(Sample.ZERO);
    }
    Ids cursor = (Ids) table.cursor(Ids.class).moveTo(7);
    boolean hasColumns = table.layout().rows().layout() == Layout.COLUMNS;
    Column ids = hasColumns ? table.column("id") : null;
    table.reserve(100_000);
    cursor.id(42);
    assertThat(table.get(7).id()).isEqualTo(42);
    table.append(Sample.ZERO);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> cursor.moveTo(20));
    ((Ids) table.cursor(Ids.class).moveTo(20)).id(43);
    assertThat(table.get(20).id()).isEqualTo(43);
    if (ids != null) {
      assertThat(ids.size()).isEqualTo(20);
      assertThat(ids.getLong(7)).isEqualTo(42);
    }
  }

  /// The other thread writes all the time; what it writes must be there when rows were added.
  @ParameterizedTest
  @MethodSource("ways")
  void whatIsWrittenWhileATableGrowsIsKept(Way way) throws Exception {
    Table<Sample> table = way.tables.apply(0);
    int rows = 50;
    for (int i = 0; i < rows; i++) {
      table.append(Sample.ZERO);
    }
    long[] last = new long[1];
    boolean[] stop = new boolean[1];
    Thread writer =
        new Thread(() -> {
          Ids cursor = table.cursor(Ids.class);
          while (!isSet(stop)) {
            last[0]++;
            for (int row = 0; row < rows; row++) {
              cursor.moveTo(row);
              cursor.id(last[0]);
            }
          }
        });
    writer.start();
    for (int i = 0; i < 20_000; i++) {
      table.append(Sample.ZERO);
    }
    synchronized (stop) {
      stop[0] = true;
    }
    writer.join();
    for (int row = 0; row < rows; row++) {
      assertThat(table.get(row).id()).isEqualTo(last[0]);
    }
  }

  private static boolean isSet(boolean[] flag) {
    synchronized (flag) {
      return flag[0];
    }
  }

  @Test
  void sizeCapacityAndChunksAreApart() {
    Table<Sample> table = Sample.TYPE.columns().withCapacity(100).withChunkRows(40).heap(3);
    assertThat(table.size()).isEqualTo(3);
    assertThat(table.capacity()).isEqualTo(120);
    assertThat(table.chunks())
        .singleElement()
        .satisfies(chunk -> assertThat(chunk.rowCount()).isEqualTo(3));
    for (int i = 3; i < 130; i++) {
      table.append(new Sample((byte) 0, i, false, 0, 'a', Sample.Venue.PARIS, 0, 0, (short) 0));
    }
    assertThat(table.chunks()).extracting(TableChunk::firstRow).containsExactly(0L, 40L, 80L, 120L);
    assertThat(table.chunks()).extracting(TableChunk::rowCount).containsExactly(40, 40, 40, 10);
    TableChunk third = table.chunks().get(2);
    assertThat(third).hasToString("rows 80 to 119 of " + table);
    Column ids = third.column("id");
    assertThat(ids.size()).isEqualTo(40);
    assertThat(ids.getLong(1)).isEqualTo(81);
    ids.setLong(1, -1);
    assertThat(table.get(81).id()).isEqualTo(-1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> ids.getLong(40));
  }

  @Test
  void sizesThatCannotBeAreRefused() {
    TableLayout<Sample> columns = Sample.TYPE.columns();
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> columns.withCapacity(-1))
        .withMessageContaining("not -1");
    for (long rows : new long[] {0, -1, Integer.MAX_VALUE}) {
      assertThatExceptionOfType(IllegalArgumentException.class)
          .isThrownBy(() -> columns.withChunkRows(rows))
          .withMessageContaining("not " + rows);
    }
  }

  /// A file is mapped anew when it grows.
  @Test
  void aCursorOfAMappedTableThatHasGrownSeesThatRowsAreTakenAway(@TempDir Path folder)
      throws IOException {
    try (MappedTable<Sample> table = Sample.TYPE.rows().create(folder.resolve("file"), 10)) {
      Ids cursor = table.cursor(Ids.class);
      cursor.moveTo(4);
      table.reserve(table.capacity() + 1);
      table.truncate(3);
      assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(cursor::id);
      cursor.moveTo(9);
      assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(cursor::id);
      cursor.moveTo(2);
      assertThat(cursor.id()).isZero();
    }
  }
}
