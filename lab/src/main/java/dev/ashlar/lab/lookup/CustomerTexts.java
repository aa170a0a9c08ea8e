// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lookup;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.lookup.KeyIndex.Keys;
import dev.ashlar.lab.lookup.LookupExperiment.Blocks;
import dev.ashlar.lab.records.Trades;
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

  /// Compares the texts of rows, in random order, with a text that few rows have.
  final class TextWorkload implements Workload {
    private static final int PROVED = 1000;

    private final CustomerTexts texts;
    private final int[] compared;

    TextWorkload(CustomerTexts texts, int rows) {
      this.texts = texts;
      this.compared = Trades.shuffled(rows);
    }

    @Override
    public void verify() {
      long expected = 0;
      for (int row : compared) {
        expected += Customers.customer(row) == Customers.WANTED ? 1 : 0;
      }
      long count = expected;
      Proof.repeat(() -> Proof.requireEqual(run(), count, "the rows of a customer"));
      for (int i = 0; i < Math.min(PROVED, compared.length); i++) {
        String name = Customers.name(Customers.customer(compared[i]));
        if (!texts.name(compared[i]).equals(name)) {
          throw new WrongResultException(
              "row %d has %s, not %s".formatted(compared[i], texts.name(compared[i]), name));
        }
      }
    }

    @Override
    public long run() {
      return Blocks.sum(compared.length, (from, to) -> texts.count(compared, from, to));
    }
  }

  /// The customer of each row, and the names of customers. A name has letters and a number, 3 to 30
  /// bytes. Two names nearly always differ in their first bytes.
  final class Customers {
    static final int COUNT = 1024;

    /// The customer that is looked for.
    static final int WANTED = 7;

    private static final int LETTERS = 25;

    private Customers() {}

    static int customer(int row) {
      return (int) (Keys.mixed(row) >>> 32) & (COUNT - 1);
    }

    /// {@return the name of a customer, as a new `String`}
    static String name(int customer) {
      long bits = Keys.mixed(customer);
      StringBuilder name = new StringBuilder();
      int letters = 2 + (int) (bits >>> 59) % LETTERS;
      for (int i = 0; i < letters; i++) {
        bits = Keys.mixed(bits + 1);
        name.append((char) ('a' + (bits & 15)));
      }
      return name.append(customer).toString();
    }
  }
}
