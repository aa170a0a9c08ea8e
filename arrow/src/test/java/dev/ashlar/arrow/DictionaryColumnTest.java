// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.arrow.internal.writer.DictionaryTexts;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// DuckDB and readers of streams get texts with codes, from each kind of table.
class DictionaryColumnTest {
  private static final TableType<Fill> FILLS = TableType.of(MethodHandles.lookup(), Fill.class);
  private static final TableType<Fixed> FIXED = TableType.of(MethodHandles.lookup(), Fixed.class);

  /// More than a batch of copied rows.
  private static final int ROWS = 70_000;

  record Fill(
      int id, @DictionaryEncoded String venue, @OrNull @DictionaryEncoded @Nullable String desk) {}

  record Fixed(int id, @FixedUtf8(40) String venue, @OrNull @FixedUtf8(40) @Nullable String desk) {}

  private static List<Fill> fills(int distinct) {
    List<Fill> fills = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      int number = i % distinct;
      fills.add(new Fill(i, "é".repeat(number % 15) + number, i % 3 == 0 ? null : "desk " + i % 5));
    }
    return fills;
  }

  private static List<Table<Fill>> tables(List<Fill> fills, MappedTable<Fill> file) {
    List<Table<Fill>> tables =
        List.of(
            FILLS.columns().heap(0),
            FILLS.rows().allocate(Arena.ofAuto(), 0),
            FILLS.columns().allocate(Arena.ofAuto(), 0),
            file);
    tables.forEach(table -> fills.forEach(table::append));
    return tables;
  }

  /// Few texts are given to DuckDB by their codes, many are not.
  @Test
  void duckDbReadsEachKindOfTable(@TempDir Path folder) throws IOException {
    for (int distinct : new int[] {9, 5_000}) {
      List<Fill> fills = fills(distinct);
      List<List<@Nullable String>> expected =
          fills.stream()
              .map(fill ->
                  Arrays.<@Nullable String>asList(
                      Integer.toString(fill.id()), fill.venue(), fill.desk()))
              .toList();
      long found = fills.stream().filter(fill -> fill.venue().equals("é1")).count();
      try (DuckDb db = DuckDb.open();
          MappedTable<Fill> file = FILLS.columns().create(folder.resolve("fills" + distinct), 0)) {
        for (Table<Fill> table : tables(fills, file)) {
          db.register("t", table);
          assertThat(db.texts("select * from t order by id").rows())
              .as("%d texts in %s", distinct, table)
              .isEqualTo(expected);
          assertThat(db.texts("select count(*) from t where venue = 'é1'").rows())
              .isEqualTo(List.of(List.of(Long.toString(found))));
          assertThat(db.texts("select count(distinct venue), count(desk) from t").rows())
              .isEqualTo(
                  List.of(
                      List.of(
                          Integer.toString(distinct),
                          Long.toString(
                              fills.stream().filter(fill -> fill.desk() != null).count()))));
        }
      }
    }
  }

  @Test
  void streamsAreReadBack(@TempDir Path folder) throws IOException {
    List<Fill> fills = fills(9);
    try (MappedTable<Fill> file = FILLS.columns().create(folder.resolve("fills"), 0)) {
      for (Table<Fill> table : tables(fills, file)) {
        try (ArrowStream stream = ArrowStream.of(table)) {
          Table<Fixed> copy = stream.toTable(FIXED.columns(), Arena.ofAuto());
          List<Fill> found = new ArrayList<>();
          copy.forEach(row -> found.add(new Fill(row.id(), row.venue(), row.desk())));
          assertThat(found).as(table.toString()).isEqualTo(fills);
        }
      }
    }
  }

  /// The indices of the array are the table's own memory, and its dictionary has the table's codes.
  @Test
  void codesAreNotCopied() throws Throwable {
    Table<Fill> table = FILLS.columns().withCapacity(100).allocate(Arena.ofAuto(), 0);
    fills(9).subList(0, 100).forEach(table::append);
    MemorySegment codes = table.column("venue").asReadOnlySegment();
    try (ArrowStream stream = ArrowStream.of(table, "venue")) {
      long array = Arena.ofAuto().allocate(CArray.BYTES, Long.BYTES).address();
      ArrowStreamTest.next(stream.struct().address(), array);
      long column = CArray.child(array, 0);
      assertThat(CArray.buffer(column, 1)).isEqualTo(codes.address());
      assertThat(CArray.length(CArray.dictionary(column))).isEqualTo(table.textCodes().count());
      Release.array(array);
    }
  }

  /// Engines take each code for a place in their memory.
  @Test
  void aCodeThatIsTooNewIsNotExported() {
    Table<Fill> table = FILLS.columns().allocate(Arena.ofAuto(), 0);
    table.append(new Fill(1, "old", null));
    try (ArrowStream stream = ArrowStream.of(table)) {
      table.set(0, new Fill(1, "new", null));
      assertThatThrownBy(() -> stream.toTable(FIXED.columns(), Arena.ofAuto()))
          .hasMessageContaining("a row has the code 2, and the dictionary had 2 texts");
    }
    DictionaryTexts texts = new DictionaryTexts(table.textCodes());
    for (int code : new int[] {3, -1, Integer.MIN_VALUE}) {
      assertThatIllegalStateException()
          .isThrownBy(() ->
              texts.requireCodes(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, 1, code, 2)))
          .withMessageContaining("the code " + code);
    }
    texts.requireCodes(Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, 1, 2, 0));
  }

  @Test
  void theyAreImported() {
    try (DuckDb db = DuckDb.open()) {
      String sql =
          "select i::int as id, 'v' || (i % 3) as venue, case when i % 2 = 0 then 'v1' end as desk "
              + "from range(10000) r(i) order by i";
      Table<Fill> read = db.query(sql, FILLS.columns(), Arena.ofAuto());
      assertThat(read.size()).isEqualTo(10_000);
      assertThat(read.get(7_000)).isEqualTo(new Fill(7_000, "v1", "v1"));
      assertThat(read.get(8_003)).isEqualTo(new Fill(8_003, "v2", null));
      assertThat(read.textCodes().count()).isEqualTo(4);
    }
  }
}
