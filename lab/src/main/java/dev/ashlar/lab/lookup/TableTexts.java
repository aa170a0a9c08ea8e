// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.table.Cursor;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import dev.ashlar.table.Text;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;

/// Texts of a table in native memory, which are compared in place.
final class TableTexts implements CustomerTexts {
  record Order(long id, String customer) {}

  interface OrderCursor extends Cursor {
    Text getCustomer();
  }

  static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

  private final Table<Order> table;
  private final OrderCursor order;
  private final Text wanted = TableType.text(Customers.name(Customers.WANTED));

  TableTexts(TableLayout<Order> layout, int rows) {
    this.table = layout.allocate(Arena.global(), rows);
    for (int row = 0; row < rows; row++) {
      table.set(row, new Order(row, Customers.name(Customers.customer(row))));
    }
    this.order = table.cursor(OrderCursor.class);
  }

  @Override
  public String name(int row) {
    return table.get(row).customer();
  }

  @Override
  public long count(int[] rows, int from, int to) {
    OrderCursor row = order;
    Text sought = wanted;
    long count = 0;
    for (int i = from; i < to; i++) {
      row.moveTo(rows[i]);
      count += row.getCustomer().equals(sought) ? 1 : 0;
    }
    return count;
  }
}
