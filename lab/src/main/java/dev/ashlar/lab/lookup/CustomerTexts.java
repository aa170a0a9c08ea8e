// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.table.Cursor;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import dev.ashlar.table.Text;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;

/// A contender: stores rows with the names of [Customers].
interface CustomerTexts {
  record Order(long id, String customer) {}

  String name(int row);

  /// {@return the number of rows with the wanted name, among the elements of `rows` from `from` to
  /// before `to`}
  long count(int[] rows, int from, int to);

  /// A separate `String` in the record of each row.
  final class InRecords implements CustomerTexts {
    private final Order[] orders;
    private final String wanted = Customers.name(Customers.WANTED);

    InRecords(int rows) {
      orders = new Order[rows];
      for (int row = 0; row < rows; row++) {
        orders[row] = new Order(row, Customers.name(Customers.customer(row)));
      }
    }

    @Override
    public String name(int row) {
      return orders[row].customer();
    }

    @Override
    public long count(int[] rows, int from, int to) {
      long count = 0;
      for (int i = from; i < to; i++) {
        count += orders[rows[i]].customer().equals(wanted) ? 1 : 0;
      }
      return count;
    }
  }

  /// Texts of a table in native memory, which are compared in place.
  final class InTable implements CustomerTexts {
    interface OrderCursor extends Cursor {
      Text getCustomer();
    }

    static final TableType<Order> ORDERS = TableType.of(MethodHandles.lookup(), Order.class);

    private final Table<Order> table;
    private final OrderCursor order;
    private final Text wanted = TableType.text(Customers.name(Customers.WANTED));

    InTable(TableLayout<Order> layout, int rows) {
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
}
