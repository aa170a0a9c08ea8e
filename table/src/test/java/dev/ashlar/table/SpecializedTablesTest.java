// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ashlar.memory.Specialized;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// The copies of one class of loops over tables of all layouts and memories, of one chunk and of
/// several, with deleted rows and without. Arrays are the judge.
@ExtendWith(Seeded.class)
final class SpecializedTablesTest {
  private static final int ROWS = 4_500;

  /// So few that each table of several chunks has at least two, also in a file.
  private static final int CHUNK_ROWS = 4_096;

  record Trade(long price, int quantity) {}

  interface TradeCursor extends Cursor {
    long price();

    void price(long value);

    int quantity();
  }

  interface Sums {
    long rows(TradeCursor trade);

    long rowsAt(TradeCursor trade, long[] rows);

    long values(Column prices);

    long records(Table<Trade> trades);

    long product(TradeCursor trade, @Nullable Column prices);

    void raise(TradeCursor trade, Column quantities);

    void raise(TradeCursor trade);
  }

  static final class Loops implements Sums {
    @Override
    public long rows(TradeCursor trade) {
      long sum = 0;
      while (trade.next()) {
        sum += trade.price() * trade.quantity();
      }
      return sum;
    }

    @Override
    public long rowsAt(TradeCursor trade, long[] rows) {
      long sum = 0;
      for (long row : rows) {
        trade.moveTo(row);
        sum += trade.price() - trade.quantity();
      }
      return sum;
    }

    @Override
    public long values(Column prices) {
      long sum = 0;
      for (long row = 0; row < prices.size(); row++) {
        sum += prices.getLong(row);
      }
      return sum;
    }

    @Override
    public long records(Table<Trade> trades) {
      long sum = 0;
      for (Trade trade : trades) {
        sum += trade.price() ^ trade.quantity();
      }
      return sum + rows(trades.cursor(TradeCursor.class));
    }

    @Override
    public long product(TradeCursor trade, @Nullable Column prices) {
      long sum = 0;
      while (trade.next()) {
        sum += prices == null ? trade.quantity() : trade.quantity() * prices.getLong(trade.row());
      }
      return sum;
    }

    @Override
    public void raise(TradeCursor trade, Column quantities) {
      while (trade.next()) {
        trade.price(trade.price() + quantities.getInt(trade.row()));
      }
    }

    @Override
    public void raise(TradeCursor trade) {
      while (trade.next()) {
        trade.price(trade.price() + trade.quantity());
      }
    }
  }

  private static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);

  private static final Sums SUMS = Specialized.of(MethodHandles.lookup(), Sums.class, Loops.class);

  /// What the rows of a table are.
  private static final class Model {
    private final long[] prices;
    private final int[] quantities;
    private final boolean[] isDeleted = new boolean[ROWS];
    private final boolean hasColumns;

    Model(RandomGenerator random, boolean hasColumns) {
      this.prices = random.longs(ROWS).toArray();
      this.quantities = random.ints(ROWS).toArray();
      this.hasColumns = hasColumns;
    }

    long rows() {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        sum += isDeleted[row] ? 0 : prices[row] * quantities[row];
      }
      return sum;
    }

    long rowsAt(long[] rows) {
      long sum = 0;
      for (long row : rows) {
        sum += prices[(int) row] - quantities[(int) row];
      }
      return sum;
    }

    /// Columns have deleted rows.
    long values() {
      long sum = 0;
      for (long price : prices) {
        sum += price;
      }
      return sum;
    }

    long records() {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        sum += isDeleted[row] ? 0 : prices[row] ^ quantities[row];
      }
      return sum + rows();
    }

    long quantity() {
      long sum = 0;
      for (int row = 0; row < ROWS; row++) {
        sum += isDeleted[row] ? 0 : quantities[row];
      }
      return sum;
    }

    void raise() {
      for (int row = 0; row < ROWS; row++) {
        prices[row] += isDeleted[row] ? 0 : quantities[row];
      }
    }

    /// Some rows that exist, in any order.
    long[] some(RandomGenerator random) {
      return random.longs(100, 0, ROWS).filter(row -> !isDeleted[(int) row]).toArray();
    }
  }

  private interface Maker {
    Table<Trade> make(TableLayout<Trade> layout, int rows) throws IOException;
  }

  @TempDir private Path folder;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Map<Table<Trade>, MappedTable<Trade>> files = new HashMap<>();

  private <T extends AutoCloseable> T closing(T resource) {
    open.push(resource);
    return resource;
  }

  private Table<Trade> inFile(TableLayout<Trade> layout, int rows) throws IOException {
    MappedTable<Trade> table = layout.create(folder.resolve("trades" + files.size()), rows);
    files.put(table, closing(table));
    return table;
  }

  @Test
  void copiesDoWhatArraysDo(RandomGenerator random) throws Exception {
    try {
      List<Maker> makers =
          List.of(
              (layout, rows) -> layout.allocate(closing(Arena.ofConfined()), rows),
              (layout, rows) -> layout.allocate(closing(Arena.ofShared()), rows),
              (layout, rows) -> layout.allocate(Arena.ofAuto(), rows),
              this::inFile);
      for (Maker maker : makers) {
        check(TRADES.columns(), maker, true, random);
        check(TRADES.alignedRows(), maker, false, random);
        check(TRADES.rows(), maker, false, random);
      }
      check(TRADES.columns(), TableLayout::heap, true, random);
      check(TRADES.alignedRows(), TableLayout::heap, false, random);
      assertThat(Specialized.describe(SUMS)).contains("  copy: ");
    } finally {
      while (!open.isEmpty()) {
        open.pop().close();
      }
    }
  }

  private void check(
      TableLayout<Trade> layout, Maker maker, boolean hasColumns, RandomGenerator random)
      throws IOException {
    for (boolean deletes : new boolean[] {false, true}) {
      check(maker.make(layout, ROWS), new Model(random, hasColumns), deletes, random);
      Table<Trade> grown = grown(maker.make(layout.withChunkRows(CHUNK_ROWS), 0));
      check(grown, new Model(random, hasColumns), deletes, random);
    }
  }

  private static Table<Trade> grown(Table<Trade> table) {
    for (int row = 0; row < ROWS; row++) {
      table.append(new Trade(0, 0));
    }
    return table;
  }

  private void check(Table<Trade> table, Model model, boolean deletes, RandomGenerator random)
      throws IOException {
    for (int row = 0; row < ROWS; row++) {
      table.set(row, new Trade(model.prices[row], model.quantities[row]));
    }
    for (int i = deletes ? 200 : 0; i > 0; i--) {
      int row = random.nextInt(ROWS);
      if (!model.isDeleted[row]) {
        model.isDeleted[row] = true;
        table.delete(row);
      }
    }
    check(table, model, random);
    if (model.hasColumns) {
      SUMS.raise(table.cursor(TradeCursor.class), table.column("quantity"));
    } else {
      SUMS.raise(table.cursor(TradeCursor.class));
    }
    model.raise();
    check(table, model, random);
    MappedTable<Trade> file = files.get(table);
    if (file != null) {
      file.commit();
      check(closing(table.layout().openReadOnly(file.path())), model, random);
    }
  }

  @SuppressWarnings("NullAway") // Null is passed to see what it does.
  private static void check(Table<Trade> table, Model model, RandomGenerator random) {
    TradeCursor cursor = table.cursor(TradeCursor.class);
    assertThat(SUMS.rows(cursor)).as("%s", table).isEqualTo(model.rows());
    assertThat(SUMS.rows(cursor)).as("%s at its end", table).isZero();
    long[] rows = model.some(random);
    assertThat(SUMS.rowsAt(cursor, rows)).as("%s", table).isEqualTo(model.rowsAt(rows));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> SUMS.rowsAt(cursor, new long[] {ROWS}));
    assertThat(SUMS.records(table)).as("%s", table).isEqualTo(model.records());
    assertThat(SUMS.product(table.cursor(TradeCursor.class), null))
        .as("%s", table)
        .isEqualTo(model.quantity());
    if (model.hasColumns) {
      Column prices = table.column("price");
      assertThat(SUMS.values(prices)).as("%s", table).isEqualTo(model.values());
      assertThat(SUMS.product(table.cursor(TradeCursor.class), prices))
          .as("%s", table)
          .isEqualTo(model.rows());
      long sum = 0;
      List<Column> chunks = new ArrayList<>(prices.chunks());
      for (Column chunk : chunks) {
        sum += SUMS.values(chunk);
      }
      assertThat(sum).as("%s in %d chunks", table, chunks.size()).isEqualTo(model.values());
    }
    assertThatNullPointerException().isThrownBy(() -> SUMS.values(null));
    assertThatNullPointerException().isThrownBy(() -> SUMS.product(null, null));
  }
}
