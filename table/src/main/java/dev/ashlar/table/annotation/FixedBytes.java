// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The length of a `byte[]`, which is stored in its row. An array of another length is refused.
///
/// ```java
/// record Block(long number, @FixedBytes(32) byte[] hash) {}
/// ```
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface FixedBytes {
  /// 1 to 65,535.
  int value();
}
