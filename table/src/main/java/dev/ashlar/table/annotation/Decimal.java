// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The precision and scale of a `BigDecimal`. Its digits are stored without the decimal point: up
/// to 18 in a `long`, more in 128 bits. Values are read with this scale. A value with more digits
/// is refused and not rounded.
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

  /// The number of digits behind the decimal point: 0 to the precision.
  int scale();
}
