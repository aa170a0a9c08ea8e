// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The names that the component had in earlier versions of the record. A file that was written with
/// one of them, and has no component of the present name, is read by that.
///
/// ```java
/// record Order(@Was("id") long orderId, @Was({"sum", "amount"}) long total) {}
/// ```
///
/// A name is that of the component in its record; of one that has been moved, the names on the way
/// there, as in `leg.quantity`.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Was {
  /// The names, those that count first being first.
  String[] value();
}
