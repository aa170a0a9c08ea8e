// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.Cursor;

/// What the queries read of a [LineItem]: decimals in hundredths, dates in days since 1970.
interface LineItemCursor extends Cursor {
  long getQuantity();

  long getExtendedPrice();

  long getDiscount();

  long getTax();

  char returnFlag();

  char lineStatus();

  int getShipDate();
}
