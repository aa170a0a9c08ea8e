// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The stored type of a field: a primitive type, with its size in memory and its accessors.
@SuppressWarnings("ImmutableEnumChecker") // Value layouts are immutable.
public enum PrimitiveType {
  BOOLEAN(ValueLayout.JAVA_BOOLEAN),
  BYTE(ValueLayout.JAVA_BYTE),
  SHORT(ValueLayout.JAVA_SHORT),
  CHAR(ValueLayout.JAVA_CHAR),
  INT(ValueLayout.JAVA_INT),
  LONG(ValueLayout.JAVA_LONG),
  FLOAT(ValueLayout.JAVA_FLOAT),
  DOUBLE(ValueLayout.JAVA_DOUBLE);

  private final ValueLayout layout;

  PrimitiveType(ValueLayout layout) {
    this.layout = layout;
  }

  static PrimitiveType of(Class<?> primitive) {
    return valueOf(primitive.getName().toUpperCase(Locale.ROOT));
  }

  /// Returns the type that Java calls so.
  static Optional<PrimitiveType> ofName(String name) {
    return Arrays.stream(values()).filter(each -> each.type().getName().equals(name)).findFirst();
  }

  /// Whether each value is one of another type too.
  boolean widensTo(PrimitiveType wider) {
    return this == wider
        || switch (wider) {
          case SHORT -> this == BYTE;
          case INT -> this == BYTE || this == SHORT || this == CHAR;
          case LONG -> this == BYTE || this == SHORT || this == CHAR || this == INT;
          case FLOAT -> this == BYTE || this == SHORT || this == CHAR;
          case DOUBLE ->
              this == BYTE || this == SHORT || this == CHAR || this == INT || this == FLOAT;
          default -> false;
        };
  }

  public Class<?> type() {
    return layout.carrier();
  }

  public int byteSize() {
    return (int) layout.byteSize();
  }

  /// The type of a column on the heap. A `boolean[]` could not be copied as memory.
  public Class<?> arrayType() {
    return this == BOOLEAN ? byte[].class : type().arrayType();
  }

  /// The end of the names of methods of `FieldAccess`, as in `getLong`.
  public String suffix() {
    return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
  }

  /// Returns the elements of an array of this type as a segment.
  public MemorySegment segment(Object array) {
    return switch (this) {
      case BOOLEAN, BYTE -> MemorySegment.ofArray((byte[]) array);
      case SHORT -> MemorySegment.ofArray((short[]) array);
      case CHAR -> MemorySegment.ofArray((char[]) array);
      case INT -> MemorySegment.ofArray((int[]) array);
      case LONG -> MemorySegment.ofArray((long[]) array);
      case FLOAT -> MemorySegment.ofArray((float[]) array);
      case DOUBLE -> MemorySegment.ofArray((double[]) array);
    };
  }

  public VarHandle arrayElement() {
    return MethodHandles.arrayElementVarHandle(arrayType());
  }

  /// Reaches aligned memory; coordinates are a segment and an offset in bytes.
  public VarHandle segmentElement() {
    return layout.varHandle();
  }
}
