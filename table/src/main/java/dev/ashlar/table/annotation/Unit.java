// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.temporal.ChronoUnit;

/// The unit in which a `LocalTime`, `LocalDateTime`, `Instant` or `Duration` is stored, as a
/// `long`. The default is `MICROS`. A value that is not a whole number of units, or does not fit a
/// `long`, is refused and not rounded.
///
/// ```java
/// record Event(@Unit(ChronoUnit.NANOS) Instant at, Duration took) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Unit {
  /// `SECONDS`, `MILLIS`, `MICROS` or `NANOS`. `NANOS` can express instants from 1677 to 2262.
  ChronoUnit value();
}
