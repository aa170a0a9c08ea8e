// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A text of a table, or a constant to compare with those, without a `String`.
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
/// It stays the same when its row is written again. One of more than 12 bytes ends with its table:
/// then it may be asked for its size only.
///
/// The order is that of the bytes without sign, which is that of code points. Two texts are equal
/// if they have the same bytes, wherever these are. Nothing is implemented by users.
///
/// A row of a damaged file may refer to no text. That is found out when the bytes behind the first
/// four are needed, and throws [IllegalStateException]. A text that was read while another thread
/// wrote its row is then the one that the row has.
///
/// @implNote Nearly all texts that differ do so in their length or their first four bytes, which is
///   one comparison of `long`s. The object is eliminated where the cursor's method is inlined.
public interface Text extends Comparable<Text> {
  /// The number of bytes in UTF-8.
  int byteSize();

  /// Returns the bytes in UTF-8, to read only. Those of more than 12 bytes are not copied.
  MemorySegment utf8();

  /// Whether the other object is a text with the same bytes.
  @Override
  boolean equals(@Nullable Object other);

  @Override
  int hashCode();

  /// Returns a negative number if this text comes before the other one, 0 if both are equal.
  @Override
  int compareTo(Text other);

  /// Returns the text as a new `String`.
  ///
  /// @throws IllegalStateException if the bytes, which somebody else wrote, are not UTF-8
  @Override
  String toString();
}
