package dev.ashlar.lab.records;

/// Where the fields of a packed trade are, in bytes.
///
/// ```
///   0        8         16        20             24    32       40
///   tradeId  clientId  venueCode instrumentCode price quantity side
/// ```
final class PackedTrade {
  static final int TRADE_ID = 0;
  static final int CLIENT_ID = 8;
  static final int VENUE_CODE = 16;
  static final int INSTRUMENT_CODE = 20;
  static final int PRICE = 24;
  static final int QUANTITY = 32;
  static final int SIDE = 40;
  static final int BYTES = 42;

  private PackedTrade() {}
}
