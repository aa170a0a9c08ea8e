// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.value.TextCodec;
import dev.ashlar.table.internal.value.Utf8Codec;
import dev.ashlar.table.internal.value.WideDecimalCodec;
import java.math.BigInteger;

/// The integers that stand for the values of a field, in the same order as the values.
public enum FieldOrder {
  /// The stored value. `char` and ordinals have no sign, `false` is 0.
  INTEGER,
  /// The bits of a `double`, in the order of [Double#compare].
  FLOATING,
  /// A decimal of 128 bits: two `long`s, the higher one first.
  WIDE,
  /// The first bytes of a text: see [TextPrefix].
  TEXT,
  /// No order: bytes, UUIDs, codes of texts, and texts of one byte.
  NONE;

  static FieldOrder of(Component component) {
    return switch (component.content()) {
      case Content.Plain(Field field) ->
          switch (field.primitive()) {
            case FLOAT, DOUBLE -> FLOATING;
            default -> INTEGER;
          };
      case Content.Converted(Field field, WideDecimalCodec _) -> WIDE;
      case Content.Converted(Field field, TextCodec _) -> TEXT;
      case Content.Converted(Field field, Utf8Codec _) -> field.length() > 1 ? TEXT : NONE;
      case Content.Converted(Field field, _) when !field.isRun() -> INTEGER;
      default -> NONE;
    };
  }

  /// Compares two integers, the higher one first, with those in an array.
  static int compareWide(long high, long low, long[] other, int at) {
    return high == other[at]
        ? Long.compareUnsigned(low, other[at + 1])
        : Long.compare(high, other[at]);
  }

  /// The bits of a negative number are in the opposite order.
  static long integer(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits < 0 ? bits ^ Long.MAX_VALUE : bits;
  }

  /// Returns the number that integers stand for.
  ///
  /// @param at where they begin
  Number number(long[] integers, int at) {
    long high = integers[at];
    return switch (this) {
      case FLOATING -> Double.longBitsToDouble(high < 0 ? high ^ Long.MAX_VALUE : high);
      case WIDE -> {
        BigInteger low = BigInteger.valueOf(integers[at + 1] & Long.MAX_VALUE);
        BigInteger whole = BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(low);
        yield integers[at + 1] < 0 ? whole.setBit(Long.SIZE - 1) : whole;
      }
      default -> high;
    };
  }
}
