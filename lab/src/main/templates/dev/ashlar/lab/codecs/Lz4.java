// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.lab.access.Memory;
import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Encodes and decodes blocks of LZ4, as described in `lz4_Block_format.md`: the same code over a [Memory] and over a
/// segment. A block is a list of sequences. A sequence is a token, literals, and a copy of decoded bytes.
///
/// ```
/// token             upper 4 bits: number of literals; lower 4 bits: length of the copy, less 4
/// literal count     bytes to add to the number of literals, if the upper 4 bits are 15
/// literals
/// distance          16 bits: from the end of the decoded bytes back to the bytes to copy
/// copy length       bytes to add to the length of the copy, if the lower 4 bits are 15
/// ```
///
/// The first byte that is not 255 is the last byte to add. The last sequence ends after its literals.
final class Lz4 {
  private static final int MIN_MATCH = 4;
  private static final int HALF = 15;
  private static final int STEP = Long.BYTES;
  private static final int TABLE_BITS = 12;

  /// A prime near 2^32 divided by the golden ratio.
  private static final int MULTIPLIER = 0x9E37_79B1;

  private static final int MAX_DISTANCE = 0xFFFF;

  /// The format requires that the last copy begins before the last twelve bytes, and that the last
  /// five bytes are literals.
  private static final int LAST_MATCH = 12;

  private static final int LAST_LITERALS = 5;
  private static final int SKIP_BITS = 6;
  private static final int NONE = -1;

  static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Lz4() {}

  /// {@return the maximum size of the block into which `byteSize` bytes are encoded}
  static int maxByteSize(int byteSize) {
    return byteSize + byteSize / 255 + 16;
  }

  /// {@return a new table for an encoder: the last position for each hash of four bytes}
  static int[] newTable() {
    return new int[1 << TABLE_BITS];
  }

  static int slot(int word) {
    return (word * MULTIPLIER) >>> (Integer.SIZE - TABLE_BITS);
  }

  static int bytesOfRest(int rest) {
    return rest / 0xFF + 1;
  }

  static IllegalArgumentException malformed(String what, int at) {
    return new IllegalArgumentException("The bytes have %s at byte %d".formatted(what, at));
  }

  //@ for  Name     Type           getByte      getInt      getLong      putByte      putLong
  //@      Memory   Memory         .getByte(    .getInt(    .getLong(    .putByte(    .putLong(
  //@      Segment  MemorySegment  .get(BYTE,   .get(INT,   .get(LONG,   .set(BYTE,   .set(LONG,
  /// The codec over one kind of object.
  interface $NameLz4 {
    /// {@return the number of bytes that the block decodes to}
    ///
    /// @throws IllegalArgumentException if the bytes are not a whole block, or decode to more than
    ///   `capacity` bytes
    int decode($Type block, int byteSize, $Type text, int capacity);

    /// {@return the number of bytes of the block}
    ///
    /// @param block memory with room for [Lz4#maxByteSize]
    /// @param table a [table][Lz4#newTable], of any content
    int encode($Type text, int byteSize, $Type block, int[] table);
  }

  /// Plain code, which does not distinguish kinds of memory. All accesses of the decoder are in
  /// [#get], [#rest] and [#copy].
  static class Plain$NameLz4 implements $NameLz4 {
    @Override
    public int decode($Type block, int byteSize, $Type text, int capacity) {
      int read = 0;
      int written = 0;
      while (true) {
        int token = get(block, read++, byteSize);
        int length = token >>> 4;
        if (length == HALF) {
          int rest = rest(block, read, byteSize);
          read += bytesOfRest(rest);
          length += rest;
        }
        if (length < 0 || length > byteSize - read || length > capacity - written) {
          throw malformed("literals without room for them", read);
        }
        copy(
            block,
            read,
            text,
            written,
            length,
            read + length + STEP <= byteSize && written + length + STEP <= capacity);
        read += length;
        written += length;
        if (read == byteSize) {
          return written;
        }
        int distance = get(block, read, byteSize) | get(block, read + 1, byteSize) << 8;
        read += 2;
        length = token & HALF;
        if (length == HALF) {
          int rest = rest(block, read, byteSize);
          read += bytesOfRest(rest);
          length += rest;
        }
        length += MIN_MATCH;
        if (distance == 0 || distance > written || length < 0 || length > capacity - written) {
          throw malformed("a copy without bytes or room", read);
        }
        copy(
            text,
            written - distance,
            text,
            written,
            length,
            distance >= STEP && written + length + STEP <= capacity);
        written += length;
      }
    }

    int get($Type block, int at, int end) {
      if (at >= end) {
        throw malformed("an end in a sequence", at);
      }
      return block$getByte at) & 0xFF;
    }

    /// {@return the sum of the bytes from `at` on, up to and with the first that is not 255}
    int rest($Type block, int at, int end) {
      int sum = 0;
      for (int i = at; i < end && sum >= 0; i++) {
        int more = block$getByte i) & 0xFF;
        sum += more;
        if (more != 0xFF) {
          return sum;
        }
      }
      throw malformed("a length without an end", at);
    }

    /// Copies in steps of eight bytes, or of one. Each loop is a method of its own. A method with
    /// both loops over segments has more machine code than C2 inlines.
    void copy($Type from, int at, $Type to, int written, int length, boolean wide) {
      if (wide) {
        copyLongs(from, at, to, written, length);
      } else {
        copyBytes(from, at, to, written, length);
      }
    }

    void copyLongs($Type from, int at, $Type to, int written, int length) {
      for (int done = 0; done < length; done += STEP) {
        to$putLong written + done, from$getLong at + done));
      }
    }

    void copyBytes($Type from, int at, $Type to, int written, int length) {
      for (int done = 0; done < length; done++) {
        to$putByte written + done, from$getByte at + done));
      }
    }

    /// Looks up the last position with the same hash of four bytes. If the four bytes there are the
    /// same, and not too far back, they begin the next copy. The longer no match is found, the
    /// larger are the steps of the search.
    @Override
    public int encode($Type text, int byteSize, $Type block, int[] table) {
      Arrays.fill(table, NONE);
      int written = 0;
      int anchor = 0;
      int end = byteSize - LAST_MATCH;
      int at = 0;
      while (at < end) {
        int word = text$getInt at);
        int slot = slot(word);
        int before = table[slot];
        table[slot] = at;
        if (before != NONE && at - before <= MAX_DISTANCE && text$getInt before) == word) {
          int length = matchLength(text, before, at, byteSize - LAST_LITERALS);
          written = literals(text, anchor, at - anchor, block, written, length - MIN_MATCH);
          block$putByte written++, (byte) (at - before));
          block$putByte written++, (byte) ((at - before) >>> 8));
          written = putRest(block, written, length - MIN_MATCH);
          at += length;
          anchor = at;
        } else {
          at += 1 + ((at - anchor) >>> SKIP_BITS);
        }
      }
      return literals(text, anchor, byteSize - anchor, block, written, 0);
    }

    /// Returns how many bytes are the same from both positions on. The first four are known to be.
    private static int matchLength($Type text, int before, int at, int end) {
      int length = MIN_MATCH;
      while (at + length + Long.BYTES <= end) {
        long difference = text$getLong before + length) ^ text$getLong at + length);
        if (difference != 0) {
          return length + (Long.numberOfTrailingZeros(difference) >>> 3);
        }
        length += Long.BYTES;
      }
      while (at + length < end && text$getByte before + length) == text$getByte at + length)) {
        length++;
      }
      return length;
    }

    /// Writes a token and literals, and returns the position after them.
    private static int literals(
        $Type text, int from, int count, $Type block, int at, int copy) {
      block$putByte at, (byte) (Math.min(count, HALF) << 4 | Math.min(copy, HALF)));
      int to = putRest(block, at + 1, count);
      int done = 0;
      for (; done + Long.BYTES <= count; done += Long.BYTES) {
        block$putLong to + done, text$getLong from + done));
      }
      for (; done < count; done++) {
        block$putByte to + done, text$getByte from + done));
      }
      return to + count;
    }

    private static int putRest($Type block, int at, int length) {
      int to = at;
      if (length >= HALF) {
        int left = length - HALF;
        for (; left >= 0xFF; left -= 0xFF) {
          block$putByte to++, (byte) 0xFF);
        }
        block$putByte to++, (byte) left);
      }
      return to;
    }
  }

  //@ end
  /// The plain code, with a cast before each access or loop of accesses. The surrounding method
  /// is too large to be compiled in a copy for each kind of memory.
  static final class KnownSegmentLz4 extends PlainSegmentLz4 {
    private final boolean isNative;

    /// Makes a decoder for native memory, or for the memory of a `byte[]`.
    KnownSegmentLz4(boolean isNative) {
      this.isNative = isNative;
    }

    //@ for  method
    //@      get
    //@      rest
    @Override
    int $method(MemorySegment block, int at, int end) {
      return isNative
          ? super.$method(Segments.ofNative(block), at, end)
          : super.$method(Segments.ofBytes(block), at, end);
    }

    //@ end
    @Override
    void copy(MemorySegment from, int at, MemorySegment to, int written, int length, boolean wide) {
      if (isNative) {
        super.copy(Segments.ofNative(from), at, Segments.ofNative(to), written, length, wide);
      } else {
        super.copy(Segments.ofBytes(from), at, Segments.ofBytes(to), written, length, wide);
      }
    }
  }
}
