// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.records.Store.CountingArena;
import dev.ashlar.table.Column;
import dev.ashlar.table.Cursor;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A [Table], which is accessed by a cursor. The code is the same for all layouts and storages.
class AshlarStore extends Store {
  private static final TableType<Trade> TRADES = TableType.of(MethodHandles.lookup(), Trade.class);

  /// The layout and the storage of a table.
  enum Kind {
    ROWS_HEAP,
    ROWS_NATIVE,
    ALIGNED_ROWS_NATIVE,
    COLUMNS_HEAP,
    COLUMNS_NATIVE,
    ROWS_MAPPED,
    COLUMNS_MAPPED;

    private Table<Trade> table(CountingArena arena, int rows) {
      return switch (this) {
        case ROWS_HEAP, COLUMNS_HEAP -> layout().heap(rows);
        case ROWS_NATIVE, ALIGNED_ROWS_NATIVE, COLUMNS_NATIVE -> layout().allocate(arena, rows);
        case ROWS_MAPPED, COLUMNS_MAPPED -> mapped(layout(), rows);
      };
    }

    private TableLayout<Trade> layout() {
      return switch (this) {
        case ROWS_NATIVE, ROWS_MAPPED -> TRADES.rows();
        case ROWS_HEAP, ALIGNED_ROWS_NATIVE -> TRADES.alignedRows();
        case COLUMNS_HEAP, COLUMNS_NATIVE, COLUMNS_MAPPED -> TRADES.columns();
      };
    }

    int bytesPerRow() {
      return Math.toIntExact(layout().bytesPerRow());
    }

    boolean isColumns() {
      return layout() == TRADES.columns();
    }

    boolean isMapped() {
      return this == ROWS_MAPPED || this == COLUMNS_MAPPED;
    }
  }

  final Table<Trade> table;
  private final TradeCursor cursor;
  private final Kind kind;
  private final CountingArena arena = new CountingArena();

  AshlarStore(Kind kind, int rows) {
    super(rows);
    this.kind = kind;
    this.table = kind.table(arena, rows);
    this.cursor = table.cursor(TradeCursor.class);
  }

  /// {@return a store with the fastest access to a table of this kind}
  static AshlarStore of(Kind kind, int rows) {
    return kind.isColumns() ? new Columns(kind, rows) : new AshlarStore(kind, rows);
  }

  private static Table<Trade> mapped(TableLayout<Trade> layout, int rows) {
    try {
      return ScratchFiles.inFolder(folder -> layout.create(folder.resolve("trades"), rows));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  void fill(int from, int to) {
    for (int row = from; row < to; row++) {
      table.set(row, Trades.of(row));
    }
  }

  @Override
  void scan(int from, int to) {
    TradeCursor trade = cursor;
    long bought = 0;
    long sold = 0;
    for (int row = from; row < to; row++) {
      trade.moveTo(row);
      long amount = trade.price() * trade.quantity();
      if (trade.side() == Trades.BUY) {
        bought += amount;
      } else {
        sold += amount;
      }
    }
    this.bought += bought;
    this.sold += sold;
  }

  @Override
  long scanOneField(int from, int to) {
    TradeCursor trade = cursor;
    long sum = 0;
    for (int row = from; row < to; row++) {
      trade.moveTo(row);
      sum += trade.price();
    }
    return sum;
  }

  @Override
  long random(int[] shuffled, int from, int to) {
    TradeCursor trade = cursor;
    long sum = 0;
    for (int i = from; i < to; i++) {
      trade.moveTo(shuffled[i]);
      sum += trade.price();
    }
    return sum;
  }

  @Override
  void update(int from, int to) {
    TradeCursor trade = cursor;
    for (int row = from; row < to; row++) {
      trade.moveTo(row);
      trade.quantity(trade.quantity() + 1);
    }
  }

  @Override
  long bytesOutsideHeap() {
    return kind.isMapped() ? rows() * table.layout().bytesPerRow() : arena.byteSize();
  }

  @Override
  List<Store> kin(int rows) {
    return Arrays.stream(Kind.values()).<Store>map(each -> new AshlarStore(each, rows)).toList();
  }

  @Override
  public void close() {
    try {
      if (table instanceof MappedTable<?> mapped) {
        mapped.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    arena.close();
  }

  /// A [Table][dev.ashlar.table.Table] of columns. A scan of one field uses its column.
  static final class Columns extends AshlarStore {
    private final Column prices;

    /// @param kind a kind of columns
    Columns(Kind kind, int rows) {
      super(kind, rows);
      prices = table.column("price");
    }

    @Override
    long scanOneField(int from, int to) {
      Column prices = this.prices;
      long sum = 0;
      for (int row = from; row < to; row++) {
        sum += prices.getLong(row);
      }
      return sum;
    }

    @Override
    List<Store> kin(int rows) {
      return Stream.concat(
              super.kin(rows).stream(),
              Arrays.stream(Kind.values())
                  .filter(Kind::isColumns)
                  .map(each -> new Columns(each, rows)))
          .toList();
    }
  }

  /// A table whose rows are read as records, which C2 has to scalar-replace.
  static final class Records extends AshlarStore {
    Records(Kind kind, int rows) {
      super(kind, rows);
    }

    @Override
    void scan(int from, int to) {
      long bought = 0;
      long sold = 0;
      for (int row = from; row < to; row++) {
        Trade trade = table.get(row);
        long amount = trade.price() * trade.quantity();
        if (trade.side() == Trades.BUY) {
          bought += amount;
        } else {
          sold += amount;
        }
      }
      this.bought += bought;
      this.sold += sold;
    }
  }

  /// A cursor with the fields of a trade that the passes access.
  interface TradeCursor extends Cursor {
    long price();

    long quantity();

    void quantity(long value);

    char side();
  }
}
