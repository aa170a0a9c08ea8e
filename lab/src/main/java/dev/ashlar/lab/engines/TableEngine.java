// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.Cursor;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;

/// A table that is read by a cursor.
final class TableEngine extends RawEngine {
  private static final TableType<LineItem> TYPE =
      TableType.of(MethodHandles.lookup(), LineItem.class);

  private final Table<LineItem> table;
  private int next;

  private TableEngine(Table<LineItem> table, int threads) {
    super(Math.toIntExact(table.size()), threads);
    this.table = table;
  }

  static TableEngine ofColumns(int rows, int threads) {
    return new TableEngine(inNativeMemory(TYPE.columns(), rows), threads);
  }

  static TableEngine ofRows(int rows, int threads) {
    return new TableEngine(inNativeMemory(TYPE.rows(), rows), threads);
  }

  /// Creates an engine over a table of heap arrays, one for each field.
  static TableEngine ofArrays(int rows) {
    return new TableEngine(TYPE.columns().heap(rows), 1);
  }

  /// Allocates for the lifetime of the JVM. An automatic arena is too small, because the size of
  /// the heap limits its memory.
  private static Table<LineItem> inNativeMemory(TableLayout<LineItem> layout, int rows) {
    return layout.allocate(Arena.global(), rows);
  }

  Table<LineItem> table() {
    return table;
  }

  @Override
  public void add(LineItem item) {
    table.set(next, item);
    next++;
  }

  @Override
  void summarize(PricingSums sums, int from, int to) {
    LineItemCursor item = table.cursor(LineItemCursor.class);
    for (int row = from; row < to; row++) {
      item.moveTo(row);
      // Nearly all items are taken: fields that are read behind a branch cost more.
      int shipDate = item.getShipDate();
      char returnFlag = item.returnFlag();
      char lineStatus = item.lineStatus();
      long quantity = item.getQuantity();
      long extendedPrice = item.getExtendedPrice();
      long discount = item.getDiscount();
      long tax = item.getTax();
      if (shipDate <= LAST_SHIPPED) {
        sums.add(returnFlag, lineStatus, quantity, extendedPrice, discount, tax);
      }
    }
  }

  @Override
  long revenue(int from, int to) {
    LineItemCursor item = table.cursor(LineItemCursor.class);
    long sum = 0;
    for (int row = from; row < to; row++) {
      item.moveTo(row);
      sum +=
          revenue(
              item.getShipDate(), item.getDiscount(), item.getQuantity(), item.getExtendedPrice());
    }
    return sum;
  }

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
}
