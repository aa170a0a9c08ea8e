// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A `String` with few distinct values. A row stores the text's code, an `int`; the table stores
/// each text once. Equal texts have equal codes in all components of a table that have this
/// annotation.
///
/// ```java
/// record Fill(@DictionaryEncoded String venue, long price) {}
///
/// interface FillCursor extends Cursor {
///   int getVenue(); // the code
/// }
///
/// Table<Fill> fills = TableType.of(MethodHandles.lookup(), Fill.class).columns().heap(1_000);
/// int wanted = fills.textCodes().codeOf("XETR");
/// FillCursor fill = fills.cursor(FillCursor.class);
/// long found = 0;
/// while (fill.next()) {
///   found += fill.getVenue() == wanted ? 1 : 0;
/// }
/// ```
///
/// See [TextCodes][dev.ashlar.table.TextCodes] for the cost of many distinct values.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface DictionaryEncoded {}
