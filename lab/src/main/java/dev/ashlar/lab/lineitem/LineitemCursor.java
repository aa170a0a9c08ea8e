// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import dev.ashlar.table.Cursor;

/// Reads all fields of a [Lineitem].
interface LineitemCursor extends Cursor {
  long orderKey();

  long partKey();

  long supplierKey();

  int lineNumber();

  long quantity();

  long extendedPrice();

  long discount();

  long tax();

  char returnFlag();

  char lineStatus();

  int shipDate();

  int commitDate();

  int receiptDate();

  Lineitem.Instruction instruction();

  Lineitem.Mode mode();

  short commentLength();

  long commentHash();
}
