// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

/// The record of this experiment, which has 42 bytes when packed.
public record Trade(
    long tradeId,
    long clientId,
    int venueCode,
    int instrumentCode,
    long price,
    long quantity,
    char side) {

  /// The offsets of the fields in a packed trade, in bytes.
  ///
  /// ```
  ///   0        8         16        20             24    32       40
  ///   tradeId  clientId  venueCode instrumentCode price quantity side
  /// ```
  public static final class PackedTrade {
    public static final int TRADE_ID = 0;
    public static final int CLIENT_ID = 8;
    public static final int VENUE_CODE = 16;
    public static final int INSTRUMENT_CODE = 20;
    public static final int PRICE = 24;
    public static final int QUANTITY = 32;
    public static final int SIDE = 40;
    public static final int BYTES = 42;

    private PackedTrade() {}
  }
}
