// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.files;

import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.ashlar.lab.records.Trade;
import dev.ashlar.lab.records.Trade.PackedTrade;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/// Packed rows in a mapped segment. [#KIND] stores nothing else: no checksum, no commit record, no
/// lock, and no row count besides the file size. [#MARKED] adds a mark after the rows.
final class SegmentTrades implements TradeFile {
  static final Kind KIND = kind(false);

  /// A commit forces the new rows, then a mark: the row count and a CRC32C of these rows.
  static final Kind MARKED = kind(true);

  private static final int MARK_BYTES = 16;
  private static final int PIECE = 1 << 16;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment rows;
  private final boolean marked;
  private final long markAt;
  private int committed;
  private int size;

  private SegmentTrades(FileChannel file, MapMode mode, boolean marked) throws IOException {
    this.rows = file.map(mode, 0, file.size(), arena);
    this.marked = marked;
    this.markAt = rows.byteSize() - (marked ? MARK_BYTES : 0);
  }

  private static Kind kind(boolean marked) {
    return new Kind() {
      @Override
      public TradeFile create(Path path, int room) throws IOException {
        try (FileChannel file = FileChannel.open(path, CREATE_NEW, READ, WRITE)) {
          writeZeros(file, (long) room * PackedTrade.BYTES + (marked ? MARK_BYTES : 0));
          return new SegmentTrades(file, MapMode.READ_WRITE, marked);
        }
      }

      @Override
      public TradeFile open(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path, READ)) {
          SegmentTrades trades = new SegmentTrades(file, MapMode.READ_ONLY, marked);
          trades.size =
              Math.toIntExact(
                  marked
                      ? trades.rows.get(JAVA_LONG_UNALIGNED, trades.markAt)
                      : file.size() / PackedTrade.BYTES);
          return trades;
        }
      }
    };
  }

  /// Fills a file with zeros. Otherwise the file would have a hole, for which the file system
  /// allocates blocks while the rows are timed.
  private static void writeZeros(FileChannel file, long byteSize) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect(PIECE);
    for (long at = 0; at < byteSize; ) {
      zeros.clear().limit((int) Math.min(PIECE, byteSize - at));
      at += file.write(zeros, at);
    }
    file.force(true);
  }

  private static long at(int row) {
    return (long) row * PackedTrade.BYTES;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Trade get(int row) {
    long at = at(row);
    return new Trade(
        rows.get(JAVA_LONG_UNALIGNED, at + PackedTrade.TRADE_ID),
        rows.get(JAVA_LONG_UNALIGNED, at + PackedTrade.CLIENT_ID),
        rows.get(JAVA_INT_UNALIGNED, at + PackedTrade.VENUE_CODE),
        rows.get(JAVA_INT_UNALIGNED, at + PackedTrade.INSTRUMENT_CODE),
        rows.get(JAVA_LONG_UNALIGNED, at + PackedTrade.PRICE),
        rows.get(JAVA_LONG_UNALIGNED, at + PackedTrade.QUANTITY),
        rows.get(JAVA_CHAR_UNALIGNED, at + PackedTrade.SIDE));
  }

  @Override
  public void append(Trade trade) {
    long at = at(size);
    rows.set(JAVA_LONG_UNALIGNED, at + PackedTrade.TRADE_ID, trade.tradeId());
    rows.set(JAVA_LONG_UNALIGNED, at + PackedTrade.CLIENT_ID, trade.clientId());
    rows.set(JAVA_INT_UNALIGNED, at + PackedTrade.VENUE_CODE, trade.venueCode());
    rows.set(JAVA_INT_UNALIGNED, at + PackedTrade.INSTRUMENT_CODE, trade.instrumentCode());
    rows.set(JAVA_LONG_UNALIGNED, at + PackedTrade.PRICE, trade.price());
    rows.set(JAVA_LONG_UNALIGNED, at + PackedTrade.QUANTITY, trade.quantity());
    rows.set(JAVA_CHAR_UNALIGNED, at + PackedTrade.SIDE, trade.side());
    size++;
  }

  @Override
  public void update(int row) {
    long at = at(row) + PackedTrade.QUANTITY;
    rows.set(JAVA_LONG_UNALIGNED, at, rows.get(JAVA_LONG_UNALIGNED, at) + 1);
  }

  @Override
  public void commit() {
    if (!marked) {
      rows.force();
      return;
    }
    MemorySegment added = rows.asSlice(at(committed), at(size) - at(committed));
    CRC32C checksum = new CRC32C();
    checksum.update(added.asByteBuffer());
    added.force();
    MemorySegment mark = rows.asSlice(markAt, MARK_BYTES);
    mark.set(JAVA_LONG_UNALIGNED, 0, size);
    mark.set(JAVA_LONG_UNALIGNED, Long.BYTES, checksum.getValue());
    mark.force();
    committed = size;
  }

  @Override
  public void close() {
    arena.close();
  }
}
