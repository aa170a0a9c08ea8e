package dev.ashlar.table.internal.schema;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.Collectors;

/// A component of the record, and what it is stored as.
///
/// @param record the record
/// @param index the component's place in the record
/// @param type the component's type
/// @param constants of an enum, in order; of a primitive there are none
public record Field(
    Class<?> record,
    int index,
    String name,
    Class<?> type,
    PrimitiveType primitive,
    List<Object> constants) {
  private static final MethodType ORDINAL = MethodType.methodType(int.class, int.class);

  /// An enum's ordinal is stored without a sign in the smallest integer that holds all of them.
  private static final int BYTE_ORDINALS = 1 << Byte.SIZE;

  /// @throws IllegalArgumentException naming the component and why it cannot be stored
  static Field of(int index, RecordComponent component) {
    Class<?> record = component.getDeclaringRecord();
    Class<?> type = component.getType();
    if (type.isPrimitive()) {
      return new Field(record, index, component.getName(), type, PrimitiveType.of(type), List.of());
    }
    if (!type.isEnum()) {
      throw refused(component, reason(type));
    }
    Object[] constants = type.getEnumConstants();
    if (constants == null || constants.length == 0) {
      throw refused(component, "an enum without constants has no value to store");
    }
    PrimitiveType primitive =
        constants.length <= BYTE_ORDINALS ? PrimitiveType.BYTE : PrimitiveType.CHAR;
    return new Field(record, index, component.getName(), type, primitive, List.of(constants));
  }

  static IllegalArgumentException refused(RecordComponent component, String reason) {
    return new IllegalArgumentException(
        "%s.%s cannot be stored: %s %s"
            .formatted(
                component.getDeclaringRecord().getName(),
                component.getName(),
                component.getType().getTypeName(),
                reason));
  }

  private static String reason(Class<?> type) {
    if (type.isRecord()) {
      return "is a record, and a record inside a record has no layout yet";
    }
    if (type.isArray()) {
      return "is an array, whose length the type does not tell";
    }
    if (CharSequence.class.isAssignableFrom(type)) {
      return "is text, whose length the type does not tell";
    }
    return "is a reference; only primitives and enums are flat";
  }

  public boolean isEnum() {
    return type.isEnum();
  }

  /// Returns the ordinal of what an enum is stored as. Bytes have no sign there.
  ///
  /// @throws IllegalStateException if no constant has it, since somebody else wrote the memory
  int ordinal(int stored) {
    int ordinal = primitive == PrimitiveType.BYTE ? stored & 0xFF : stored;
    if (ordinal >= constants.size()) {
      throw new IllegalStateException(
          "%s.%s has the ordinal %d in memory, and %s has %d constants"
              .formatted(record.getName(), name, ordinal, type.getName(), constants.size()));
    }
    return ordinal;
  }

  /// Returns [#ordinal] as a method handle `(int)int`.
  public MethodHandle ordinals() {
    return Lookups.find(() -> MethodHandles.lookup().bind(this, "ordinal", ORDINAL));
  }

  /// What generated code passes: the primitive, or the ordinal of an enum.
  public Class<?> valueType() {
    return isEnum() ? int.class : type;
  }

  /// The field in a schema's text, as in `price long` or `side enum BUY,SELL`.
  public String text() {
    if (!isEnum()) {
      return name + " " + type.getName();
    }
    return constants.stream()
        .map(constant -> ((Enum<?>) constant).name())
        .collect(Collectors.joining(",", name + " enum ", ""));
  }
}
