// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.RowStatistics;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The range of a field whose values are ordered as numbers, from the statistics of rows.
/// Floating-point numbers have the order of [Double#compare], enum constants that of their
/// ordinals.
final class FieldStatistics implements FieldRange {
  private static final String OPTIONAL = "optional ";
  private static final String RECORD = "record";

  /// The types of fields of which statistics have no range.
  private static final Set<String> OTHERS = Set.of("text", "utf8", "dictionary", "bytes", "uuid");

  private final Field field;
  private final List<String> words;
  private long rows;
  private long nulls;
  private @Nullable Number min;
  private @Nullable Number max;

  FieldStatistics(Field field) {
    this.field = field;
    this.words = words(field);
  }

  private static List<String> words(Field field) {
    String type = field.type();
    return List.of(
        (type.startsWith(OPTIONAL) ? type.substring(OPTIONAL.length()) : type).split(" ", -1));
  }

  /// Returns whether statistics have the range of this field.
  static boolean isPossible(Field field) {
    return !OTHERS.contains(words(field).getFirst());
  }

  @Override
  public Field field() {
    return field;
  }

  private boolean isRecord() {
    return words.getFirst().equals(RECORD);
  }

  /// Returns the number of rows with a value. For an optional record it is the number of all rows,
  /// because its range is that of its presence.
  @Override
  public long rows() {
    return isRecord() ? rows : rows - nulls;
  }

  void add(RowStatistics statistics) {
    rows += statistics.rowCount();
    nulls += statistics.nullCount(field.name());
    Number least = statistics.min(field.name());
    Number greatest = statistics.max(field.name());
    min = min == null || (least != null && compare(least, min) < 0) ? least : min;
    max = max == null || (greatest != null && compare(greatest, max) > 0) ? greatest : max;
  }

  @SuppressWarnings("unchecked") // The numbers of one field are of one type.
  private static int compare(Number one, Number other) {
    return ((Comparable<Number>) one).compareTo(other);
  }

  @Override
  public String min() {
    return isRecord() ? presence(nulls == 0) : text(min);
  }

  @Override
  public String max() {
    return isRecord() ? presence(nulls < rows) : text(max);
  }

  private String presence(boolean isThere) {
    return rows == 0 ? "-" : String.valueOf(isThere);
  }

  private String text(@Nullable Number value) {
    if (value == null) {
      return "-";
    }
    long number = value.longValue();
    return switch (words.getFirst()) {
      case "boolean" -> number == 0 ? "false" : "true";
      case "char" -> String.valueOf((char) number);
      case "float" -> String.valueOf(value.floatValue());
      case "date" -> LocalDate.ofEpochDay(number).toString();
      case "time" -> LocalTime.MIDNIGHT.plus(number, unit()).toString();
      case "datetime" ->
          LocalDateTime.of(LocalDate.EPOCH, LocalTime.MIDNIGHT).plus(number, unit()).toString();
      case "instant" -> Instant.EPOCH.plus(number, unit()).toString();
      case "duration" -> Duration.of(number, unit()).toString();
      case "decimal" -> decimal(value).toPlainString();
      case "enum" -> constant(number);
      default -> value.toString();
    };
  }

  private ChronoUnit unit() {
    return ChronoUnit.valueOf(words.get(1).toUpperCase(Locale.ROOT));
  }

  private BigDecimal decimal(Number value) {
    BigInteger digits =
        value instanceof BigInteger wide ? wide : BigInteger.valueOf(value.longValue());
    return new BigDecimal(digits, Integer.parseInt(words.get(2)));
  }

  private String constant(long ordinal) {
    List<String> constants = field.constants();
    return ordinal < constants.size()
        ? constants.get((int) ordinal)
        : "ordinal " + ordinal + ", which is no constant";
  }
}
