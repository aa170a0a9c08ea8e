// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.record;

import dev.ashlar.table.annotation.ColumnName;
import dev.ashlar.table.annotation.Decimal;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedBytes;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.annotation.OrNull;
import dev.ashlar.table.annotation.Unit;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.lang.constant.ClassDesc;
import java.time.temporal.ChronoUnit;
import java.util.List;

/// An annotation of a component.
///
/// @param source the annotation in source code
/// @param annotation the annotation in a class file
/// @param imports the types that the source names
public record Mark(String source, Annotation annotation, List<Class<?>> imports) {
  static final Mark OR_NULL = plain(OrNull.class);
  static final Mark DICTIONARY = plain(DictionaryEncoded.class);

  private static Mark plain(Class<?> type) {
    return new Mark("@" + type.getSimpleName(), Annotation.of(descriptor(type)), List.of(type));
  }

  static Mark unit(ChronoUnit unit) {
    AnnotationValue value = AnnotationValue.ofEnum(descriptor(ChronoUnit.class), unit.name());
    return new Mark(
        "@Unit(ChronoUnit.%s)".formatted(unit.name()),
        Annotation.of(descriptor(Unit.class), AnnotationElement.of("value", value)),
        List.of(Unit.class, ChronoUnit.class));
  }

  static Mark decimal(int precision, int scale) {
    return new Mark(
        "@Decimal(precision = %d, scale = %d)".formatted(precision, scale),
        Annotation.of(
            descriptor(Decimal.class),
            AnnotationElement.ofInt("precision", precision),
            AnnotationElement.ofInt("scale", scale)),
        List.of(Decimal.class));
  }

  static Mark fixedBytes(int length) {
    return sized(FixedBytes.class, length);
  }

  static Mark fixedUtf8(int length) {
    return sized(FixedUtf8.class, length);
  }

  private static Mark sized(Class<?> type, int length) {
    return new Mark(
        "@%s(%d)".formatted(type.getSimpleName(), length),
        Annotation.of(descriptor(type), AnnotationElement.ofInt("value", length)),
        List.of(type));
  }

  public static Mark columnName(String name) {
    StringBuilder source = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char unit = name.charAt(i);
      source.append(
          switch (unit) {
            case '"', '\\' -> "\\" + unit;
            default -> unit < ' ' ? "\\%03o".formatted((int) unit) : String.valueOf(unit);
          });
    }
    return new Mark(
        "@ColumnName(\"%s\")".formatted(source),
        Annotation.of(descriptor(ColumnName.class), AnnotationElement.ofString("value", name)),
        List.of(ColumnName.class));
  }

  private static ClassDesc descriptor(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
