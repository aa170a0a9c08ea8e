// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The most bytes that a `String` has in UTF-8. It is stored in its row, and the bytes behind it
/// are 0. So a text that has the character 0 is refused, as are longer texts and unpaired
/// surrogates.
///
/// ```java
/// record Instrument(@FixedUtf8(12) String isin, @FixedUtf8(40) String name) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface FixedUtf8 {
  /// 1 to 65,535.
  int value();
}
