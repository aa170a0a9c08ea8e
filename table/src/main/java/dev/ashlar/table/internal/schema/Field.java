// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import dev.ashlar.table.internal.value.Codec;
import dev.ashlar.table.internal.value.NoValueException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// The stored form of a component, or of a part of it, in each row: a primitive, or a run of
/// primitives.
///
/// @param record the record whose tables have the field
/// @param index the field's place in the schema
/// @param name the name of the component, with its path, as in `leg.quantity`
/// @param type the type of the values: a primitive, an enum, or the component's type if this is a
///   run
/// @param length the number of primitives; 1 unless this is a run
/// @param constants the constants of an enum, in order; empty for other types
public record Field(
    Class<?> record,
    int index,
    String name,
    Class<?> type,
    PrimitiveType primitive,
    int length,
    List<Object> constants) {
  private static final MethodType ORDINAL = MethodType.methodType(int.class, int.class);

  /// An enum's ordinal is stored without a sign in the smallest integer that holds all of them.
  private static final int BYTE_ORDINALS = 1 << Byte.SIZE;

  static Field ofPrimitive(Class<?> record, int index, String name, Class<?> type) {
    return new Field(record, index, name, type, PrimitiveType.of(type), 1, List.of());
  }

  static Field ofEnum(
      Class<?> record, int index, String name, Class<?> type, List<Object> constants) {
    return new Field(record, index, name, type, ofOrdinals(constants.size()), 1, constants);
  }

  /// Returns the stored type of the ordinals of an enum with so many constants.
  static PrimitiveType ofOrdinals(int constants) {
    return constants <= BYTE_ORDINALS ? PrimitiveType.BYTE : PrimitiveType.CHAR;
  }

  static Field ofCodec(Class<?> record, int index, String name, Class<?> type, Codec codec) {
    return switch (codec) {
      case Codec.OfInt ofInt -> ofPrimitive(record, index, name, int.class);
      case Codec.OfLong ofLong -> ofPrimitive(record, index, name, long.class);
      case Codec.OfRun run -> {
        PrimitiveType primitive = PrimitiveType.of(run.element());
        yield new Field(record, index, name, type, primitive, run.length(), List.of());
      }
    };
  }

  public boolean isEnum() {
    return type.isEnum();
  }

  /// Whether it is a run of primitives, which [FieldAccess] does not reach.
  public boolean isRun() {
    return !type.isPrimitive() && !isEnum();
  }

  /// Whether it is the words of a text of any length, which may be in the text area.
  public boolean isText() {
    return type == String.class && primitive == PrimitiveType.LONG;
  }

  /// Whether it is the code of a text in the dictionary.
  public boolean isCode() {
    return type == String.class && primitive == PrimitiveType.INT;
  }

  /// Whether the stored value is the place or the code of a text.
  public boolean refersToText() {
    return isText() || isCode();
  }

  /// Returns a code as an `int`, without its text; any other field is itself.
  public Field stored() {
    return isCode() ? ofPrimitive(record, index, name, int.class) : this;
  }

  /// Whether a field has the same values, wherever it lies.
  boolean isStoredAs(Field other) {
    return name.equals(other.name)
        && type == other.type
        && primitive == other.primitive
        && length == other.length;
  }

  /// The bytes that it takes in a row.
  public int byteSize() {
    return primitive.byteSize() * length;
  }

  /// Returns the ordinal of a stored enum. Bytes are unsigned.
  ///
  /// @throws IllegalStateException if no constant has it, since somebody else wrote the memory
  int ordinal(int stored) {
    int ordinal = primitive == PrimitiveType.BYTE ? stored & 0xFF : stored;
    if (ordinal >= constants.size()) {
      throw new NoValueException(
          "%s.%s has the ordinal %d".formatted(record.getName(), name, ordinal),
          null,
          "and %s has %d constants".formatted(type.getName(), constants.size()));
    }
    return ordinal;
  }

  /// Returns [#ordinal] as a method handle `(int)int`.
  public MethodHandle ordinals() {
    return Lookups.findVirtual(MethodHandles.lookup(), Field.class, "ordinal", ORDINAL)
        .bindTo(this);
  }

  /// Returns the type that generated code passes: the primitive, the ordinal of an enum, or the
  /// type of a run's values.
  public Class<?> valueType() {
    return isEnum() ? int.class : type;
  }
}
