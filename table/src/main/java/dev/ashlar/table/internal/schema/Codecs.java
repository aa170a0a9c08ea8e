// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.Unit;
import dev.ashlar.table.internal.value.BytesCodec;
import dev.ashlar.table.internal.value.Codec;
import dev.ashlar.table.internal.value.DateCodec;
import dev.ashlar.table.internal.value.DecimalCodec;
import dev.ashlar.table.internal.value.DictionaryCodec;
import dev.ashlar.table.internal.value.TextCodec;
import dev.ashlar.table.internal.value.TimeCodec;
import dev.ashlar.table.internal.value.Utf8Codec;
import dev.ashlar.table.internal.value.UuidCodec;
import dev.ashlar.table.internal.value.WideDecimalCodec;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Chooses the codec of a component by its type and its annotations.
final class Codecs {
  private static final int MAX_LENGTH = 65_535;

  private static final Map<Class<?>, TimeCodec.Type> TIMES =
      Map.of(
          LocalTime.class, TimeCodec.Type.TIME,
          LocalDateTime.class, TimeCodec.Type.DATETIME,
          Instant.class, TimeCodec.Type.INSTANT,
          Duration.class, TimeCodec.Type.DURATION);

  /// The types that an annotation is for.
  private static final Map<Class<? extends Annotation>, Set<Class<?>>> ANNOTATED =
      Map.of(
          Unit.class, TIMES.keySet(),
          Decimal.class, Set.of(BigDecimal.class),
          FixedBytes.class, Set.of(byte[].class),
          FixedUtf8.class, Set.of(String.class),
          DictionaryEncoded.class, Set.of(String.class));

  private Codecs() {}

  /// Returns the codec of a component; null if its type needs none, or cannot be stored.
  ///
  /// @param type of the values
  /// @param field how messages name it
  /// @param index of the field that the codec is for
  /// @throws IllegalArgumentException if an annotation is missing, wrong, or in the wrong place
  static @Nullable Codec of(RecordComponent declared, Class<?> type, String field, int index) {
    requireForType(declared, type);
    TimeCodec.Type time = TIMES.get(type);
    if (time != null) {
      return TimeCodec.of(field, time, unit(declared));
    }
    if (type == LocalDate.class) {
      return new DateCodec(field);
    }
    if (type == UUID.class) {
      return UuidCodec.of(index);
    }
    if (type == BigDecimal.class) {
      return decimal(declared, field, index);
    }
    if (type == byte[].class) {
      int length = require(declared, FixedBytes.class, "@FixedBytes(32)").value();
      return BytesCodec.of(field, length(declared, length), index);
    }
    if (type == String.class) {
      return text(declared, field, index);
    }
    return null;
  }

  private static Codec text(RecordComponent declared, String field, int index) {
    FixedUtf8 fixed = declared.getAnnotation(FixedUtf8.class);
    boolean isCode = declared.isAnnotationPresent(DictionaryEncoded.class);
    if (fixed != null && isCode) {
      throw ComponentReader.refused(
          declared, "is either in the row or in the dictionary: leave out one annotation");
    }
    if (isCode) {
      return DictionaryCodec.of(field, index);
    }
    return fixed == null
        ? TextCodec.of(field, index)
        : Utf8Codec.of(field, length(declared, fixed.value()), index);
  }

  /// Returns the codec of what is in a file; null if these are not the words of one.
  ///
  /// @param text as of [Codec#text]
  /// @param index of the field that the codec is for
  static @Nullable Codec ofText(String text, String field, int index) {
    String[] words = text.split(" ", -1);
    try {
      Codec codec =
          switch (words[0]) {
            case "date" -> new DateCodec(field);
            case "uuid" -> UuidCodec.of(index);
            case TextCodec.TEXT -> TextCodec.of(field, index);
            case DictionaryCodec.TEXT -> DictionaryCodec.of(field, index);
            case "decimal" -> {
              int precision = number(words[1], WideDecimalCodec.MAX_PRECISION);
              yield decimal(field, precision, number(words[2], precision), index);
            }
            case "bytes" -> BytesCodec.of(field, number(words[1], MAX_LENGTH), index);
            case "utf8" -> Utf8Codec.of(field, number(words[1], MAX_LENGTH), index);
            case "time", "datetime", "instant", "duration" ->
                TimeCodec.of(
                    field,
                    TimeCodec.Type.valueOf(words[0].toUpperCase(Locale.ROOT)),
                    ChronoUnit.valueOf(words[1].toUpperCase(Locale.ROOT)));
            default -> null;
          };
      return codec != null && codec.text().equals(text) ? codec : null;
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException unknown) {
      return null;
    }
  }

  private static int number(String word, int most) {
    int number = Integer.parseInt(word);
    if (number < 0 || number > most) {
      throw new IllegalArgumentException(word);
    }
    return number;
  }

  private static void requireForType(RecordComponent declared, Class<?> type) {
    ANNOTATED.forEach((annotation, types) -> {
      if (declared.isAnnotationPresent(annotation) && !types.contains(type)) {
        throw ComponentReader.refused(
            declared, "is no type that @%s is for".formatted(annotation.getSimpleName()));
      }
    });
  }

  private static ChronoUnit unit(RecordComponent declared) {
    Unit annotation = declared.getAnnotation(Unit.class);
    ChronoUnit unit = annotation == null ? ChronoUnit.MICROS : annotation.value();
    if (!TimeCodec.UNITS.contains(unit)) {
      throw ComponentReader.refused(
          declared,
          "is not stored in %s: @Unit takes one of %s"
              .formatted(unit.name(), TimeCodec.UNITS.stream().map(ChronoUnit::name).toList()));
    }
    return unit;
  }

  private static Codec decimal(RecordComponent declared, String field, int index) {
    Decimal decimal = require(declared, Decimal.class, "@Decimal(precision = 18, scale = 4)");
    int precision = decimal.precision();
    int scale = decimal.scale();
    if (precision < 1 || precision > WideDecimalCodec.MAX_PRECISION) {
      throw ComponentReader.refused(
          declared,
          "has 1 to %d digits: @Decimal has the precision %d"
              .formatted(WideDecimalCodec.MAX_PRECISION, precision));
    }
    if (scale < 0 || scale > precision) {
      throw ComponentReader.refused(
          declared,
          "has the precision %d: @Decimal has the scale %d, and takes 0 to %d"
              .formatted(precision, scale, precision));
    }
    return decimal(field, precision, scale, index);
  }

  private static Codec decimal(String field, int precision, int scale, int index) {
    return precision <= DecimalCodec.MAX_PRECISION
        ? DecimalCodec.of(field, precision, scale)
        : WideDecimalCodec.of(field, precision, scale, index);
  }

  private static <A extends Annotation> A require(
      RecordComponent declared, Class<A> annotation, String example) {
    A found = declared.getAnnotation(annotation);
    if (found == null) {
      throw ComponentReader.refused(
          declared, "has no size that the type tells: annotate it, as in " + example);
    }
    return found;
  }

  private static int length(RecordComponent declared, int length) {
    if (length < 1 || length > MAX_LENGTH) {
      throw ComponentReader.refused(
          declared, "has 1 to %d bytes in a row, not %d".formatted(MAX_LENGTH, length));
    }
    return length;
  }
}
