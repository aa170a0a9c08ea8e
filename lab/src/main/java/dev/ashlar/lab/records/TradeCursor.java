// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.table.Cursor;

/// The single fields of a trade in a table.
interface TradeCursor extends Cursor {
  long price();

  long quantity();

  void quantity(long value);

  char side();
}
