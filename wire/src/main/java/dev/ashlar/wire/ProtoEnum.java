// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A value of an open enum of proto3. This program may know no constant for its number.
///
/// A component of the Java enum's own type cannot hold such a number. For such a component the
/// number is an unknown field, which is kept if the record has [UnknownFields].
///
/// ```java
/// enum Color { NONE, RED }
///
/// record Pen(@ProtoField(1) ProtoEnum<Color> color) {}
///
/// ProtoEnum<Color> newer = ProtoEnum.of(Color.class, 9);
/// byte[] message = ProtoType.of(MethodHandles.lookup(), Pen.class).toByteArray(new Pen(newer));
/// ```
///
/// @param <E> the enum
public final class ProtoEnum<E extends Enum<E>> {
  private final Class<?> type;
  private final int number;
  private final @Nullable Enum<?> constant;

  ProtoEnum(Class<?> type, int number, @Nullable Enum<?> constant) {
    this.type = type;
    this.number = number;
    this.constant = constant;
  }

  /// {@return the value of a constant}
  @SuppressWarnings("unchecked") // The table of an enum has its values.
  public static <E extends Enum<E>> ProtoEnum<E> of(E constant) {
    EnumNumbers table = EnumNumbers.of(constant.getDeclaringClass());
    return (ProtoEnum<E>) table.value(table.number(constant));
  }

  /// {@return the value with this number, which need not be the number of a constant}
  @SuppressWarnings("unchecked") // The table of an enum has its values.
  public static <E extends Enum<E>> ProtoEnum<E> of(Class<E> type, int number) {
    return (ProtoEnum<E>) EnumNumbers.of(type).value(number);
  }

  /// {@return the number}
  public int number() {
    return number;
  }

  /// {@return the constant with that number, if there is one}
  @SuppressWarnings("unchecked") // It is one of E.
  public Optional<E> constant() {
    return Optional.ofNullable((E) constant);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ProtoEnum<?> that && number == that.number && type == that.type;
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + number;
  }

  @Override
  public String toString() {
    return constant == null ? type.getSimpleName() + "(" + number + ")" : constant.name();
  }
}
