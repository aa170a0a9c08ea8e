// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The component may be null, and a table stores that. A byte beside the value says whether it is
/// there; in a new row it is not.
///
/// ```java
/// record Order(long id, @OrNull Integer limit, Optional<LocalDate> due) {}
/// ```
///
/// It is for components of any type but primitives, whose boxed types have it instead. A component
/// that is an `Optional` does without: a table stores whether it is empty.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OrNull {}
