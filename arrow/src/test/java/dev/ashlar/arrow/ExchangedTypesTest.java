// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.FixedUtf8;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Dates, times, decimals, ids, texts, records inside and absent values, for consumers of Arrow and
/// for DuckDB, which prints values itself.
@Timeout(120)
class ExchangedTypesTest {
  record Took(Duration took) {}

  record Price(@Decimal(precision = 5, scale = 2) BigDecimal price) {}

  record Code(@FixedUtf8(3) String code) {}

  record Id(UUID id) {}

  static final TableType<Took> TOOK = TableType.of(MethodHandles.lookup(), Took.class);
  static final TableType<Price> PRICE = TableType.of(MethodHandles.lookup(), Price.class);
  static final TableType<Code> CODE = TableType.of(MethodHandles.lookup(), Code.class);
  static final TableType<Id> ID = TableType.of(MethodHandles.lookup(), Id.class);

  private static List<TypedSample> rows(int count) {
    long seed = RandomGenerator.getDefault().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<TypedSample> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(TypedSample.random(random));
    }
    return rows;
  }

  private static List<Table<TypedSample>> tables(List<TypedSample> rows) {
    List<Table<TypedSample>> tables =
        List.of(
            TypedSample.TYPE.columns().withCapacity(rows.size()).allocate(Arena.ofAuto(), 0),
            TypedSample.TYPE.columns().withChunkRows(1000).allocate(Arena.ofAuto(), 0),
            TypedSample.TYPE.columns().heap(0),
            TypedSample.TYPE.rows().allocate(Arena.ofAuto(), 0));
    tables.forEach(table -> rows.forEach(table::append));
    return tables;
  }

  private static <R extends Record> List<R> read(Table<R> table) {
    List<R> rows = new ArrayList<>();
    table.forEach(rows::add);
    return rows;
  }

  @Test
  void streamsAreReadBack() throws ArrowException {
    List<TypedSample> rows = rows(3_000);
    for (Table<TypedSample> table : tables(rows)) {
      try (ArrowStream stream = ArrowStream.of(table)) {
        assertThat(read(stream.toTable(TypedSample.TYPE.columns(), Arena.ofAuto())))
            .as(table.toString())
            .isEqualTo(rows);
      }
    }
  }

  @Test
  void duckDbReadsAndReturnsThem() {
    List<TypedSample> rows = rows(3_000);
    for (Table<TypedSample> table : tables(rows)) {
      try (DuckDb db = DuckDb.open()) {
        db.register("t", table);
        Table<TypedSample> copy = db.query("from t", TypedSample.TYPE.rows(), Arena.ofAuto());
        assertThat(read(copy)).as(table.toString()).isEqualTo(rows);
        db.execute("create table own as from t");
        copy = db.query("from own", TypedSample.TYPE.rows(), Arena.ofAuto());
        assertThat(read(copy)).as(table.toString()).isEqualTo(rows);
      }
    }
  }

  @Test
  void duckDbPrintsThemAsJavaDoes() {
    List<TypedSample> rows = rows(3_000);
    Table<TypedSample> table = tables(rows).getFirst();
    try (DuckDb db = DuckDb.open()) {
      db.register("t", table);
      List<List<@Nullable String>> texts = new ArrayList<>();
      for (TypedSample row : rows) {
        List<@Nullable String> text = new ArrayList<>();
        text.add(row.small().toPlainString());
        text.add(row.price().toPlainString());
        text.add(row.wide().toPlainString());
        text.add(row.id().toString());
        text.add(row.code());
        text.add(row.note());
        text.add(row.count().map(String::valueOf).orElse(null));
        text.add(row.parent() == null ? null : row.parent().toString());
        text.add(row.flag() == null ? null : row.flag().toString());
        text.add(row.side() == null ? null : row.side().name());
        text.add(Long.toString(row.leg().quantity()));
        text.add(row.other() == null ? null : Long.toString(row.other().quantity()));
        text.add(Long.toString(row.day().toEpochDay()));
        text.add(row.due() == null ? null : Long.toString(row.due().toEpochDay()));
        text.add(Long.toString(row.second().toNanoOfDay() / 1_000));
        text.add(Long.toString(ChronoUnit.NANOS.between(Instant.EPOCH, row.precise())));
        texts.add(text);
      }
      assertThat(
              db.texts(
                      "select small, price, wide, id, code, note, count, parent, flag, side,"
                          + " \"leg.quantity\", \"other.quantity\","
                          + " day - date '1970-01-01' as d, due - date '1970-01-01' as e,"
                          + " epoch_us(second) as s, epoch_ns(precise) as n from t")
                  .rows())
          .isEqualTo(texts);
      long absent = rows.stream().filter(row -> row.due() == null).count();
      assertThat(db.texts("select count(*) - count(due) from t").rows())
          .isEqualTo(List.of(List.of(Long.toString(absent))));
      BigDecimal sum =
          rows.stream().map(TypedSample::price).reduce(BigDecimal.ZERO, BigDecimal::add);
      assertThat(db.texts("select sum(price) from t").rows())
          .isEqualTo(List.of(List.of(sum.toPlainString())));
    }
  }

  @Test
  void valuesStayWhereTheyAre() throws Throwable {
    Table<TypedSample> table = tables(rows(500)).getFirst();
    List<String> names =
        List.of(
            "day", "micro", "milli", "instant", "precise", "took", "wide", "id", "due", "parent");
    try (ArrowStream stream = ArrowStream.of(table, names.toArray(String[]::new))) {
      long array =
          ArrowStreamTest.next(stream.struct().address(), Arena.ofAuto().allocate(80, 8).address());
      for (int i = 0; i < names.size(); i++) {
        assertThat(CArray.buffer(CArray.child(array, i), 1))
            .as(names.get(i))
            .isEqualTo(table.column(names.get(i)).asReadOnlySegment().address());
      }
      Release.array(array);
    }
  }

  @Test
  void arraysOfBytesAreReadBack() throws ArrowException {
    Table<TypedSample.Hash> table = TypedSample.HASH.columns().allocate(Arena.ofAuto(), 0);
    table.append(new TypedSample.Hash(new byte[] {1, 0, -1, 5, 0}));
    try (ArrowStream stream = ArrowStream.of(table);
        DuckDb db = DuckDb.open()) {
      assertThat(stream.toTable(TypedSample.HASH.rows(), Arena.ofAuto()).get(0).hash())
          .isEqualTo(new byte[] {1, 0, -1, 5, 0});
      db.register("t", table);
      assertThat(db.texts("select hex(hash) from t").rows())
          .isEqualTo(List.of(List.of("0100FF0500")));
      assertThat(db.query("from t", TypedSample.HASH.rows(), Arena.ofAuto()).get(0).hash())
          .isEqualTo(new byte[] {1, 0, -1, 5, 0});
    }
  }

  @Test
  void whatDoesNotFitIsNamed() {
    try (DuckDb db = DuckDb.open()) {
      refused(db, "select interval 2 month as took", TOOK, "took is an interval with 2 months");
      refused(
          db, "select 1234.5::decimal(9, 1) as price", PRICE, "price is 1234.5, which has more");
      refused(db, "select 1.234::decimal(9, 3) as price", PRICE, "price is 1.234, which has more");
      refused(db, "select 1.5::double as price", PRICE, "price is decimal 5 2");
      refused(db, "select 'abcd' as code", CODE, "\"abcd\", which has 4 bytes in UTF-8");
      refused(db, "select 'abcd' as id", ID, "\"abcd\", which is no UUID");
      refused(db, "select null::varchar as code", CODE, "row 0: code is null");
      assertThat(db.query("select 7 as price", PRICE.rows(), Arena.ofAuto()).get(0).price())
          .isEqualTo(new BigDecimal("7.00"));
      assertThat(db.query("select interval 2 day as took", TOOK.rows(), Arena.ofAuto()).get(0))
          .isEqualTo(new Took(Duration.ofDays(2)));
    }
  }

  private static void refused(DuckDb db, String sql, TableType<?> type, String message) {
    assertThatThrownBy(() -> db.query(sql, type.rows(), Arena.ofAuto()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
