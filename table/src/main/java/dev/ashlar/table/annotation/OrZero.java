// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Allows files of earlier versions of the record to lack the component. In such a file the
/// component has the value of a new row: zero, `false`, an empty text, the first constant of an
/// enum, 1970-01-01.
///
/// ```java
/// record Order(long id, @OrZero int priority) {}
/// ```
///
/// On a component that is a record, the annotation holds for all components of that record.
/// Components that may be absent do not need it: they are absent if the file lacks them.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OrZero {}
