// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.Cursor;

/// The fields of a [LineItem] that the queries read: decimals in hundredths, dates in days since
/// 1970.
interface LineItemCursor extends Cursor {
  long getQuantity();

  long getExtendedPrice();

  long getDiscount();

  long getTax();

  char returnFlag();

  char lineStatus();

  int getShipDate();
}
