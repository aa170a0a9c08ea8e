// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import dev.ashlar.table.Cursor;

/// The fields of a [Quad] in a table.
interface QuadCursor extends Cursor {
  long a();

  long b();

  long c();

  long d();
}
