// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.memory.NativeStack;
import dev.ashlar.table.Column;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableOption;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Native code reads no memory that has ended: whoever asks gets the JDK's error.
@Timeout(120)
class EndedMemoryTest {
  record Entry(long id, boolean flag, String note) {}

  record Id(long id) {}

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final TableType<Id> IDS = TableType.of(MethodHandles.lookup(), Id.class);

  enum Memory {
    CONFINED,
    SHARED,
    FRAME;

    Arena open() {
      return switch (this) {
        case CONFINED -> Arena.ofConfined();
        case SHARED -> Arena.ofShared();
        case FRAME -> NativeStack.current().push();
      };
    }
  }

  private static List<TableLayout<? extends Record>> layouts() {
    return List.of(
        IDS.columns(), IDS.rows(), ENTRIES.columns(), ENTRIES.rows(), ENTRIES.alignedRows());
  }

  private static void assertEnded(ThrowingCallable use) {
    assertThatThrownBy(use).hasMessageContaining("Already closed");
  }

  @ParameterizedTest
  @EnumSource
  void aTableThatIsRegisteredEndsWithItsArena(Memory memory) {
    for (TableLayout<? extends Record> layout : layouts()) {
      try (DuckDb db = DuckDb.open()) {
        Table<? extends Record> table;
        try (Arena arena = memory.open()) {
          table = filled(layout, arena);
          db.register("t", table);
        }
        assertEnded(() -> db.texts("select sum(id) from t"));
        assertEnded(() -> db.texts("select count(*) from t"));
        assertEnded(() -> db.register("again", table));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aStreamOfATableEndsWithItsArena(Memory memory) throws Exception {
    for (TableLayout<? extends Record> layout : layouts()) {
      ArrowStream begun;
      Table<? extends Record> table;
      try (Arena arena = memory.open()) {
        table = filled(layout, arena);
        begun = ArrowStream.of(table);
      }
      try (begun) {
        assertEnded(() -> begun.toTable(IDS.columns(), Arena.ofAuto()));
      }
    }
  }

  @SuppressWarnings("unchecked") // The layout is of the record that is made.
  private static <R extends Record> Table<R> filled(TableLayout<R> layout, Arena arena) {
    Table<R> table = layout.allocate(arena, 0);
    for (int i = 0; i < 3000; i++) {
      Object row =
          layout.type().recordType() == Id.class
              ? new Id(i)
              : new Entry(i, true, "a text that is not in the row");
      table.append((R) row);
    }
    return table;
  }

  @Test
  void theStructureOfAStreamMayHaveEndedToo() throws Exception {
    Table<Id> table = filled(IDS.columns(), Arena.ofAuto());
    try (ArrowStream stream = ArrowStream.of(table)) {
      MemorySegment ended;
      MemorySegment cut;
      try (Arena arena = Arena.ofConfined()) {
        ended = arena.allocate(40, 8).copyFrom(stream.struct());
        cut = arena.allocate(32, 8);
        assertThatThrownBy(() -> ArrowStream.from(cut)).hasMessageContaining("40 bytes");
      }
      assertEnded(() -> ArrowStream.from(ended));
      MemorySegment heap = MemorySegment.ofArray(stream.struct().toArray(ValueLayout.JAVA_BYTE));
      assertThatThrownBy(() -> ArrowStream.from(heap)).hasMessageContaining("native memory");
      try (ArrowStream moved =
          ArrowStream.from(MemorySegment.ofAddress(stream.struct().address()))) {
        assertThat(moved.toTable(IDS.columns(), Arena.ofAuto()).size()).isEqualTo(3000);
      }
    }
  }

  @Test
  void aFileOfOneThreadIsAnErrorOnceItIsClosed(@TempDir Path folder) throws Exception {
    try (DuckDb db = DuckDb.open()) {
      try (var table =
          IDS.columns().create(folder.resolve("numbers"), 10, TableOption.ONE_THREAD)) {
        db.register("t", table);
      }
      assertThatThrownBy(() -> db.texts("select sum(id) from t")).hasMessageContaining("closed");
    }
  }

  /// Closes a table in a thread of its own, after which its mapping may be collected.
  private static Thread closeAfter(long nanos, MappedTable<?> table) {
    return Thread.ofPlatform()
        .start(() -> {
          long until = System.nanoTime() + nanos;
          while (System.nanoTime() < until) {
            Thread.onSpinWait();
          }
          try {
            table.close();
          } catch (IOException unexpected) {
            throw new UncheckedIOException(unexpected);
          }
          System.gc();
        });
  }

  /// DuckDB's threads read the mapping in the middle of the query.
  @Test
  void aFileThatIsClosedDuringAQueryIsReadAsItWas(@TempDir Path folder) throws Exception {
    long rows = 3_000_000;
    try (var made = IDS.columns().create(folder.resolve("numbers"), rows)) {
      Column ids = made.column("id");
      for (long row = 0; row < rows; row++) {
        ids.setLong(row, row + 1);
      }
      made.commit();
    }
    for (int race = 0; race < 20; race++) {
      try (DuckDb db = DuckDb.open()) {
        var table = IDS.columns().open(folder.resolve("numbers"));
        db.register("t", table);
        Thread closer = closeAfter(race * 500_000L, table);
        try {
          assertThat(db.texts("select sum(id), min(id) from t").rows())
              .containsExactly(List.of(Long.toString(rows * (rows + 1) / 2), "1"));
        } catch (DuckDbException closed) {
          assertThat(closed).hasMessageContaining("closed");
        }
        closer.join();
      }
    }
  }

  /// DuckDB refers to the long texts in the mapping from its joins, sorts and groups.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a.note from t a join t b on a.note = b.note order by a.id limit 3",
        "select note from t order by reverse(note) desc limit 3",
        "select note from (select note, count(*) c from t group by note) order by c, note limit 3",
        "select string_agg(note, '' order by id) from t where id < 3",
        "select max(note) over (order by id) from t limit 3"
      })
  void aFileOfTextsThatIsClosedDuringAQueryIsReadAsItWas(String sql, @TempDir Path folder)
      throws Exception {
    Path path = folder.resolve("notes");
    try (var made = ENTRIES.columns().create(path, 0)) {
      for (int i = 0; i < 40_000; i++) {
        made.append(new Entry(i, true, "é text that is not in the row " + i * 7919 % 40_009));
      }
      made.commit();
    }
    List<List<String>> expected;
    try (DuckDb db = DuckDb.open();
        var table = ENTRIES.columns().openReadOnly(path)) {
      db.register("t", ENTRIES.columns().heap(0));
      db.execute("create table own as select * from t");
      db.register("u", table);
      db.execute("insert into own select * from u");
      expected = db.texts(sql.replace("from t", "from own").replace("join t", "join own")).rows();
    }
    for (int race = 0; race < 12; race++) {
      try (DuckDb db = DuckDb.open()) {
        var table =
            race % 2 == 0 ? ENTRIES.columns().open(path) : ENTRIES.columns().openReadOnly(path);
        db.register("t", table);
        Thread closer = closeAfter(race * 2_000_000L, table);
        try {
          assertThat(db.texts(sql).rows()).isEqualTo(expected);
        } catch (DuckDbException closed) {
          assertThat(closed).hasMessageContaining("closed");
        }
        closer.join();
      }
    }
  }
}
