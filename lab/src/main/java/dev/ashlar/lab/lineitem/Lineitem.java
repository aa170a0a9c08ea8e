// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.lineitem;

import java.util.SplittableRandom;

/// A shortened line item, after TPC-H 4.2.3. The columns are those of TPC-H, but a length and a
/// hash replace the comment. The columns that the queries read have the distributions of TPC-H.
/// Money and percentages are in hundredths, dates are days since 1992-01-01.
@SuppressWarnings("EnumOrdinal") // Tables store enums so.
record Lineitem(
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
    Instruction instruction,
    Mode mode,
    short commentLength,
    long commentHash) {
  /// 1994-01-01, in days since 1992-01-01. [#START_OF_1995] is a year later.
  static final int START_OF_1994 = 731;

  static final int START_OF_1995 = 1096;

  /// The last ship date that query 1 selects: 90 days before 1998-12-01.
  static final int LAST_SHIPPED = 2436;

  /// The current date of TPC-H: 1995-06-17.
  private static final int TODAY = 1263;

  /// The number of days with orders. The last day is 1998-08-02.
  private static final int ORDER_DAYS = 2406;

  private static final int LINES = 7;
  private static final int PARTS = 200_000;

  /// The instruction for the carrier.
  enum Instruction {
    DELIVER_IN_PERSON,
    COLLECT_COD,
    NONE,
    TAKE_BACK_RETURN
  }

  /// The mode of transport.
  enum Mode {
    REG_AIR,
    AIR,
    RAIL,
    SHIP,
    TRUCK,
    MAIL,
    FOB
  }

  /// {@return the row with this number, always the same}
  static Lineitem of(int row) {
    SplittableRandom random = new SplittableRandom(row);
    int ordered = new SplittableRandom(row / LINES).nextInt(ORDER_DAYS);
    long part = 1L + random.nextInt(PARTS);
    long quantity = 1L + random.nextInt(50);
    long retailPrice = 90_000 + (part / 10) % 20_001 + 100 * (part % 1_000);
    int shipped = ordered + 1 + random.nextInt(121);
    int received = shipped + 1 + random.nextInt(30);
    return new Lineitem(
        row / LINES,
        part,
        1 + random.nextInt(10_000),
        1 + row % LINES,
        quantity,
        quantity * retailPrice,
        random.nextInt(11),
        random.nextInt(9),
        received > TODAY ? 'N' : random.nextBoolean() ? 'R' : 'A',
        shipped > TODAY ? 'O' : 'F',
        shipped,
        ordered + 30 + random.nextInt(61),
        received,
        Instruction.values()[random.nextInt(Instruction.values().length)],
        Mode.values()[random.nextInt(Mode.values().length)],
        (short) (10 + random.nextInt(34)),
        random.nextLong());
  }

  /// {@return a checksum of all fields}
  long checksum() {
    return orderKey
        + 3 * partKey
        + 5 * supplierKey
        + 7L * lineNumber
        + 11 * quantity
        + 13 * extendedPrice
        + 17 * discount
        + 19 * tax
        + 23L * returnFlag
        + 29L * lineStatus
        + 31L * shipDate
        + 37L * commitDate
        + 41L * receiptDate
        + 43L * instruction.ordinal()
        + 47L * mode.ordinal()
        + 53L * commentLength
        + 59 * commentHash;
  }
}
