// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.OrNull;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// DuckDB reads texts of any length, from each kind of table.
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

  @Test
  void confinedOnesAreRefused() {
    try (DuckDb db = DuckDb.open();
        Arena confined = Arena.ofConfined()) {
      Table<Note> table = NOTE.columns().allocate(confined, 0);
      notes().forEach(table::append);
      db.register("t", table);
      assertThat(db.texts("select max(id) from t").rows())
          .isEqualTo(List.of(List.of(Integer.toString(ROWS - 1))));
      assertThatThrownBy(() -> db.texts("select max(text) from t"))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("confined to a thread")
          .hasMessageContaining("Arena.ofAuto()");
    }
  }

  @Test
  void theyAreNotImported() {
    try (DuckDb db = DuckDb.open()) {
      assertThatThrownBy(() ->
              db.query(
                  "select 1 as id, 'a' as text, 'b' as comment", NOTE.columns(), Arena.ofAuto()))
          .hasMessageContaining("text is a text of any length, which cannot be imported")
          .hasMessageContaining("@FixedUtf8");
    }
  }
}
