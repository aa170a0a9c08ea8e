// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.records.Trade.PackedTrade;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/// A contender: stores a number of trades.
///
/// The timed code processes the rows in blocks. Each block is a call, so that HotSpot compiles it
/// as a frequently called method, and not by on-stack replacement of one long loop.
abstract class Store implements AutoCloseable {
  private static final int BLOCK = 4096;

  private final int rows;

  /// Σ price · quantity of the scan under way, by side.
  long bought;

  long sold;

  /// Creates a store of `rows` trades, without content.
  Store(int rows) {
    this.rows = rows;
  }

  final int rows() {
    return rows;
  }

  /// Writes all fields of the [Trades] in the rows `from` (inclusive) to `to` (exclusive).
  abstract void fill(int from, int to);

  /// Adds price · quantity of the rows `from` to `to` to [#bought] or [#sold].
  abstract void scan(int from, int to);

  /// {@return the sum of the prices of the rows `from` to `to`}
  abstract long scanOneField(int from, int to);

  /// {@return the sum of the prices of the rows `shuffled[from]` to `shuffled[to - 1]`}
  abstract long random(int[] shuffled, int from, int to);

  /// Adds one to the quantities of the rows `from` to `to`.
  abstract void update(int from, int to);

  /// {@return the bytes of memory that are not on the Java heap}
  long bytesOutsideHeap() {
    return 0;
  }

  /// {@return whether [#fill] makes an object for each row}
  boolean isOfObjects() {
    return false;
  }

  /// {@return stores of `rows` rows in every layout and storage that the same code serves}
  List<Store> kin(int rows) {
    return List.of();
  }

  /// Frees the memory that is not on the heap.
  @Override
  public void close() {}

  final void fill() {
    for (int from = 0; from < rows; from += BLOCK) {
      fill(from, Math.min(rows, from + BLOCK));
    }
  }

  final Trades.Turnover scan() {
    bought = 0;
    sold = 0;
    for (int from = 0; from < rows; from += BLOCK) {
      scan(from, Math.min(rows, from + BLOCK));
    }
    return new Trades.Turnover(bought, sold);
  }

  final long scanOneField() {
    long sum = 0;
    for (int from = 0; from < rows; from += BLOCK) {
      sum += scanOneField(from, Math.min(rows, from + BLOCK));
    }
    return sum;
  }

  final long random(int[] shuffled) {
    long sum = 0;
    for (int from = 0; from < shuffled.length; from += BLOCK) {
      sum += random(shuffled, from, Math.min(shuffled.length, from + BLOCK));
    }
    return sum;
  }

  final void update() {
    for (int from = 0; from < rows; from += BLOCK) {
      update(from, Math.min(rows, from + BLOCK));
    }
  }

  /// Stores nothing, and so measures the cost of iterating over blocks.
  static final class None extends Store {
    None(int rows) {
      super(rows);
    }

    @Override
    void fill(int from, int to) {}

    @Override
    void scan(int from, int to) {
      bought += to - from;
    }

    @Override
    long scanOneField(int from, int to) {
      return 0;
    }

    @Override
    long random(int[] shuffled, int from, int to) {
      return 0;
    }

    @Override
    void update(int from, int to) {}
  }

  /// A confined arena that counts the allocated bytes.
  static final class CountingArena implements Arena {
    private final Arena arena = Arena.ofConfined();
    private long byteSize;

    long byteSize() {
      return byteSize;
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      this.byteSize += byteSize;
      return arena.allocate(byteSize, byteAlignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return arena.scope();
    }

    @Override
    public void close() {
      arena.close();
    }
  }

  /// Memory of packed rows, in pieces. Each piece is small enough for contenders with `int`
  /// offsets.
  ///
  /// @param <M> the type of a piece
  static final class Chunks<M> {
    private static final int SHIFT = 25;
    private static final int ROWS = 1 << SHIFT;

    private final List<M> chunks = new ArrayList<>();

    /// @param allocate allocates a piece with the given number of bytes
    Chunks(int rows, IntFunction<M> allocate) {
      for (long first = 0; first < rows; first += ROWS) {
        chunks.add(allocate.apply((int) byteSize((int) Math.min(ROWS, rows - first))));
      }
    }

    static long byteSize(int rows) {
      return (long) rows * PackedTrade.BYTES;
    }

    /// {@return the piece that contains a row and the other rows of its block}
    M of(int row) {
      return chunks.get(row >>> SHIFT);
    }

    /// {@return where a row begins in its piece}
    static int offset(int row) {
      return (row & (ROWS - 1)) * PackedTrade.BYTES;
    }
  }
}
