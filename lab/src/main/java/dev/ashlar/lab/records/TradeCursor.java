// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.table.Cursor;

/// A cursor with the fields of a trade that the passes access.
interface TradeCursor extends Cursor {
  long price();

  long quantity();

  void quantity(long value);

  char side();
}
