// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.temporal.ChronoUnit;

/// The unit that a `LocalTime`, `LocalDateTime`, `Instant` or `Duration` is stored in, as a `long`.
/// It is `MICROS` where a component has no such annotation. What the unit has no number for is
/// refused and not rounded.
///
/// ```java
/// record Event(@Unit(ChronoUnit.NANOS) Instant at, Duration took) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Unit {
  /// `SECONDS`, `MILLIS`, `MICROS` or `NANOS`. From 1677 to 2262 an instant has a number in
  /// `NANOS`.
  ChronoUnit value();
}
