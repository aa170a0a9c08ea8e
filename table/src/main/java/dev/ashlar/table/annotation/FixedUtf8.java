// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The largest number of bytes of a `String` in UTF-8. The text is stored in its row, with zeros
/// behind it. Texts that contain the character 0, longer texts and unpaired surrogates are refused.
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
