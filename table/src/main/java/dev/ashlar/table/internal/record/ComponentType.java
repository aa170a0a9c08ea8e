// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.record;

import static java.util.Map.entry;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The Java type of a component, with its annotations.
///
/// @param source the type in source code
/// @param imports the types that the source names
public record ComponentType(
    ClassDesc descriptor, String source, List<Mark> marks, List<Class<?>> imports) {
  private static final Map<String, Class<?>> PRIMITIVES =
      Stream.of(
              boolean.class,
              byte.class,
              short.class,
              char.class,
              int.class,
              long.class,
              float.class,
              double.class)
          .collect(Collectors.toMap(Class::getName, type -> type));

  private static final Map<String, Class<?>> TYPES =
      Map.ofEntries(
          entry("date", LocalDate.class),
          entry("time", LocalTime.class),
          entry("datetime", LocalDateTime.class),
          entry("instant", Instant.class),
          entry("duration", Duration.class),
          entry("decimal", BigDecimal.class),
          entry("uuid", UUID.class),
          entry("bytes", byte[].class),
          entry("utf8", String.class),
          entry("text", String.class),
          entry("dictionary", String.class));

  /// The names that a generated type must not have, as source code names these types.
  public static Set<String> importedNames() {
    Stream<String> boxes =
        PRIMITIVES.values().stream()
            .map(type -> MethodType.methodType(type).wrap().returnType().getSimpleName());
    return Stream.concat(
            Stream.concat(TYPES.values().stream().map(Class::getSimpleName), boxes),
            Stream.of(
                "Unit",
                "Decimal",
                "FixedBytes",
                "FixedUtf8",
                "DictionaryEncoded",
                "OrNull",
                "ColumnName",
                "ChronoUnit"))
        .collect(Collectors.toSet());
  }

  /// Returns the type that is stored so; null if these are the words of none.
  ///
  /// @param words of the type in a schema's text, without `optional`
  public static @Nullable ComponentType of(List<String> words, boolean optional) {
    try {
      Class<?> primitive = words.size() == 1 ? PRIMITIVES.get(words.getFirst()) : null;
      if (primitive != null) {
        return of(
            optional ? MethodType.methodType(primitive).wrap().returnType() : primitive, optional);
      }
      Class<?> type = TYPES.get(words.getFirst());
      return type == null ? null : of(type, optional, marks(words));
    } catch (IllegalArgumentException | IndexOutOfBoundsException unknown) {
      return null;
    }
  }

  /// Returns the type of an enum or a record that is generated.
  public static ComponentType generated(ClassDesc type, String name, boolean optional) {
    return new ComponentType(type, name, optional ? List.of(Mark.OR_NULL) : List.of(), List.of());
  }

  /// Returns this type with a further annotation.
  ComponentType with(Mark mark) {
    List<Mark> all = new ArrayList<>(marks);
    all.addFirst(mark);
    return new ComponentType(descriptor, source, all, imports);
  }

  private static ComponentType of(Class<?> type, boolean optional, Mark... marks) {
    List<Mark> all = new ArrayList<>(List.of(marks));
    if (optional) {
      all.addFirst(Mark.OR_NULL);
    }
    boolean known =
        type.isPrimitive() || type.isArray() || type.getPackage() == Object.class.getPackage();
    return new ComponentType(
        type.describeConstable().orElseThrow(),
        type.getSimpleName(),
        all,
        known ? List.of() : List.of(type));
  }

  private static Mark[] marks(List<String> words) {
    return switch (words.getFirst()) {
      case "time", "datetime", "instant", "duration" -> {
        ChronoUnit unit = ChronoUnit.valueOf(words.get(1).toUpperCase(Locale.ROOT));
        yield unit == ChronoUnit.MICROS ? new Mark[0] : new Mark[] {Mark.unit(unit)};
      }
      case "decimal" -> new Mark[] {Mark.decimal(number(words, 1), number(words, 2))};
      case "bytes" -> new Mark[] {Mark.fixedBytes(number(words, 1))};
      case "utf8" -> new Mark[] {Mark.fixedUtf8(number(words, 1))};
      case "dictionary" -> new Mark[] {Mark.DICTIONARY};
      default -> new Mark[0];
    };
  }

  private static int number(List<String> words, int index) {
    return Integer.parseInt(words.get(index));
  }
}
