// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.arrow.internal.cdata.Registry;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// DuckDB reads every kind of table, and its results become tables. It prints values itself: an
/// independent judge of what it was given.
class DuckDbTest {
  record Total(long rows, long sum) {}

  static final TableType<Total> TOTAL = TableType.of(MethodHandles.lookup(), Total.class);

  private static Total total(DuckDb db, String sql) {
    return db.query(sql, TOTAL.columns(), Arena.ofAuto()).get(0);
  }

  private static List<String> printed(Sample row) {
    return List.of(
        Boolean.toString(row.flag()),
        Byte.toString(row.tiny()),
        Short.toString(row.small()),
        Integer.toString(row.letter()),
        Integer.toString(row.number()),
        Long.toString(row.large()),
        Integer.toHexString(Float.floatToRawIntBits(row.fraction())),
        Long.toHexString(Double.doubleToRawLongBits(row.precise())),
        row.side().name());
  }

  /// DuckDB prints a floating-point number with as few digits as tell it from others, as Java does,
  /// but in another form.
  private static List<String> inBits(List<String> texts) {
    List<String> bits = new ArrayList<>(texts);
    bits.set(6, Integer.toHexString(Float.floatToRawIntBits(Float.parseFloat(texts.get(6)))));
    bits.set(7, Long.toHexString(Double.doubleToRawLongBits(Double.parseDouble(texts.get(7)))));
    return bits;
  }

  @Test
  void everyKindOfTableHasItsRows(@TempDir Path folder) throws IOException {
    List<Sample> rows = SampleTables.rows(10_000);
    try (DuckDb db = DuckDb.open()) {
      for (SampleTables.Named named : SampleTables.all(Arena.ofAuto(), folder, rows)) {
        db.register("sample", named.table());
        DuckDb.Texts texts = db.texts("select * from sample");
        assertThat(texts.columns())
            .containsExactly(
                "flag",
                "tiny",
                "small",
                "letter",
                "number",
                "large",
                "fraction",
                "precise",
                "side");
        assertThat(texts.rows().stream().map(DuckDbTest::inBits))
            .as(named.name())
            .containsExactlyElementsOf(rows.stream().map(DuckDbTest::printed).toList());
        Table<Sample> copy = db.query("select * from sample", Sample.TYPE.rows(), Arena.ofAuto());
        assertThat(SampleTables.rows(copy)).as(named.name()).isEqualTo(rows);
        if (named.table() instanceof MappedTable<Sample> mapped) {
          mapped.close();
        }
      }
    }
  }

  @Test
  void aResultBecomesAFileOrNothing(@TempDir Path folder) throws IOException {
    List<Sample> rows = SampleTables.rows(10_000);
    Path path = folder.resolve("result");
    try (DuckDb db = DuckDb.open()) {
      Table<Sample> table = Sample.TYPE.columns().allocate(Arena.ofAuto(), 0);
      rows.forEach(table::append);
      db.register("t", table);
      db.query("from t", Sample.TYPE.rows(), path).close();
      try (MappedTable<Sample> read = Sample.TYPE.rows().openReadOnly(path)) {
        assertThat(SampleTables.rows(read)).isEqualTo(rows);
      }
      Path none = folder.resolve("none");
      assertThatThrownBy(
              () -> db.query("select 1 as rows, null::bigint as sum", TOTAL.columns(), none))
          .hasMessageContaining("sum is null");
      assertThatThrownBy(() -> db.query("select 1", TOTAL.columns(), none))
          .hasMessageContaining("Total.rows needs one column of that name");
      assertThat(folder)
          .isDirectoryNotContaining(file -> file.getFileName().toString().startsWith("none"));
    }
  }

  /// A row of a columns table has 29 bytes; booleans are copied as they are not DuckDB's.
  @Test
  void whatIsCopiedIsCounted() {
    int rows = 5_000;
    try (DuckDb db = DuckDb.open()) {
      db.register("t", Sample.TYPE.columns().allocate(Arena.ofAuto(), rows));
      db.execute("select sum(large), max(precise), min(side) from t where number = 0");
      assertThat(db.copiedBytes()).isZero();
      db.execute("select count(*) from t where flag");
      assertThat(db.copiedBytes()).isEqualTo(rows);
      db.register("t", Sample.TYPE.columns().heap(rows));
      db.execute("select sum(large) from t");
      assertThat(db.copiedBytes()).isEqualTo(rows + rows * Sample.TYPE.columns().bytesPerRow());
    }
  }

  @Test
  void aQueryMayNameATableTwice() {
    Table<Sample> table = Sample.TYPE.columns().allocate(Arena.ofAuto(), 5_000);
    try (DuckDb db = DuckDb.open()) {
      db.register("t", table);
      assertThat(
              total(
                  db,
                  "select count(*) as rows, 0::bigint as sum from t a, (select * from t limit 3) b"))
          .isEqualTo(new Total(15_000, 0));
      assertThat(total(db, "select count(*) as rows, sum(letter)::bigint as sum from t"))
          .isEqualTo(new Total(5_000, 0));
      assertThat(total(db, "select count(*) as rows, count(*) as sum from t"))
          .isEqualTo(new Total(5_000, 5_000));
    }
  }

  @Test
  void rowsThatWereAppendedAreInTheNextQuery() {
    Table<Sample> table = Sample.TYPE.columns().allocate(Arena.ofAuto(), 0);
    try (DuckDb db = DuckDb.open()) {
      db.register("t", table);
      String sql = "select count(*) as rows, coalesce(sum(number), 0)::bigint as sum from t";
      assertThat(total(db, sql)).isEqualTo(new Total(0, 0));
      SampleTables.rows(3_000).forEach(table::append);
      assertThat(total(db, sql).rows()).isEqualTo(3_000);
    }
  }

  @Test
  void confinedTablesAreForTheirThread() throws Exception {
    try (Arena arena = Arena.ofConfined();
        DuckDb db = DuckDb.open()) {
      Table<Sample> table = Sample.TYPE.columns().allocate(arena, 4_096);
      db.register("t", table);
      assertThat(total(db, "select count(*) as rows, sum(number)::bigint as sum from t"))
          .isEqualTo(new Total(4_096, 0));
      Throwable[] thrown = new Throwable[1];
      Thread other =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  db.execute("select sum(number) from t");
                } catch (RuntimeException failure) {
                  thrown[0] = failure;
                }
              });
      other.join();
      assertThat(thrown[0]).isInstanceOf(DuckDbException.class).hasMessageContaining("thread");
    }
  }

  @Test
  void aTableThatWasClosedIsAnError(@TempDir Path folder) throws IOException {
    try (DuckDb db = DuckDb.open()) {
      MappedTable<Sample> table = Sample.TYPE.columns().create(folder.resolve("t"), 10);
      db.register("t", table);
      table.close();
      assertThatThrownBy(() -> db.execute("select sum(number) from t"))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("closed");
      Arena arena = Arena.ofShared();
      db.register("t", Sample.TYPE.columns().allocate(arena, 10));
      db.execute("select sum(number) from t");
      arena.close();
      assertThatThrownBy(() -> db.execute("select sum(number) from t"))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("closed");
    }
  }

  @Test
  void namesAreReplacedAndForgotten() {
    try (DuckDb db = DuckDb.open()) {
      String name = "the \"best\" trades";
      db.register(name, Sample.TYPE.columns().allocate(Arena.ofAuto(), 3));
      db.register(name, Sample.TYPE.columns().allocate(Arena.ofAuto(), 4));
      String sql = "select count(*) as rows, 0::bigint as sum from \"the \"\"best\"\" trades\"";
      assertThat(total(db, sql).rows()).isEqualTo(4);
      db.unregister(name);
      assertThatThrownBy(() -> db.execute(sql)).isInstanceOf(DuckDbException.class);
      assertThatThrownBy(() -> db.unregister(name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("No table is registered as " + name);
    }
  }

  @Test
  void errorsAreDuckDbsAndNameWhatDoesNotFit() {
    try (DuckDb db = DuckDb.open()) {
      assertThatThrownBy(() -> db.execute("select * form t"))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("syntax error");
      assertThatThrownBy(() -> total(db, "select 1::bigint as rows"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Total.sum needs one column of that name; there are [rows]");
      assertThatThrownBy(() -> total(db, "select 1 as rows, null::bigint as sum"))
          .hasMessageContaining("row 0: sum is null");
      assertThatThrownBy(() -> total(db, "select 1 as rows, 2.5::double as sum"))
          .hasMessageContaining("sum is long, and the column has Arrow's format g");
      assertThatThrownBy(
              () -> total(db, "select 1 as rows, 170141183460469231731687303715884105727 as sum"))
          .hasMessageContaining(
              "row 0: sum is 170141183460469231731687303715884105727, which is not in the range");
    }
  }

  @Test
  void sumsOfLongsAreRead() {
    try (DuckDb db = DuckDb.open()) {
      assertThat(
              total(
                  db, "select 7::utinyint as rows, sum(x) as sum from (values (-3::bigint)) t(x)"))
          .isEqualTo(new Total(7, -3));
    }
  }

  @Test
  void textsOfAnyStatement() {
    try (DuckDb db = DuckDb.open()) {
      assertThat(db.texts("select [1, 2] as list, null as nothing;").rows())
          .containsExactly(Arrays.asList("[1, 2]", null));
      db.execute("create table x(a int); insert into x values (1), (2)");
      assertThat(db.texts("describe x").rows().get(0)).startsWith("a", "INTEGER");
    }
  }

  /// DuckDB's own cast is the judge.
  @Test
  void valuesOfAllTypesAreTexts() {
    try (DuckDb db = DuckDb.open()) {
      String all = "from test_all_types()";
      DuckDb.Texts texts = db.texts(all);
      assertThat(texts).isEqualTo(db.texts("select columns(*)::varchar " + all));
      assertThat(texts.rows()).hasSize(3);
      assertThat(texts.columns()).hasSizeGreaterThan(40);
      db.execute("create table lists(a int[], b int)");
      assertThat(db.texts("insert into lists values ([1, 2], 3) returning *").rows())
          .containsExactly(List.of("[1, 2]", "3"));
      assertThat(db.texts("select 1 as a, 2 as a, null as b"))
          .isEqualTo(
              new DuckDb.Texts(List.of("a", "a", "b"), List.of(Arrays.asList("1", "2", null))));
    }
  }

  @Test
  void textsAreWhole() {
    try (DuckDb db = DuckDb.open()) {
      int rows = 5_000;
      List<List<String>> expected = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        String text = "ä\0".repeat(i % 9);
        expected.add(Arrays.asList(i % 7 == 0 ? null : text, Integer.toString(i)));
      }
      assertThat(
              db.texts(
                      "select if(i %% 7 = 0, null, repeat('ä' || chr(0), i %% 9)), i from range(%d) t(i)"
                          .formatted(rows))
                  .rows())
          .isEqualTo(expected);
    }
  }

  @Test
  void statementsMayHaveCommentsBehindThem(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("it's.csv");
    try (DuckDb db = DuckDb.open()) {
      for (String query :
          List.of(
              "select ';--' as x",
              "select ';--' as x;;",
              "select ';--' as x; -- c",
              "select ';--' as x; -- c; d\n /* ; */ ;",
              "select ';--' -- a; b\n as x")) {
        assertThat(db.texts(query).rows()).as(query).containsExactly(List.of(";--"));
        db.copy(query, file, "format csv, header");
        assertThat(file).as(query).hasContent("x\n;--");
      }
      assertThat(db.texts("select 1; select 2;").rows()).containsExactly(List.of("1"));
      assertThatThrownBy(() -> db.copy("select 1; select 2", file, "format csv"))
          .isInstanceOf(DuckDbException.class);
      assertThatThrownBy(() -> db.texts("select 'open"))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("unterminated");
    }
  }

  /// C ends a text at a character 0.
  @Test
  void aStatementIsNotCutOff() {
    try (DuckDb db = DuckDb.open()) {
      db.execute("create table x as select 1 as a");
      assertThatThrownBy(() -> db.execute("delete from x\0 where a = 2"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("The statement has a character 0 at 13, which would end it: write chr(0)");
      assertThat(db.texts("from x").rows()).containsExactly(List.of("1"));
    }
  }

  record Named(String name, long missing) {}

  @Test
  void aQueryThatFailsLeavesNoFile(@TempDir Path folder) throws IOException {
    TableType<Named> type = TableType.of(MethodHandles.lookup(), Named.class);
    Path other = Files.writeString(folder.resolve("result.dictionary"), "of no such table");
    try (DuckDb db = DuckDb.open()) {
      assertThatThrownBy(
              () -> db.query("select 'a' as name", type.columns(), folder.resolve("result")))
          .isInstanceOf(IllegalArgumentException.class);
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(other);
    }
  }

  @Test
  void aResultIsAppendedAsItComes() {
    Table<Total> table = TOTAL.columns().heap(3);
    try (DuckDb db = DuckDb.open()) {
      db.append("select i as rows, i * i as sum from range(10_000) as t(i)", table);
      assertThat(table.size()).isEqualTo(10_003);
      for (int i = 0; i < 10_000; i++) {
        assertThat(table.get(3 + i)).isEqualTo(new Total(i, (long) i * i));
      }
      assertThatThrownBy(() -> db.append("select nothing from range(3)", table))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("nothing");
      assertThatThrownBy(() ->
              db.append(
                  "select i as rows, case when i < 5000 then i else error('late') end::bigint as sum"
                      + " from range(10_000) as t(i)",
                  table))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("late");
      assertThatThrownBy(() ->
              db.append(
                  "select i as rows, nullif(i, 5000) as sum from range(10_000) as t(i)", table))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("row 5000: sum is null");
      assertThat(total(db, "select 1::bigint as rows, 2::bigint as sum"))
          .isEqualTo(new Total(1, 2));
    }
    assertThat(table.size() % 2048).isEqualTo(10_003 % 2048);
  }

  @Test
  void aStatementsProgressIsAskedByAnotherThread() throws Exception {
    Table<Total> table = TOTAL.columns().allocate(Arena.ofAuto(), 5_000_000);
    DuckDb db = DuckDb.open();
    db.register("t", table);
    Set<Double> seen = ConcurrentHashMap.newKeySet();
    Thread asking =
        Thread.ofPlatform()
            .start(() -> {
              while (!Thread.interrupted()) {
                seen.add(db.progress());
              }
            });
    db.execute("create table copy as select *, rows::varchar from t");
    assertThat(db.progress()).isEqualTo(1);
    db.close();
    asking.interrupt();
    asking.join();
    assertThat(seen).allMatch(part -> part <= 1).anyMatch(part -> part > 0 && part < 1);
  }

  @Test
  void nothingIsKeptBehindTheDatabase() {
    int before = Registry.size();
    try (DuckDb db = DuckDb.open()) {
      db.register("t", Sample.TYPE.columns().allocate(Arena.ofAuto(), 100_000));
      db.execute("select sum(number), min(side), bool_or(flag) from t");
      db.execute("select * from t order by large limit 10");
    }
    assertThat(Registry.size()).isEqualTo(before);
  }

  @Test
  void aClosedDatabaseRefuses() {
    DuckDb db = DuckDb.open();
    db.close();
    db.close();
    assertThatThrownBy(() -> db.execute("select 1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("The database is closed");
  }
}
