// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/// Stores a `BigDecimal` of up to 18 digits as a `long`, its unscaled value.
///
/// @param field the record and the component, for messages
/// @param limit the bound of the unscaled value's magnitude, exclusive
public record DecimalCodec(String field, int precision, int scale, long limit)
    implements Codec.OfLong {
  /// The most digits that a `long` always has.
  public static final int MAX_PRECISION = 18;

  public static DecimalCodec of(String field, int precision, int scale) {
    return new DecimalCodec(
        field, precision, scale, BigInteger.TEN.pow(precision).longValueExact());
  }

  @Override
  public String text() {
    return text(precision, scale);
  }

  static String text(int precision, int scale) {
    return "decimal " + precision + " " + scale;
  }

  @Override
  public long encode(Object value) {
    return unscaled(field, (BigDecimal) value, precision, scale).longValue();
  }

  /// Returns the digits of a value of that scale.
  ///
  /// @throws IllegalArgumentException if there are too many, on either side of the decimal point
  static BigInteger unscaled(String field, BigDecimal value, int precision, int scale) {
    if (value.signum() == 0) {
      return BigInteger.ZERO;
    }
    // First of all, as setScale would make as many digits as an exponent asks for.
    long dropped = (long) value.scale() - scale;
    if (value.precision() - dropped > precision) {
      throw Codec.refused(
          field,
          value,
          "@Decimal(precision = %d, scale = %d) has %d digits before the decimal point"
              .formatted(precision, scale, precision - scale));
    }
    if (dropped <= value.precision()) {
      BigDecimal stripped = dropped > 0 ? value.stripTrailingZeros() : value;
      if (stripped.scale() <= scale) {
        return value.setScale(scale).unscaledValue();
      }
    }
    throw Codec.refused(
        field,
        value,
        "@Decimal(precision = %d, scale = %d) has %d digits behind the decimal point: round it, or choose another scale"
            .formatted(precision, scale, scale));
  }

  @Override
  public Object decode(long stored) {
    if (stored <= -limit || stored >= limit) {
      throw Codec.noValue(field, stored, text());
    }
    return BigDecimal.valueOf(stored, scale);
  }
}
