// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The names that the component had in earlier versions of the record. If a file has no component
/// with the present name, the component is read from one with an earlier name.
///
/// ```java
/// record Order(@Was("id") long orderId, @Was({"sum", "amount"}) long total) {}
/// ```
///
/// A component that was renamed twice has both names, the newer first. If two components of a
/// record have the earlier name of one in the file, the file is refused.
///
/// A name is that of the component in its record. For a component that was in another record, it is
/// the path, as in `leg.quantity`.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Was {
  /// The names. Earlier ones in the array are tried first.
  String[] value();
}
