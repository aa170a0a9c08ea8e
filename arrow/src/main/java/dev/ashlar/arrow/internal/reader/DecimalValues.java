// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.reader;

import dev.ashlar.arrow.internal.writer.ColumnFormat;
import java.math.BigDecimal;
import java.math.BigInteger;

/// The unscaled values of a decimal component, read from a `CArray` of decimals or integers.
final class DecimalValues {
  private final ColumnFormat component;
  private final int scale;
  private final IntegerValues values;

  DecimalValues(ColumnFormat component, String format, long array, long end) {
    this.component = component;
    this.scale = IntegerValues.scale(format);
    this.values = new IntegerValues(format, array, end);
  }

  static boolean fit(String format) {
    return IntegerValues.isDecimal(format) || IntegerValues.isCount(format);
  }

  BigInteger get(long index) {
    BigDecimal value = new BigDecimal(values.big(index), scale);
    try {
      BigDecimal scaled = value.setScale(component.number(2));
      if (scaled.precision() <= component.number(1)) {
        return scaled.unscaledValue();
      }
    } catch (ArithmeticException moreDigits) {
      // It would have to be rounded.
    }
    throw new UnfitValueException(
        value.toPlainString(), "has more digits than " + component.type());
  }
}
