// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;

/// A table of native columns, which is read by a cursor.
@SuppressWarnings("EnumOrdinal") // Tables store enums so.
final class TableLineitems implements Lineitems {
  private static final TableType<Lineitem> TYPE =
      TableType.of(MethodHandles.lookup(), Lineitem.class);

  private final Table<Lineitem> table = table();

  /// {@return a table of all rows}
  static Table<Lineitem> table() {
    Table<Lineitem> table = TYPE.columns().allocate(Arena.ofAuto(), ROWS);
    for (int row = 0; row < ROWS; row++) {
      table.set(row, Lineitem.of(row));
    }
    return table;
  }

  @Override
  public void pricingSummary(int from, int to, PricingSummary summary) {
    LineitemCursor item = table.cursor(LineitemCursor.class);
    for (int row = from; row < to; row++) {
      item.moveTo(row);
      if (item.shipDate() <= Lineitem.LAST_SHIPPED) {
        summary.add(
            item.returnFlag(),
            item.lineStatus(),
            item.quantity(),
            item.extendedPrice(),
            item.discount(),
            item.tax());
      }
    }
  }

  @Override
  public long forecastRevenue(int from, int to) {
    LineitemCursor item = table.cursor(LineitemCursor.class);
    long sum = 0;
    for (int row = from; row < to; row++) {
      item.moveTo(row);
      int shipped = item.shipDate();
      long discount = item.discount();
      if (shipped >= Lineitem.START_OF_1994
          && shipped < Lineitem.START_OF_1995
          && discount >= 5
          && discount <= 7
          && item.quantity() < 24) {
        sum += item.extendedPrice() * discount;
      }
    }
    return sum;
  }

  @Override
  public long checksum(int from, int to) {
    LineitemCursor item = table.cursor(LineitemCursor.class);
    long sum = 0;
    for (int row = from; row < to; row++) {
      item.moveTo(row);
      sum +=
          item.orderKey()
              + 3 * item.partKey()
              + 5 * item.supplierKey()
              + 7L * item.lineNumber()
              + 11 * item.quantity()
              + 13 * item.extendedPrice()
              + 17 * item.discount()
              + 19 * item.tax()
              + 23L * item.returnFlag()
              + 29L * item.lineStatus()
              + 31L * item.shipDate()
              + 37L * item.commitDate()
              + 41L * item.receiptDate()
              + 43L * item.instruction().ordinal()
              + 47L * item.mode().ordinal()
              + 53L * item.commentLength()
              + 59 * item.commentHash();
    }
    return sum;
  }
}
