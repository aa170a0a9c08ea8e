// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Files of earlier versions of the record lack the component. Each row of such a file has the
/// value of a new row there: zero, `false`, an empty text, the first constant of an enum,
/// 1970-01-01.
///
/// ```java
/// record Order(long id, @OrZero int priority) {}
/// ```
///
/// Of a component that is a record it holds for all its components. Components that may be absent
/// do without: they are absent where the file lacks them.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OrZero {}
