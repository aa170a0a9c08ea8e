// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

/// A contender: stores line items, and runs the queries over all of them.
interface Engine {
  /// Adds the next line item.
  void add(LineItem item);

  /// Called once, after the last [#add].
  default void ready() {}

  /// {@return the answer to a query}
  Answer answer(Query query);
}
