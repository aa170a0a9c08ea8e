// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The name that the component's column has in files of other formats, where it is no name in Java.
///
/// ```java
/// record Order(@ColumnName("Order ID") long orderId, long total) {}
/// ```
///
/// Files of tables keep the name. It identifies nothing: components are found by their own names.
/// On a component that is a record, it has no effect.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ColumnName {
  /// The name, which has no character 0.
  String value();
}
