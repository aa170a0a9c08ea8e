// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.lab.access.Memory;
import java.util.Arrays;

/// Encodes a block of LZ4, see [Lz4Decoder]. A table has the last position for each hash of four
/// bytes. If the four bytes at that position are the same, and not too far back, they begin the
/// next match. The longer no match is found, the larger are the steps of the search.
final class Lz4Encoder {
  private static final int TABLE_BITS = 12;

  /// A prime near 2^32 divided by the golden ratio.
  private static final int MULTIPLIER = 0x9E37_79B1;

  static final int MAX_DISTANCE = 0xFFFF;

  /// The format requires that the last copy begins before the last twelve bytes, and that the last
  /// five bytes are literals.
  static final int LAST_MATCH = 12;

  static final int LAST_LITERALS = 5;
  static final int SKIP_BITS = 6;
  static final int NONE = -1;

  private final int[] table = newTable();
  private final Memory source;
  private final Memory target;
  private int written;

  /// {@return the maximum size of the block into which `byteSize` bytes are encoded}
  static int maxByteSize(int byteSize) {
    return byteSize + byteSize / 255 + 16;
  }

  /// {@return a new table: the last position of four bytes for each [#slot]}
  static int[] newTable() {
    return new int[1 << TABLE_BITS];
  }

  static int slot(int word) {
    return (word * MULTIPLIER) >>> (Integer.SIZE - TABLE_BITS);
  }

  /// Makes an encoder for blocks of one memory.
  ///
  /// @param target memory with room for [#maxByteSize] of each input
  Lz4Encoder(Memory source, Memory target) {
    this.source = source;
    this.target = target;
  }

  /// {@return the number of bytes of the block}
  int encode(int byteSize) {
    Arrays.fill(table, NONE);
    written = 0;
    int anchor = 0;
    int end = byteSize - LAST_MATCH;
    int at = 0;
    while (at < end) {
      int word = source.getInt(at);
      int slot = slot(word);
      int before = table[slot];
      table[slot] = at;
      if (before != NONE && at - before <= MAX_DISTANCE && source.getInt(before) == word) {
        int length = matchLength(before, at, byteSize - LAST_LITERALS);
        sequence(anchor, at - anchor, at - before, length);
        at += length;
        anchor = at;
      } else {
        at += 1 + ((at - anchor) >>> SKIP_BITS);
      }
    }
    int left = byteSize - anchor;
    put(Math.min(left, Lz4Decoder.HALF) << 4);
    putRest(left);
    literals(anchor, left);
    return written;
  }

  /// Returns how many bytes are the same from both positions on. The first four are known to be.
  private int matchLength(int before, int at, int end) {
    int length = Lz4Decoder.MIN_MATCH;
    while (at + length + Long.BYTES <= end) {
      long difference = source.getLong(before + length) ^ source.getLong(at + length);
      if (difference != 0) {
        return length + (Long.numberOfTrailingZeros(difference) >>> 3);
      }
      length += Long.BYTES;
    }
    while (at + length < end && source.getByte(before + length) == source.getByte(at + length)) {
      length++;
    }
    return length;
  }

  private void sequence(int literals, int count, int distance, int length) {
    int copy = length - Lz4Decoder.MIN_MATCH;
    put(Math.min(count, Lz4Decoder.HALF) << 4 | Math.min(copy, Lz4Decoder.HALF));
    putRest(count);
    literals(literals, count);
    put(distance);
    put(distance >>> 8);
    putRest(copy);
  }

  private void put(int value) {
    target.putByte(written++, (byte) value);
  }

  private void putRest(int length) {
    if (length >= Lz4Decoder.HALF) {
      int left = length - Lz4Decoder.HALF;
      for (; left >= 0xFF; left -= 0xFF) {
        put(0xFF);
      }
      put(left);
    }
  }

  private void literals(int from, int count) {
    int done = 0;
    for (; done + Long.BYTES <= count; done += Long.BYTES) {
      target.putLong(written + done, source.getLong(from + done));
    }
    for (; done < count; done++) {
      target.putByte(written + done, source.getByte(from + done));
    }
    written += count;
  }
}
