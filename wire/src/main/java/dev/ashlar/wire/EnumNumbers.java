// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The numbers of an enum's constants in messages. Without [ProtoNumber], they are the ordinals.
///
/// ```java
/// enum Color { @ProtoNumber(0) NONE, @ProtoNumber(7) RED }
///
/// int seven = EnumNumbers.of(Color.class).number(Color.RED);
/// ```
@SuppressWarnings("EnumOrdinal") // What is looked up for each value is an index, not a map.
public final class EnumNumbers {
  /// Numbers below are looked up in an array.
  private static final int DENSE = 1024;

  private static final ClassValue<EnumNumbers> TABLES =
      new ClassValue<>() {
        @Override
        protected EnumNumbers computeValue(Class<?> type) {
          return new EnumNumbers(type);
        }
      };

  private final Class<?> type;
  private final Enum<?>[] constants;
  private final int[] numbers;
  private final @Nullable Enum<?>[] dense;
  private final Map<Integer, Enum<?>> byNumber = new HashMap<>();
  private final ProtoEnum<?>[] known;

  private EnumNumbers(Class<?> type) {
    if (!type.isEnum()) {
      throw new IllegalArgumentException(type.getName() + " is not an enum");
    }
    this.type = type;
    this.constants = (Enum<?>[]) type.getEnumConstants();
    this.numbers = new int[constants.length];
    this.known = new ProtoEnum<?>[constants.length];
    int annotated = 0;
    for (Enum<?> constant : constants) {
      ProtoNumber number = annotation(constant);
      annotated += number == null ? 0 : 1;
      numbers[constant.ordinal()] = number == null ? constant.ordinal() : number.value();
    }
    if (annotated != 0 && annotated != constants.length) {
      throw refused("has constants with @ProtoNumber and others without: give each one");
    }
    int highest = 0;
    for (Enum<?> constant : constants) {
      int number = numbers[constant.ordinal()];
      Enum<?> other = byNumber.put(number, constant);
      if (other != null) {
        throw refused(other + " and " + constant + " have the number " + number + ": change one");
      }
      known[constant.ordinal()] = new ProtoEnum<>(type, number, constant);
      highest = number >= 0 && number < DENSE ? Math.max(highest, number) : highest;
    }
    if (!byNumber.containsKey(0)) {
      throw refused("has no constant with the number 0, which an absent field has: add one");
    }
    this.dense = new Enum<?>[highest + 1];
    byNumber.forEach((number, constant) -> {
      if (number >= 0 && number < dense.length) {
        dense[number] = constant;
      }
    });
  }

  /// Returns the numbers of an enum.
  ///
  /// @throws IllegalArgumentException if `type` is not an enum, two constants have the same number,
  ///   none has 0, or only some have a [ProtoNumber]
  public static EnumNumbers of(Class<?> type) {
    return TABLES.get(type);
  }

  private static @Nullable ProtoNumber annotation(Enum<?> constant) {
    try {
      Field field = constant.getDeclaringClass().getField(constant.name());
      return field.getAnnotation(ProtoNumber.class);
    } catch (NoSuchFieldException impossible) {
      throw new LinkageError(constant.name(), impossible);
    }
  }

  private IllegalArgumentException refused(String reason) {
    return new IllegalArgumentException("The enum " + type.getName() + " " + reason);
  }

  /// Returns the enum.
  public Class<?> type() {
    return type;
  }

  /// Returns the constants, in order.
  public Enum<?>[] constants() {
    return constants.clone();
  }

  /// Returns the number of a constant.
  ///
  /// @throws IllegalArgumentException if it is a constant of another enum
  public int number(Enum<?> constant) {
    if (constant.getDeclaringClass() != type) {
      throw new IllegalArgumentException(
          "%s is a constant of %s, not of %s"
              .formatted(constant, constant.getDeclaringClass().getName(), type.getName()));
    }
    return numberOf(constant);
  }

  /// Returns the number of a constant, without a check that it belongs to this enum.
  int numberOf(Enum<?> constant) {
    return numbers[constant.ordinal()];
  }

  /// {@return the constant, or null if none has that number}
  public @Nullable Enum<?> constant(int number) {
    return number >= 0 && number < dense.length ? dense[number] : byNumber.get(number);
  }

  ProtoEnum<?> value(int number) {
    Enum<?> constant = constant(number);
    return constant == null ? new ProtoEnum<>(type, number, null) : known[constant.ordinal()];
  }
}
