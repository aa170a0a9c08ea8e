// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.table.Cursor;

/// The fields of a trade in a table, one by one.
interface TradeCursor extends Cursor {
  long price();

  long quantity();

  void quantity(long value);

  char side();
}
