// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

/// A primitive array for each field; enums are ordinals.
@SuppressWarnings("EnumOrdinal") // Tables store enums so.
final class ArrayLineitems implements Lineitems {
  private final long[] orderKeys = new long[ROWS];
  private final long[] partKeys = new long[ROWS];
  private final long[] supplierKeys = new long[ROWS];
  private final int[] lineNumbers = new int[ROWS];
  private final long[] quantities = new long[ROWS];
  private final long[] extendedPrices = new long[ROWS];
  private final long[] discounts = new long[ROWS];
  private final long[] taxes = new long[ROWS];
  private final char[] returnFlags = new char[ROWS];
  private final char[] lineStatuses = new char[ROWS];
  private final int[] shipDates = new int[ROWS];
  private final int[] commitDates = new int[ROWS];
  private final int[] receiptDates = new int[ROWS];
  private final byte[] instructions = new byte[ROWS];
  private final byte[] modes = new byte[ROWS];
  private final short[] commentLengths = new short[ROWS];
  private final long[] commentHashes = new long[ROWS];

  ArrayLineitems() {
    for (int row = 0; row < ROWS; row++) {
      Lineitem item = Lineitem.of(row);
      orderKeys[row] = item.orderKey();
      partKeys[row] = item.partKey();
      supplierKeys[row] = item.supplierKey();
      lineNumbers[row] = item.lineNumber();
      quantities[row] = item.quantity();
      extendedPrices[row] = item.extendedPrice();
      discounts[row] = item.discount();
      taxes[row] = item.tax();
      returnFlags[row] = item.returnFlag();
      lineStatuses[row] = item.lineStatus();
      shipDates[row] = item.shipDate();
      commitDates[row] = item.commitDate();
      receiptDates[row] = item.receiptDate();
      instructions[row] = (byte) item.instruction().ordinal();
      modes[row] = (byte) item.mode().ordinal();
      commentLengths[row] = item.commentLength();
      commentHashes[row] = item.commentHash();
    }
  }

  @Override
  public void pricingSummary(int from, int to, PricingSummary summary) {
    for (int row = from; row < to; row++) {
      if (shipDates[row] <= Lineitem.LAST_SHIPPED) {
        summary.add(
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
  public long forecastRevenue(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      int shipped = shipDates[row];
      long discount = discounts[row];
      if (shipped >= Lineitem.START_OF_1994
          && shipped < Lineitem.START_OF_1995
          && discount >= 5
          && discount <= 7
          && quantities[row] < 24) {
        sum += extendedPrices[row] * discount;
      }
    }
    return sum;
  }

  @Override
  public long checksum(int from, int to) {
    long sum = 0;
    for (int row = from; row < to; row++) {
      sum +=
          orderKeys[row]
              + 3 * partKeys[row]
              + 5 * supplierKeys[row]
              + 7L * lineNumbers[row]
              + 11 * quantities[row]
              + 13 * extendedPrices[row]
              + 17 * discounts[row]
              + 19 * taxes[row]
              + 23L * returnFlags[row]
              + 29L * lineStatuses[row]
              + 31L * shipDates[row]
              + 37L * commitDates[row]
              + 41L * receiptDates[row]
              + 43L * instructions[row]
              + 47L * modes[row]
              + 53L * commentLengths[row]
              + 59 * commentHashes[row];
    }
    return sum;
  }
}
