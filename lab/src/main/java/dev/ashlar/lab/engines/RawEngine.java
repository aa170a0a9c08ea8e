// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.engines;

import dev.ashlar.table.Column;
import dev.ashlar.table.Table;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/// The queries written by hand, with decimals in hundredths and dates in days.
abstract class RawEngine implements Engine {
  static final int LAST_SHIPPED = Math.toIntExact(Query.LAST_SHIPPED.toEpochDay());
  private static final int FIRST_DAY = Math.toIntExact(Query.FIRST_DAY.toEpochDay());
  private static final int END = Math.toIntExact(Query.END.toEpochDay());
  private static final long SMALLEST_DISCOUNT = 5;
  private static final long LARGEST_DISCOUNT = 7;
  private static final long QUANTITY_END = 2400;

  /// {@return the revenue that query 6 adds for an item; 0 if the query does not select the item}
  ///
  /// The processor could not predict a branch here, so there is none. If the item is not selected,
  /// at least one of the differences is negative.
  static long revenue(int shipDate, long discount, long quantity, long extendedPrice) {
    long negative =
        (shipDate - FIRST_DAY)
            | (END - 1 - shipDate)
            | (discount - SMALLEST_DISCOUNT)
            | (LARGEST_DISCOUNT - discount)
            | (QUANTITY_END - 1 - quantity);
    return (extendedPrice * discount) & ~(negative >> 63);
  }

  private final Parts parts;

  RawEngine(int rows, int threads) {
    this.parts = new Parts(rows, threads);
  }

  /// Adds the rows of `[from, to)` that query 1 selects.
  abstract void summarize(PricingSums sums, int from, int to);

  /// {@return the revenue of query 6 in the rows of `[from, to)`, in ten thousandths}
  abstract long revenue(int from, int to);

  @Override
  public final Answer answer(Query query) {
    return switch (query) {
      case Q1 -> parts.sum(PricingSums::new, this::summarize, PricingSums::plus).summary();
      case Q6 -> parts.sum(Sum::new, this::addRevenue, Sum::plus).revenue();
    };
  }

  private void addRevenue(Sum revenue, int from, int to) {
    revenue.value += revenue(from, to);
  }

  private static final class Sum {
    private long value;

    Sum plus(Sum other) {
      value += other.value;
      return this;
    }

    Answer.Revenue revenue() {
      return new Answer.Revenue(BigDecimal.valueOf(value, 4));
    }
  }

  /// Rows that are divided into as many parts as there are threads.
  record Parts(int rows, int threads) {
    /// The rows that compiled code gets at a time. A single loop over all rows would be compiled by
    /// OSR, for which HotSpot has other rules.
    private static final int BLOCK = 4096;

    /// Processes a block of rows.
    interface Block<S> {
      void addTo(S sums, int from, int to);
    }

    /// Creates the sums of each part.
    interface Start<S> {
      S sums();
    }

    /// {@return the sums of all rows}
    <S> S sum(Start<S> start, Block<S> block, BinaryOperator<S> plus) {
      IntStream parts = IntStream.range(0, threads);
      return (threads == 1 ? parts : parts.parallel())
          .mapToObj(part -> sum(part, start.sums(), block))
          .reduce(plus)
          .orElseThrow();
    }

    private <S> S sum(int part, S sums, Block<S> block) {
      int end = start(part + 1);
      for (int from = start(part); from < end; from += BLOCK) {
        block.addTo(sums, from, Math.min(end, from + BLOCK));
      }
      return sums;
    }

    private int start(int part) {
      return (int) ((long) rows * part / threads);
    }
  }

  /// A primitive array for each field that a query reads.
  static final class ArraysEngine extends RawEngine {
    private final long[] quantities;
    private final long[] extendedPrices;
    private final long[] discounts;
    private final long[] taxes;
    private final char[] returnFlags;
    private final char[] lineStatuses;
    private final int[] shipDates;
    private int next;

    ArraysEngine(int rows, int threads) {
      super(rows, threads);
      quantities = new long[rows];
      extendedPrices = new long[rows];
      discounts = new long[rows];
      taxes = new long[rows];
      returnFlags = new char[rows];
      lineStatuses = new char[rows];
      shipDates = new int[rows];
    }

    @Override
    public void add(LineItem item) {
      quantities[next] = item.quantity().unscaledValue().longValueExact();
      extendedPrices[next] = item.extendedPrice().unscaledValue().longValueExact();
      discounts[next] = item.discount().unscaledValue().longValueExact();
      taxes[next] = item.tax().unscaledValue().longValueExact();
      returnFlags[next] = item.returnFlag();
      lineStatuses[next] = item.lineStatus();
      shipDates[next] = Math.toIntExact(item.shipDate().toEpochDay());
      next++;
    }

    @Override
    void summarize(PricingSums sums, int from, int to) {
      for (int row = from; row < to; row++) {
        if (shipDates[row] <= LAST_SHIPPED) {
          sums.add(
              returnFlags[row],
              lineStatuses[row],
              quantities[row],
              extendedPrices[row],
              discounts[row],
              taxes[row]);
        }
      }
    }

    @Override
    long revenue(int from, int to) {
      long sum = 0;
      for (int row = from; row < to; row++) {
        sum += revenue(shipDates[row], discounts[row], quantities[row], extendedPrices[row]);
      }
      return sum;
    }
  }

  /// The table of another engine, which is read by a [Column] for each field.
  static final class ColumnsEngine extends RawEngine {
    private final TableEngine items;
    private final Column quantities;
    private final Column extendedPrices;
    private final Column discounts;
    private final Column taxes;
    private final Column returnFlags;
    private final Column lineStatuses;
    private final Column shipDates;

    ColumnsEngine(int rows, int threads) {
      super(rows, threads);
      items = TableEngine.ofColumns(rows, threads);
      Table<LineItem> table = items.table();
      quantities = table.column("quantity");
      extendedPrices = table.column("extendedPrice");
      discounts = table.column("discount");
      taxes = table.column("tax");
      returnFlags = table.column("returnFlag");
      lineStatuses = table.column("lineStatus");
      shipDates = table.column("shipDate");
    }

    @Override
    public void add(LineItem item) {
      items.add(item);
    }

    @Override
    void summarize(PricingSums sums, int from, int to) {
      Column quantities = this.quantities;
      Column extendedPrices = this.extendedPrices;
      Column discounts = this.discounts;
      Column taxes = this.taxes;
      Column returnFlags = this.returnFlags;
      Column lineStatuses = this.lineStatuses;
      Column shipDates = this.shipDates;
      for (int row = from; row < to; row++) {
        if (shipDates.getInt(row) <= LAST_SHIPPED) {
          sums.add(
              returnFlags.getChar(row),
              lineStatuses.getChar(row),
              quantities.getLong(row),
              extendedPrices.getLong(row),
              discounts.getLong(row),
              taxes.getLong(row));
        }
      }
    }

    @Override
    long revenue(int from, int to) {
      Column quantities = this.quantities;
      Column extendedPrices = this.extendedPrices;
      Column discounts = this.discounts;
      Column shipDates = this.shipDates;
      long sum = 0;
      for (int row = from; row < to; row++) {
        sum +=
            revenue(
                shipDates.getInt(row),
                discounts.getLong(row),
                quantities.getLong(row),
                extendedPrices.getLong(row));
      }
      return sum;
    }
  }

  /// A list of records with numbers in place of decimals and dates.
  static final class RawRecordsEngine extends RawEngine {
    /// A line item with decimals in hundredths and dates in days.
    private record RawLineItem(
        long orderKey,
        long partKey,
        long supplierKey,
        int lineNumber,
        long quantity,
        long extendedPrice,
        long discount,
        long tax,
        char returnFlag,
        char lineStatus,
        int shipDate,
        int commitDate,
        int receiptDate,
        String shipInstructions,
        String shipMode) {

      static RawLineItem of(LineItem item) {
        return new RawLineItem(
            item.orderKey(),
            item.partKey(),
            item.supplierKey(),
            item.lineNumber(),
            item.quantity().unscaledValue().longValueExact(),
            item.extendedPrice().unscaledValue().longValueExact(),
            item.discount().unscaledValue().longValueExact(),
            item.tax().unscaledValue().longValueExact(),
            item.returnFlag(),
            item.lineStatus(),
            Math.toIntExact(item.shipDate().toEpochDay()),
            Math.toIntExact(item.commitDate().toEpochDay()),
            Math.toIntExact(item.receiptDate().toEpochDay()),
            item.shipInstructions(),
            item.shipMode());
      }
    }

    private final List<RawLineItem> items;

    RawRecordsEngine(int rows, int threads) {
      super(rows, threads);
      items = new ArrayList<>(rows);
    }

    @Override
    public void add(LineItem item) {
      items.add(RawLineItem.of(item));
    }

    @Override
    void summarize(PricingSums sums, int from, int to) {
      for (int row = from; row < to; row++) {
        RawLineItem item = items.get(row);
        if (item.shipDate() <= LAST_SHIPPED) {
          sums.add(
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
    long revenue(int from, int to) {
      long sum = 0;
      for (int row = from; row < to; row++) {
        RawLineItem item = items.get(row);
        sum += revenue(item.shipDate(), item.discount(), item.quantity(), item.extendedPrice());
      }
      return sum;
    }
  }
}
