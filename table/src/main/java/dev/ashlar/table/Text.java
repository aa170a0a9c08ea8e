// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A text of a table, or a constant to compare with texts of tables, without a `String`.
///
/// A [cursor][Cursor] returns the text of a row, and [TableType#text] makes one of a `String`:
///
/// ```java
/// record Order(long id, String customer) {}
///
/// interface OrderCursor extends Cursor {
///   Text getCustomer();
/// }
///
/// TableType<Order> type = TableType.of(MethodHandles.lookup(), Order.class);
/// Table<Order> orders = type.columns().heap(1_000);
/// Text wanted = TableType.text("Grace Hopper");
/// OrderCursor order = orders.cursor(OrderCursor.class);
/// long found = 0;
/// while (order.next()) {
///   found += order.getCustomer().equals(wanted) ? 1 : 0;
/// }
/// ```
///
/// A text does not change when its row is written again. A text of more than 12 bytes ends with its
/// table: after that, only [#byteSize] works.
///
/// The order is that of the bytes as unsigned numbers, which is the order of code points. Two texts
/// are equal if they have the same bytes, in whatever memory. This interface is not to be
/// implemented outside of this library.
///
/// A row of a damaged file may refer to a text that does not exist. Then an operation that needs
/// more than the first four bytes throws [IllegalStateException]. If another thread was writing the
/// row while the text was read, the row is read again in this case.
///
/// @implNote Nearly all different texts differ in their length or their first four bytes, which
///   takes one comparison of `long`s. HotSpot does not allocate the object where the cursor's
///   method is inlined.
public interface Text extends Comparable<Text> {
  /// Returns the number of bytes in UTF-8.
  int byteSize();

  /// Returns the bytes in UTF-8, as a read-only segment. A text of more than 12 bytes is not
  /// copied, but read.
  ///
  /// @throws IllegalStateException if the bytes are not UTF-8, because another program wrote them
  MemorySegment utf8();

  /// Returns whether the other object is a text with the same bytes.
  @Override
  boolean equals(@Nullable Object other);

  @Override
  int hashCode();

  /// Returns a negative number if this text comes before the other one, 0 if both are equal.
  @Override
  int compareTo(Text other);

  /// Returns the text as a new `String`.
  ///
  /// @throws IllegalStateException if the bytes are not UTF-8, because another program wrote them
  @Override
  String toString();
}
