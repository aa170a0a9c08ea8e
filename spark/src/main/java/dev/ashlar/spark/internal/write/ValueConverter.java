// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import dev.ashlar.spark.internal.file.TableField;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// Converts a column in Spark's rows to the value of a component.
interface ValueConverter {
  int MICROS_PER_SECOND = 1_000_000;
  int NANOS_PER_SECOND = 1_000_000_000;
  int MAX_CHAR = Character.MAX_VALUE;

  /// Returns the value; null if it is absent.
  ///
  /// @throws IllegalArgumentException if the component has no such value
  @Nullable Object get(InternalRow row, int ordinal);

  /// Returns the converter of a component.
  ///
  /// @param component the type of the component
  static ValueConverter of(TableField field, Class<?> component, DataType column) {
    ValueConverter present = present(field, component, column);
    return (row, ordinal) -> {
      if (!row.isNullAt(ordinal)) {
        return present.get(row, ordinal);
      }
      if (!field.optional()) {
        throw new IllegalArgumentException(
            "%s is null, and the files' %s always has a value: leave such rows out, or write new files with the option type.%s 'optional …'"
                .formatted(field.path(), String.join(" ", field.words()), field.path()));
      }
      return null;
    };
  }

  private static ValueConverter present(TableField field, Class<?> component, DataType column) {
    return switch (field.kind()) {
      case "boolean" -> InternalRow::getBoolean;
      case "byte" -> InternalRow::getByte;
      case "short" -> InternalRow::getShort;
      case "int" -> InternalRow::getInt;
      case "long" -> InternalRow::getLong;
      case "float" -> InternalRow::getFloat;
      case "double" -> InternalRow::getDouble;
      case "char" -> (row, ordinal) -> character(field, row.getInt(ordinal));
      case "date" -> (row, ordinal) -> LocalDate.ofEpochDay(row.getInt(ordinal));
      case "time" -> (row, ordinal) -> timeOfDay(field, row.getLong(ordinal));
      case "datetime", "instant", "duration" -> time(field);
      case "decimal" ->
          (row, ordinal) ->
              row.getDecimal(ordinal, field.number(1), field.number(2)).toJavaBigDecimal();
      case "bytes" -> InternalRow::getBinary;
      case "uuid" -> (row, ordinal) -> id(field, row.getUTF8String(ordinal).toString());
      case "enum" -> constants(field, component);
      case TableField.RECORD -> record(field, component, (StructType) column);
      default -> (row, ordinal) -> text(field, row.getUTF8String(ordinal));
    };
  }

  /// A text of Spark may have any bytes, which a String would replace.
  private static String text(TableField field, UTF8String text) {
    if (!text.isValid()) {
      throw new IllegalArgumentException(
          "%s has the bytes %s, which are not UTF-8: use make_valid_utf8, or a column of binary"
              .formatted(field.path(), HexFormat.of().formatHex(text.getBytes())));
    }
    return text.toString();
  }

  private static char character(TableField field, int value) {
    if (value < 0 || value > MAX_CHAR) {
      throw new IllegalArgumentException(
          "%s is %d, and a char is from 0 to %d".formatted(field.path(), value, MAX_CHAR));
    }
    return (char) value;
  }

  private static LocalTime timeOfDay(TableField field, long units) {
    long day = Duration.ofDays(1).toNanos() / field.unitNanos();
    if (units < 0 || units >= day) {
      throw new IllegalArgumentException(
          "%s is %d, and a time of day is from 0 to %d %s"
              .formatted(field.path(), units, day - 1, field.words().get(1)));
    }
    return LocalTime.ofNanoOfDay(units * field.unitNanos());
  }

  private static ValueConverter time(TableField field) {
    long perSecond = field.unitNanos() == 1 ? NANOS_PER_SECOND : MICROS_PER_SECOND;
    int nanos = (int) (NANOS_PER_SECOND / perSecond);
    return (row, ordinal) -> {
      long value = row.getLong(ordinal);
      long seconds = Math.floorDiv(value, perSecond);
      int rest = (int) Math.floorMod(value, perSecond) * nanos;
      return switch (field.kind()) {
        case "datetime" -> LocalDateTime.ofEpochSecond(seconds, rest, ZoneOffset.UTC);
        case "instant" -> Instant.ofEpochSecond(seconds, rest);
        default -> Duration.ofSeconds(seconds, rest);
      };
    };
  }

  private static UUID id(TableField field, String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException none) {
      throw new IllegalArgumentException("%s is '%s', no UUID".formatted(field.path(), text), none);
    }
  }

  private static ValueConverter constants(TableField field, Class<?> component) {
    Map<UTF8String, Object> constants = new HashMap<>();
    for (Object constant : component.getEnumConstants()) {
      constants.put(UTF8String.fromString(((Enum<?>) constant).name()), constant);
    }
    return (row, ordinal) -> {
      UTF8String name = row.getUTF8String(ordinal);
      Object constant = constants.get(name);
      if (constant == null) {
        throw new IllegalArgumentException(
            "%s is '%s', which is none of %s".formatted(field.path(), name, field.constants()));
      }
      return constant;
    };
  }

  private static ValueConverter record(TableField field, Class<?> component, StructType columns) {
    RecordConverter<?> record =
        new RecordConverter<>(component.asSubclass(Record.class), field.components(), columns);
    return (row, ordinal) -> record.convert(row.getStruct(ordinal, columns.length()));
  }
}
