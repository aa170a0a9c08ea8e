// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.OrNull;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Texts of any length are read by DuckDB from each kind of table, and come back.
@Timeout(120)
class LongTextTest {
  private static final TableType<Note> NOTE = TableType.of(MethodHandles.lookup(), Note.class);

  /// More than a batch of copied rows, and than a vector.
  private static final int ROWS = 100_000;

  record Note(int id, String text, @OrNull @Nullable String comment) {}

  private static List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      notes.add(new Note(i, "é".repeat(i % 40) + i, i % 3 == 0 ? null : "x".repeat(i % 17)));
    }
    return notes;
  }

  @Test
  void eachKindOfTableHasItsTexts(@TempDir Path folder) throws IOException {
    List<Note> notes = notes();
    try (DuckDb db = DuckDb.open();
        MappedTable<Note> file = NOTE.columns().create(folder.resolve("notes"), 0)) {
      for (Table<Note> table :
          List.of(
              NOTE.columns().heap(0),
              NOTE.rows().allocate(Arena.ofAuto(), 0),
              NOTE.alignedRows().allocate(Arena.ofAuto(), 0),
              NOTE.columns().allocate(Arena.ofAuto(), 0),
              file)) {
        notes.forEach(table::append);
        db.register("t", table);
        List<List<@Nullable String>> expected =
            notes.stream()
                .map(note ->
                    Arrays.<@Nullable String>asList(
                        Integer.toString(note.id()), note.text(), note.comment()))
                .toList();
        assertThat(db.texts("select * from t order by id").rows())
            .as(table.toString())
            .isEqualTo(expected);
        assertThat(db.texts("select count(*) from t where text = 'é7' or comment = ''").rows())
            .isEqualTo(
                List.of(
                    List.of(
                        Long.toString(
                            notes.stream()
                                .filter(
                                    note -> note.text().equals("é7") || "".equals(note.comment()))
                                .count()))));
      }
    }
  }

  /// DuckDB may have the thread of the query copy all of it.
  @Test
  void confinedOnesAreReadOrRefused() {
    try (DuckDb db = DuckDb.open();
        Arena confined = Arena.ofConfined()) {
      Table<Note> table = NOTE.columns().allocate(confined, 0);
      notes().forEach(table::append);
      db.register("t", table);
      assertThat(db.texts("select max(id) from t").rows())
          .isEqualTo(List.of(List.of(Integer.toString(ROWS - 1))));
      try {
        assertThat(db.texts("select max(id), max(length(text)) from t").rows())
            .isEqualTo(List.of(List.of(Integer.toString(ROWS - 1), "44")));
      } catch (DuckDbException refused) {
        assertThat(refused)
            .hasMessageContaining("confined to a thread")
            .hasMessageContaining("Arena.ofAuto()");
      }
    }
  }

  @Test
  void theyAreImported(@TempDir Path folder) throws IOException {
    List<Note> notes = notes();
    Table<Note> table = NOTE.columns().allocate(Arena.ofAuto(), 0);
    notes.forEach(table::append);
    for (TableLayout<Note> layout : List.of(NOTE.rows(), NOTE.alignedRows(), NOTE.columns())) {
      try (ArrowStream stream = ArrowStream.of(table)) {
        assertThat(rows(stream.toTable(layout, Arena.ofAuto()))).isEqualTo(notes);
      }
      try (DuckDb db = DuckDb.open()) {
        db.register("t", table);
        assertThat(rows(db.query("from t", layout, Arena.ofAuto()))).isEqualTo(notes);
        db.execute("set produce_arrow_string_view = true; set arrow_output_version = '1.4'");
        assertThat(rows(db.query("from t", layout, Arena.ofAuto()))).isEqualTo(notes);
        Path path = folder.resolve("file of " + layout);
        try (MappedTable<Note> file = db.query("from t", layout, path)) {
          assertThat(rows(file)).isEqualTo(notes);
        }
        try (MappedTable<Note> file = layout.openReadOnly(path)) {
          assertThat(file.verify().verifiedRows()).isEqualTo(ROWS);
        }
      }
    }
  }

  @Test
  void valuesOfAnEnumOfDuckDbAreTexts() {
    try (DuckDb db = DuckDb.open()) {
      db.execute("create type kind as enum ('short', 'longer than fits in a row', 'é')");
      String sql =
          "select i::int as id, (enum_range(null::kind))[1 + i % 3] as text,"
              + " case when i % 2 = 0 then text::varchar end as comment from range(5000) as r(i)";
      List<Note> expected = new ArrayList<>();
      for (int i = 0; i < 5000; i++) {
        String text = List.of("short", "longer than fits in a row", "é").get(i % 3);
        expected.add(new Note(i, text, i % 2 == 0 ? text : null));
      }
      assertThat(rows(db.query(sql, NOTE.columns(), Arena.ofAuto()))).isEqualTo(expected);
    }
  }

  @Test
  void aFileThatIsNotFinishedLeavesNothing(@TempDir Path folder) {
    try (DuckDb db = DuckDb.open()) {
      String sql = "select 1 as id, repeat('x', 99) as comment, null::varchar as text";
      assertThatThrownBy(() -> db.query(sql, NOTE.columns(), folder.resolve("t")))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("row 0: text is null");
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static List<Note> rows(Table<Note> table) {
    List<Note> rows = new ArrayList<>();
    table.forEach(rows::add);
    return rows;
  }
}
