// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.arrow.internal.cdata.CStream;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// pyarrow, which is Arrow's implementation in C++, reads what is exported, and the reverse. It
/// prints the values itself.
@EnabledOnOs(value = OS.LINUX, disabledReason = "loading libpython is as on Linux")
@Timeout(240)
class PyArrowTest {
  private static final int ROWS = 3_000;

  /// Dates and times as the numbers that they are, floating-point numbers as their bits.
  private static final String PRINTING =
      """
      import decimal
      import pyarrow as pa
      def numbers(chunk):
          if pa.types.is_floating(chunk.type) or pa.types.is_temporal(chunk.type):
              return chunk.view(pa.int32() if chunk.type.bit_width == 32 else pa.int64())
          return chunk
      def text(value):
          return format(value, 'f') if isinstance(value, decimal.Decimal) else str(value)
      def print_to(path, table):
          with open(path, 'w') as out:
              for name in table.column_names:
                  column = table.column(name)
                  values = [text(v) for chunk in column.chunks for v in numbers(chunk).to_pylist()]
                  print(name, column.type, sep='\\t', file=out)
                  print(*[chunk.buffers()[1].address for chunk in column.chunks], file=out)
                  print(*values, sep='\\t', file=out)
      """;

  /// What Python printed of a column.
  ///
  /// @param addresses of the values of each batch
  private record Printed(String type, List<String> addresses, List<String> values) {}

  record Made(
      long id,
      Optional<LocalDate> day,
      @FixedUtf8(5) String text,
      @Decimal(precision = 9, scale = 2) Optional<BigDecimal> price) {}

  record Venue(@DictionaryEncoded String venue, @OrNull @DictionaryEncoded @Nullable String desk) {}

  static final TableType<Venue> VENUE = TableType.of(MethodHandles.lookup(), Venue.class);

  record Texts(String utf8, String large, Optional<String> view, String words) {}

  static final TableType<Texts> TEXTS = TableType.of(MethodHandles.lookup(), Texts.class);
  static final TableType<Made> MADE = TableType.of(MethodHandles.lookup(), Made.class);

  @TempDir private Path folder;

  @Test
  void itReadsPrimitivesAndEnums() throws Throwable {
    List<Sample> rows = SampleTables.rows(ROWS);
    Table<Sample> table = filled(Sample.TYPE, rows);
    Map<String, Printed> printed = export(table);
    assertThat(types(printed))
        .isEqualTo(
            "flag bool, tiny int8, small int16, letter uint16, number int32, large int64,"
                + " fraction float, precise double,"
                + " side dictionary<values=string, indices=uint8, ordered=0>");
    requireValues(printed, rows, "flag", row -> row.flag() ? "True" : "False");
    requireValues(printed, rows, "tiny", Sample::tiny);
    requireValues(printed, rows, "small", Sample::small);
    requireValues(printed, rows, "letter", row -> (int) row.letter());
    requireValues(printed, rows, "number", Sample::number);
    requireValues(printed, rows, "large", Sample::large);
    requireValues(printed, rows, "fraction", row -> Float.floatToRawIntBits(row.fraction()));
    requireValues(printed, rows, "precise", row -> Double.doubleToRawLongBits(row.precise()));
    requireValues(printed, rows, "side", Sample::side);
    requireInPlace(printed, table, "tiny", "letter", "number", "large", "precise", "side");
  }

  @Test
  void itReadsDatesDecimalsTextsAndAbsentValues() throws Throwable {
    List<TypedSample> rows = typedRows();
    Table<TypedSample> table = filled(TypedSample.TYPE, rows);
    Map<String, Printed> printed = export(table);
    assertThat(types(printed))
        .isEqualTo(
            "day date32[day], second time32[s], micro time64[us], milli timestamp[ms],"
                + " instant timestamp[us, tz=UTC], precise timestamp[ns, tz=UTC],"
                + " took duration[us], tookNanos duration[ns], small decimal128(7, 2),"
                + " price decimal128(18, 4), wide decimal128(38, 10), id extension<arrow.uuid>,"
                + " code large_string, due date32[day], count int32, note large_string, flag bool,"
                + " parent extension<arrow.uuid>,"
                + " side dictionary<values=string, indices=uint8, ordered=0>,"
                + " leg.quantity int64, leg.price decimal128(12, 3), other.isPresent bool,"
                + " other.quantity int64, other.price decimal128(12, 3)");
    requireValues(printed, rows, "day", row -> row.day().toEpochDay());
    requireValues(printed, rows, "second", row -> row.second().toSecondOfDay());
    requireValues(printed, rows, "micro", row -> row.micro().toNanoOfDay() / 1_000);
    requireValues(
        printed, rows, "milli", row -> row.milli().toInstant(ZoneOffset.UTC).toEpochMilli());
    requireValues(printed, rows, "instant", row -> since1970(ChronoUnit.MICROS, row.instant()));
    requireValues(printed, rows, "precise", row -> since1970(ChronoUnit.NANOS, row.precise()));
    requireValues(printed, rows, "took", row -> row.took().toNanos() / 1_000);
    requireValues(printed, rows, "tookNanos", row -> row.tookNanos().toNanos());
    requireValues(printed, rows, "small", row -> plain(row.small()));
    requireValues(printed, rows, "price", row -> plain(row.price()));
    requireValues(printed, rows, "wide", row -> plain(row.wide()));
    requireValues(printed, rows, "id", TypedSample::id);
    requireValues(printed, rows, "code", TypedSample::code);
    requireValues(printed, rows, "due", row -> days(row.due()));
    requireValues(printed, rows, "count", row -> row.count().orElse(null));
    requireValues(printed, rows, "note", TypedSample::note);
    requireValues(printed, rows, "flag", row -> capital(row.flag()));
    requireValues(printed, rows, "parent", TypedSample::parent);
    requireValues(printed, rows, "side", TypedSample::side);
    requireValues(printed, rows, "leg.quantity", row -> row.leg().quantity());
    requireValues(printed, rows, "leg.price", row -> plain(row.leg().price()));
    requireValues(printed, rows, "other.isPresent", row -> capital(row.other() != null));
    requireValues(printed, rows, "other.quantity", row -> ofOther(row, TypedSample.Leg::quantity));
    requireValues(printed, rows, "other.price", row -> ofOther(row, leg -> plain(leg.price())));
    requireInPlace(
        printed, table, "day", "micro", "milli", "precise", "took", "wide", "id", "due", "parent");
  }

  @Test
  void itReadsTextsWithCodes() throws Throwable {
    List<Venue> rows =
        Stream.iterate(0, i -> i + 1)
            .limit(ROWS)
            .map(i -> new Venue("venue é".repeat(i % 3) + i % 7, i % 2 == 0 ? null : "" + i % 5))
            .toList();
    Table<Venue> table = filled(VENUE, rows);
    Map<String, Printed> printed = export(table);
    assertThat(types(printed))
        .isEqualTo(
            "venue dictionary<values=large_string, indices=int32, ordered=0>,"
                + " desk dictionary<values=large_string, indices=int32, ordered=0>");
    requireValues(printed, rows, "venue", Venue::venue);
    requireValues(printed, rows, "desk", Venue::desk);
    requireInPlace(printed, table, "venue", "desk");
  }

  /// Slices have an offset into their buffers, and batches are of another size.
  @Test
  void whatItExportsIsRead() throws Throwable {
    List<TypedSample> rows = typedRows();
    export(filled(TypedSample.TYPE, rows));
    String slice = "pa.concat_tables([table.slice(5, 1001), table.slice(1006)])";
    assertThat(imported(slice, TypedSample.TYPE)).isEqualTo(rows.subList(5, ROWS));
    List<Sample> samples = SampleTables.rows(ROWS);
    export(filled(Sample.TYPE, samples));
    assertThat(imported("table.slice(7)", Sample.TYPE)).isEqualTo(samples.subList(7, ROWS));
  }

  @Test
  void whatItMadeItselfIsRead() throws Throwable {
    String made =
        """
        pa.table({
          'id': pa.array([1, 2, 3], pa.uint8()),
          'day': pa.array([datetime.date(2026, 11, 23), None, datetime.date(1969, 12, 31)]),
          'text': pa.array(['', 'ä', 'three']),
          'price': pa.array([decimal.Decimal('1.50'), decimal.Decimal('-0.01'), None]),
        })\
        """;
    assertThat(imported(made, MADE))
        .containsExactly(
            new Made(
                1,
                Optional.of(LocalDate.of(2026, 11, 23)),
                "",
                Optional.of(new BigDecimal("1.50"))),
            new Made(2, Optional.empty(), "ä", Optional.of(new BigDecimal("-0.01"))),
            new Made(3, Optional.of(LocalDate.of(1969, 12, 31)), "three", Optional.empty()));
  }

  @Test
  void itsTextsOfAnyLengthAreRead() throws Throwable {
    List<Texts> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String text = "é".repeat(i % 30) + i;
      rows.add(new Texts(text, text, Optional.of(text).filter(one -> one.length() % 3 > 0), text));
    }
    String made =
        """
        (lambda texts: pa.table({
          'utf8': pa.array(texts),
          'large': pa.array(texts, pa.large_string()),
          'view': pa.array([one if len(one) % 3 else None for one in texts], pa.string_view()),
          'words': pa.array(texts).dictionary_encode(),
        }))(['é' * (i % 30) + str(i) for i in range(3000)]).slice(11)\
        """;
    assertThat(imported(made, TEXTS)).isEqualTo(rows.subList(11, ROWS));
    Map<String, Printed> printed = export(filled(TEXTS, rows));
    assertThat(types(printed))
        .isEqualTo("utf8 large_string, large large_string, view large_string, words large_string");
    requireValues(printed, rows, "utf8", Texts::utf8);
    requireValues(printed, rows, "view", row -> row.view().orElse(null));
    assertThat(imported("table.slice(5)", TEXTS)).isEqualTo(rows.subList(5, ROWS));
  }

  @Test
  void aFailureOfPythonIsAnError() throws Throwable {
    Python python = Python.required();
    assertThatThrownBy(() -> python.run("raise ValueError('no')"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ValueError: no");
  }

  private static <R extends Record> Table<R> filled(TableType<R> type, List<R> rows) {
    Table<R> table = type.columns().withCapacity(rows.size()).allocate(Arena.ofAuto(), 0);
    rows.forEach(table::append);
    return table;
  }

  private static List<TypedSample> typedRows() {
    long seed = RandomGenerator.getDefault().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    return Stream.generate(() -> TypedSample.random(random)).limit(ROWS).toList();
  }

  /// Has Python keep a table as `table`, and returns what it prints of its columns.
  private Map<String, Printed> export(Table<?> table) throws Throwable {
    Python python = Python.required();
    Path out = folder.resolve("printed");
    try (ArrowStream stream = ArrowStream.of(table)) {
      python.run(
          PRINTING
              + """
              table = pa.RecordBatchReader._import_from_c(%d).read_all()
              table.validate(full=True)
              print_to('%s', table)
              """
                  .formatted(stream.struct().address(), out));
    }
    List<String> lines = Files.readAllLines(out);
    Map<String, Printed> columns = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i += 3) {
      List<String> head = List.of(lines.get(i).split("\t", -1));
      columns.put(
          head.get(0),
          new Printed(
              head.get(1),
              List.of(lines.get(i + 1).split(" ", -1)),
              List.of(lines.get(i + 2).split("\t", -1))));
    }
    return columns;
  }

  /// Returns the rows of a table that Python makes.
  private static <R extends Record> List<R> imported(String table, TableType<R> type)
      throws Throwable {
    MemorySegment struct = Arena.ofAuto().allocate(CStream.BYTES, Long.BYTES);
    Python.required()
        .run(
            """
            import datetime, decimal
            import pyarrow as pa
            made = %s
            pa.RecordBatchReader.from_batches(
                made.schema, made.to_batches(max_chunksize=700))._export_to_c(%d)
            """
                .formatted(table.replace("\n", ""), struct.address()));
    List<R> rows = new ArrayList<>();
    ArrowStream.from(struct).toTable(type.rows(), Arena.ofAuto()).forEach(rows::add);
    return rows;
  }

  private static String types(Map<String, Printed> columns) {
    return columns.entrySet().stream()
        .map(column -> column.getKey() + " " + column.getValue().type())
        .collect(Collectors.joining(", "));
  }

  private static <R> void requireValues(
      Map<String, Printed> columns,
      List<R> rows,
      String name,
      Function<R, @Nullable Object> value) {
    List<String> expected =
        rows.stream().map(value).map(one -> one == null ? "None" : one.toString()).toList();
    assertThat(Objects.requireNonNull(columns.get(name), name).values())
        .as(name)
        .isEqualTo(expected);
  }

  private static void requireInPlace(
      Map<String, Printed> columns, Table<?> table, String... names) {
    for (String name : names) {
      long address = table.column(name).asReadOnlySegment().address();
      assertThat(Objects.requireNonNull(columns.get(name), name).addresses())
          .as(name)
          .containsExactly("" + address);
    }
  }

  private static long since1970(ChronoUnit unit, Instant instant) {
    return unit.between(Instant.EPOCH, instant);
  }

  private static @Nullable String plain(@Nullable BigDecimal decimal) {
    return decimal == null ? null : decimal.toPlainString();
  }

  private static @Nullable Long days(@Nullable LocalDate day) {
    return day == null ? null : day.toEpochDay();
  }

  private static @Nullable String capital(@Nullable Boolean value) {
    return value == null ? null : value ? "True" : "False";
  }

  private static @Nullable Object ofOther(
      TypedSample row, Function<TypedSample.Leg, @Nullable Object> value) {
    return row.other() == null ? null : value.apply(row.other());
  }
}
