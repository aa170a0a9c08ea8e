// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Values of DuckDB that tables do not have, and numbers of tables that are other values in DuckDB,
/// are refused. The judge of what is infinite is DuckDB.
@Timeout(120)
class InfinityTest {
  private final DuckDb db = DuckDb.open();

  @BeforeEach
  void useUtc() {
    db.execute("set timezone = 'UTC'");
  }

  @AfterEach
  void close() {
    db.close();
  }

  private static TableType<?> type(String field) {
    return new RecordSchema("Row", List.of(new Field("id", "int"), new Field("v", field))).type();
  }

  /// Returns a table of three rows, the second of which has a number.
  private static Table<?> table(String field, long number) {
    Table<?> table = type(field).columns().allocate(Arena.ofAuto(), 3);
    MemorySegment values = table.column("v").asSegment();
    if (field.endsWith("date")) {
      values.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, 1, (int) number);
    } else {
      values.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, 1, number);
    }
    return table;
  }

  @ParameterizedTest
  @CsvSource({
    "date, date",
    "int, date",
    "long, date",
    "datetime seconds, timestamp_s",
    "datetime millis, timestamp_ms",
    "datetime micros, timestamp",
    "datetime nanos, timestamp",
    "datetime nanos, timestamp_ns",
    "instant micros, timestamptz",
    "instant nanos, timestamptz",
    "long, timestamp",
    "optional datetime micros, timestamp"
  })
  void infinityIsNoValueOfATable(String field, String type) {
    for (String value : List.of("infinity", "-infinity")) {
      String sql =
          "select i::int as id, if(i = 3000, '%s', '2026-01-02')::%s as v from range(5000) r(i)"
              .formatted(value, type);
      assertThat(db.texts("select isfinite(v) from (%s) where id = 3000".formatted(sql)).rows())
          .containsExactly(List.of("false"));
      assertThatThrownBy(() -> db.query(sql, type(field).columns(), Arena.ofAuto()))
          .as(value)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "row 3000: v is %s, which no table has: use case when isfinite(\"v\") then \"v\" end, which is null, in the query",
              value);
      String remedy =
          "select id, case when isfinite(\"v\") then \"v\" end as v from (%s)".formatted(sql);
      Table<?> finite = db.query(remedy, type("optional long").columns(), Arena.ofAuto());
      assertThat(finite.get(3000)).hasToString("Row[id=3000, v=null]");
      assertThat(finite.get(2999).toString()).doesNotContain("null");
    }
  }

  @Test
  void aColumnThatIsLeftOutMayBeInfinite() {
    TableType<?> id = new RecordSchema("Row", List.of(new Field("id", "int"))).type();
    String sql = "select 7 as id, 'infinity'::date as v";
    assertThat(db.query(sql, id.columns(), Arena.ofAuto()).get(0)).hasToString("Row[id=7]");
  }

  @Test
  void aRefusedValueLeavesNoFile(@TempDir Path folder) {
    assertThatThrownBy(() ->
            db.query(
                "select 1 as id, 'infinity'::date as v",
                type("date").columns(),
                folder.resolve("t")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(folder).isEmptyDirectory();
  }

  /// DuckDB's `isfinite` does not take them.
  @Test
  void infinityInNanosecondsWithAZoneIsNoValueEither() {
    String sql = "select 1 as id, '%s'::timestamptz_ns as v";
    Table<?> table =
        db.query(
            sql.formatted("2026-01-02 03:04:05.123456789+00"),
            type("instant nanos").columns(),
            Arena.ofAuto());
    assertThat(table.get(0).toString()).contains("v=2026-01-02T03:04:05.123456789Z");
    assertThatThrownBy(() ->
            db.query(sql.formatted("-infinity"), type("instant nanos").columns(), Arena.ofAuto()))
        .hasMessageContaining("row 0: v is -infinity, which no table has");
  }

  @ParameterizedTest
  @CsvSource({
    "date, 2147483647, infinity",
    "date, -2147483647, -infinity",
    "date, -2147483648,",
    "datetime seconds, 9223372036854775807, infinity",
    "datetime seconds, 9223372036855,",
    "datetime millis, 9223372036854775807, infinity",
    "datetime millis, -9223372036854776,",
    "datetime micros, 9223372036854775807, infinity",
    "datetime micros, -9223372036854775807, -infinity",
    "datetime micros, -9223372036854775808,",
    "datetime micros, -9223372022400000001,",
    "datetime nanos, 9223372036854775807, infinity",
    "datetime nanos, -9223372036854775807, -infinity",
    "instant micros, 9223372036854775807, infinity",
    "instant nanos, 9223372036854775807, infinity",
    "instant nanos, -9223372036854775807, -infinity",
    "instant seconds, 9223372036854775807,"
  })
  void whatDuckDbTakesForInfinityIsRefused(String field, long number, @Nullable String infinity) {
    Table<?> table = table(field, number);
    db.register("t", table);
    assertThatThrownBy(() -> db.texts("select v from t"))
        .isInstanceOf(DuckDbException.class)
        .hasMessageContaining(
            "row 1: v is %s with the number %d, which is infinity or out of range in DuckDB: leave the column out of the query",
            field, number);
    assertThat(db.texts("select count(id) from t").rows()).containsExactly(List.of("3"));
    if (infinity != null) {
      String type =
          switch (field) {
            case "date" -> "date";
            case "datetime seconds" -> "timestamp_s";
            case "datetime millis" -> "timestamp_ms";
            case "datetime nanos", "instant nanos" -> "timestamp_ns";
            default -> "timestamp";
          };
      String sql = "select 1 as id, '%s'::%s as v".formatted(infinity, type);
      assertThatThrownBy(() -> db.query(sql, type("long").columns(), Arena.ofAuto()))
          .hasMessageContaining("v is " + infinity);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "date, 2147483646, 5881580-07-10",
    "date, -2147483646, 5877642-06-25 (BC)",
    "datetime seconds, 9223372036854, 294247-01-10 04:00:54",
    "datetime millis, -9223372022400000, 290309-12-22 (BC) 00:00:00",
    "datetime micros, 9223372036854775806, 294247-01-10 04:00:54.775806",
    "datetime micros, -9223372022400000000, 290309-12-22 (BC) 00:00:00",
    "datetime nanos, 9223372036854775806, 2262-04-11 23:47:16.854775806",
    "datetime nanos, -9223372036854775806, 1677-09-21 00:12:43.145224194",
    "instant micros, 9223372036854775806, 294247-01-10 04:00:54.775806+00",
    "instant nanos, 9223372036854775806, 2262-04-11 23:47:16.854775806"
  })
  void theLastFiniteValuesAreTheSameThere(String field, long number, String text) {
    Table<?> table = table(field, number);
    db.register("t", table);
    assertThat(db.texts("select v from t").rows().get(1)).containsExactly(text);
    Table<?> back = db.query("from t", type(field).columns(), Arena.ofAuto());
    assertThat(back.get(1)).hasToString(table.get(1).toString());
  }

  @Test
  void anAbsentValueMayHaveAnyNumber() {
    db.register("t", table("optional date", Integer.MAX_VALUE));
    assertThat(db.texts("select v from t").rows().get(1)).containsOnlyNulls();
  }

  @Test
  void aLongIntervalIsNotCutOff() {
    for (long micros : new long[] {9_223_372_036_854_776L, -36_000_000_000_000_000L, 1L << 61}) {
      for (String field : List.of("duration micros", "duration nanos", "duration seconds")) {
        String sql = "select 1 as id, to_microseconds(%d) as v".formatted(micros);
        assertThatThrownBy(() -> db.query(sql, type(field).columns(), Arena.ofAuto()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "row 0: v is an interval of %d microseconds, and Arrow has 9223372036854775 at most: use epoch_us(\"v\") in the query",
                micros);
      }
      String remedy = "select 1 as id, epoch_us(to_microseconds(%d)) as v".formatted(micros);
      assertThat(db.query(remedy, type("duration micros").columns(), Arena.ofAuto()).get(0))
          .hasToString("Row[id=1, v=%s]", Duration.of(micros, ChronoUnit.MICROS));
    }
  }

  @Test
  void theHighestBitIsNoSign() {
    for (String field : List.of("long", "decimal 38 0")) {
      String sql = "select 1 as id, 340282366920938463463374607431768211455::uhugeint as v";
      assertThatThrownBy(() -> db.query(sql, type(field).columns(), Arena.ofAuto()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("row 0: v is at least 34028236692093846344")
          .hasMessageContaining("cast \"v\" to varchar in the query");
      String fits = "select 1 as id, 42::uhugeint as v";
      assertThat(db.query(fits, type(field).columns(), Arena.ofAuto()).get(0))
          .hasToString("Row[id=1, v=42]");
    }
  }

  @Test
  void anOffsetOfATimeIsNotDropped() {
    String sql = "select 1 as id, '12:00:00+02'::timetz as v";
    assertThatThrownBy(() -> db.query(sql, type("time micros").columns(), Arena.ofAuto()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "v is TIME WITH TIME ZONE, and a table keeps no offset: cast it to time in the query");
  }
}
