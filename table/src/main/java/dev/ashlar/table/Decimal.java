// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What a `BigDecimal` is stored as: its digits without the decimal point, in a `long` up to 18 of
/// them, else in 128 bits. Values come back with this scale. One that has more digits is refused
/// and not rounded.
///
/// ```java
/// record Item(long id, @Decimal(precision = 12, scale = 2) BigDecimal price) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Decimal {
  /// The number of digits: 1 to 38.
  int precision();

  /// How many of them are behind the decimal point: 0 to the precision.
  int scale();
}
