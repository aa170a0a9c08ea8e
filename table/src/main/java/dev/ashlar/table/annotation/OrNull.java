// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Allows null for a component, and stores it. A byte beside the value says whether the value is
/// present; in a new row it is absent.
///
/// ```java
/// record Order(long id, @OrNull Integer limit, Optional<LocalDate> due) {}
/// ```
///
/// It is for components of any type except primitives; use the boxed type instead. An `Optional`
/// does not need it: a table stores whether it is empty.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface OrNull {}
