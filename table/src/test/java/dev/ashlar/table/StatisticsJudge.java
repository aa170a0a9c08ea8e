// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.Unit;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Compares statistics with what a plain loop over records finds.
final class StatisticsJudge {
  private StatisticsJudge() {}

  /// Requires that all statistics that are stored are those of the rows as `get` returns them.
  ///
  /// @return the first rows of the blocks that have some
  static List<Long> requireRight(MappedTable<?> table) throws Exception {
    List<Long> found = new ArrayList<>();
    for (RowStatistics block : table.statistics(0, table.size())) {
      requireRight(table, block, _ -> true);
      found.add(block.firstRow());
    }
    return found;
  }

  /// @param inFile whether the file has a component of the record, of that name
  static void requireRight(MappedTable<?> table, RowStatistics block, Predicate<String> inFile)
      throws Exception {
    List<@Nullable Object> rows = new ArrayList<>();
    for (long row = block.firstRow(); row < block.firstRow() + block.rowCount(); row++) {
      rows.add(table.get(row));
    }
    for (RecordComponent component : table.layout().type().recordType().getRecordComponents()) {
      boolean known = inFile.test(component.getName());
      compare(block, component, component.getName(), rows, known, table.toString());
    }
  }

  private static void compare(
      RowStatistics block,
      RecordComponent component,
      String name,
      List<@Nullable Object> records,
      boolean known,
      String table)
      throws Exception {
    component.getAccessor().setAccessible(true);
    List<@Nullable Object> values = new ArrayList<>();
    for (Object record : records) {
      Object value = record == null ? null : component.getAccessor().invoke(record);
      values.add(value instanceof Optional<?> optional ? optional.orElse(null) : value);
    }
    String what = "%s in %s of %s".formatted(name, block, table);
    long nulls = values.stream().filter(Objects::isNull).count();
    assertThat(block.nullCount(name)).as(what).isEqualTo(nulls);
    Class<?> type =
        component.getGenericType() instanceof ParameterizedType optional
            ? (Class<?>) optional.getActualTypeArguments()[0]
            : component.getType();
    if (type.isRecord()) {
      for (RecordComponent inside : type.getRecordComponents()) {
        compare(block, inside, name + "." + inside.getName(), values, known, table);
      }
    }
    if (type == String.class) {
      FixedUtf8 fixed = component.getAnnotation(FixedUtf8.class);
      boolean isOne = fixed != null && fixed.value() == 1;
      boolean hasCode = component.isAnnotationPresent(DictionaryEncoded.class);
      compareTexts(block, name, values, known && !isOne && !hasCode, what);
    }
    boolean isOrdered =
        !type.isRecord() && !List.of("String", "UUID", "byte[]").contains(type.getSimpleName());
    if (nulls == block.rowCount() || !isOrdered) {
      assertThat(block.min(name)).as(what).isNull();
      assertThat(block.max(name)).as(what).isNull();
    } else if (known) {
      List<Number> numbers =
          values.stream()
              .filter(Objects::nonNull)
              .map(each -> number(each, component))
              .sorted(StatisticsJudge::compare)
              .toList();
      assertThat(block.min(name)).as(what).isEqualTo(numbers.getFirst());
      assertThat(block.max(name)).as(what).isEqualTo(numbers.getLast());
    }
  }

  /// @param isKnown whether statistics have texts of this component
  private static void compareTexts(
      RowStatistics block,
      String name,
      List<@Nullable Object> values,
      boolean isKnown,
      String what) {
    List<String> texts = values.stream().filter(Objects::nonNull).map(String.class::cast).toList();
    List<byte[]> prefixes =
        texts.stream().map(StatisticsJudge::prefix).sorted(Arrays::compareUnsigned).toList();
    assertThat(block.mayHaveText(name, null, null)).as(what).isEqualTo(!texts.isEmpty());
    List<String> probes = new ArrayList<>(List.of("", "m", "\uDBFF\uDFFF"));
    for (String text : texts.subList(0, Math.min(20, texts.size()))) {
      probes.addAll(List.of(text, text + "x", "0" + text));
    }
    for (String probe : probes) {
      boolean isLess =
          !texts.isEmpty() && Arrays.compareUnsigned(prefix(probe), prefixes.getLast()) <= 0;
      boolean isGreater =
          !texts.isEmpty() && Arrays.compareUnsigned(prefix(probe), prefixes.getFirst()) >= 0;
      boolean any = !texts.isEmpty() && !isKnown;
      if (texts.stream().anyMatch(text -> text.startsWith(probe))) {
        assertThat(block.mayHaveBeginning(name, probe)).as(what).isTrue();
      } else if (isKnown && !isLess) {
        assertThat(block.mayHaveBeginning(name, probe)).as(what).isFalse();
      }
      assertThat(block.mayHaveText(name, probe, null)).as(what).isEqualTo(isLess || any);
      assertThat(block.mayHaveText(name, null, probe)).as(what).isEqualTo(isGreater || any);
      assertThat(block.mayHaveText(name, probe, probe))
          .as(what)
          .isEqualTo((isLess && isGreater) || any);
    }
  }

  private static byte[] prefix(String text) {
    return Arrays.copyOf(text.getBytes(UTF_8), 16);
  }

  @SuppressWarnings("unchecked") // Values of one component have one type.
  private static int compare(Number one, Number other) {
    return ((Comparable<Number>) one).compareTo(other);
  }

  private static Number number(Object value, RecordComponent component) {
    return switch (value) {
      case Boolean is -> is ? 1L : 0L;
      case Character character -> (long) character;
      case Float number -> number.doubleValue();
      case Double number -> number;
      case Number number when !(number instanceof BigDecimal) -> number.longValue();
      case Enum<?> constant ->
          (long) List.of(constant.getDeclaringClass().getEnumConstants()).indexOf(constant);
      case LocalDate day -> day.toEpochDay();
      case LocalTime time -> units(Duration.between(LocalTime.MIDNIGHT, time), component);
      case LocalDateTime at ->
          units(Duration.between(Instant.EPOCH, at.toInstant(ZoneOffset.UTC)), component);
      case Instant at -> units(Duration.between(Instant.EPOCH, at), component);
      case Duration duration -> units(duration, component);
      case BigDecimal decimal -> digits(decimal, component);
      default -> throw new AssertionError(value);
    };
  }

  private static Number digits(BigDecimal decimal, RecordComponent component) {
    BigInteger digits = decimal.unscaledValue();
    boolean isWide = component.getAnnotation(Decimal.class).precision() > 18;
    return isWide ? (Number) digits : (Number) digits.longValueExact();
  }

  private static long units(Duration duration, RecordComponent component) {
    Unit unit = component.getAnnotation(Unit.class);
    Duration one = (unit == null ? ChronoUnit.MICROS : unit.value()).getDuration();
    BigInteger nanos =
        BigInteger.valueOf(duration.getSeconds())
            .multiply(BigInteger.valueOf(1_000_000_000))
            .add(BigInteger.valueOf(duration.getNano()));
    return nanos.divide(BigInteger.valueOf(one.toNanos())).longValueExact();
  }
}
