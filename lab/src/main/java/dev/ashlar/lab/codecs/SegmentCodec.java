// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import static dev.ashlar.lab.codecs.Lz4Decoder.HALF;
import static dev.ashlar.lab.codecs.Lz4Decoder.MIN_MATCH;
import static dev.ashlar.lab.codecs.Lz4Encoder.LAST_LITERALS;
import static dev.ashlar.lab.codecs.Lz4Encoder.LAST_MATCH;
import static dev.ashlar.lab.codecs.Lz4Encoder.MAX_DISTANCE;
import static dev.ashlar.lab.codecs.Lz4Encoder.NONE;
import static dev.ashlar.lab.codecs.Lz4Encoder.SKIP_BITS;

import dev.ashlar.lab.codecs.SegmentCodec.PlainSegments;
import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The codecs over segments: as [Lz4Decoder#decode], [Lz4Encoder#encode] and [TagParser#checksum].
interface SegmentCodec {
  int decode(MemorySegment block, int byteSize, MemorySegment text, int capacity);

  int encode(MemorySegment text, int byteSize, MemorySegment block, int[] table);

  long checksum(MemorySegment message, int byteSize);

  /// Plain code over segments, which does not distinguish kinds of memory. All accesses of the
  /// decoders are in [#get], [#rest], [#copy], [#varint], [#fixed] and [#sum].
  class PlainSegments implements SegmentCodec {
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final ValueLayout.OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT =
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int STEP = Long.BYTES;

    @Override
    public int decode(MemorySegment block, int byteSize, MemorySegment text, int capacity) {
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
          throw malformed("literals", read);
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
          throw malformed("a copy", read);
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

    private static int bytesOfRest(int rest) {
      return rest / 0xFF + 1;
    }

    int get(MemorySegment block, int at, int end) {
      if (at >= end) {
        throw malformed("an end in a sequence", at);
      }
      return block.get(BYTE, at) & 0xFF;
    }

    /// {@return the sum of the bytes from `at` on, up to and with the first that is not 255}
    int rest(MemorySegment block, int at, int end) {
      int sum = 0;
      for (int i = at; i < end && sum >= 0; i++) {
        int more = block.get(BYTE, i) & 0xFF;
        sum += more;
        if (more != 0xFF) {
          return sum;
        }
      }
      throw malformed("a length without an end", at);
    }

    /// Copies in steps of eight bytes, or of one. Each loop is a method of its own. A method with
    /// both loops over segments has more machine code than C2 inlines.
    void copy(MemorySegment from, int at, MemorySegment to, int written, int length, boolean wide) {
      if (wide) {
        copyLongs(from, at, to, written, length);
      } else {
        copyBytes(from, at, to, written, length);
      }
    }

    void copyLongs(MemorySegment from, int at, MemorySegment to, int written, int length) {
      for (int done = 0; done < length; done += STEP) {
        to.set(LONG, written + done, from.get(LONG, at + done));
      }
    }

    void copyBytes(MemorySegment from, int at, MemorySegment to, int written, int length) {
      for (int done = 0; done < length; done++) {
        to.set(BYTE, written + done, from.get(BYTE, at + done));
      }
    }

    @Override
    public int encode(MemorySegment text, int byteSize, MemorySegment block, int[] table) {
      Arrays.fill(table, NONE);
      int written = 0;
      int anchor = 0;
      int end = byteSize - LAST_MATCH;
      int at = 0;
      while (at < end) {
        int word = text.get(INT, at);
        int slot = Lz4Encoder.slot(word);
        int before = table[slot];
        table[slot] = at;
        if (before != NONE && at - before <= MAX_DISTANCE && text.get(INT, before) == word) {
          int length = matchLength(text, before, at, byteSize - LAST_LITERALS);
          written = literals(text, anchor, at - anchor, block, written, length - MIN_MATCH);
          block.set(SHORT, written, (short) (at - before));
          written = putRest(block, written + Short.BYTES, length - MIN_MATCH);
          at += length;
          anchor = at;
        } else {
          at += 1 + ((at - anchor) >>> SKIP_BITS);
        }
      }
      return literals(text, anchor, byteSize - anchor, block, written, 0);
    }

    private static int matchLength(MemorySegment text, int before, int at, int end) {
      int length = MIN_MATCH;
      while (at + length + Long.BYTES <= end) {
        long difference = text.get(LONG, before + length) ^ text.get(LONG, at + length);
        if (difference != 0) {
          return length + (Long.numberOfTrailingZeros(difference) >>> 3);
        }
        length += Long.BYTES;
      }
      while (at + length < end && text.get(BYTE, before + length) == text.get(BYTE, at + length)) {
        length++;
      }
      return length;
    }

    /// Writes a token and literals, and returns the position after them.
    private static int literals(
        MemorySegment text, int from, int count, MemorySegment block, int at, int copy) {
      block.set(BYTE, at, (byte) (Math.min(count, HALF) << 4 | Math.min(copy, HALF)));
      int to = putRest(block, at + 1, count);
      int done = 0;
      for (; done + Long.BYTES <= count; done += Long.BYTES) {
        block.set(LONG, to + done, text.get(LONG, from + done));
      }
      for (; done < count; done++) {
        block.set(BYTE, to + done, text.get(BYTE, from + done));
      }
      return to + count;
    }

    private static int putRest(MemorySegment block, int at, int length) {
      int to = at;
      if (length >= HALF) {
        int left = length - HALF;
        for (; left >= 0xFF; left -= 0xFF) {
          block.set(BYTE, to++, (byte) 0xFF);
        }
        block.set(BYTE, to++, (byte) left);
      }
      return to;
    }

    @Override
    public long checksum(MemorySegment message, int byteSize) {
      Cursor cursor = new Cursor(byteSize);
      long checksum = 0;
      while (cursor.at < byteSize) {
        int tag = (int) varint(message, cursor);
        long value =
            switch (tag & (1 << TagParser.TYPE_BITS) - 1) {
              case TagParser.VARINT -> varint(message, cursor);
              case TagParser.FIXED_64 -> fixed(message, cursor, Long.BYTES);
              case TagParser.FIXED_32 -> fixed(message, cursor, Integer.BYTES);
              case TagParser.LENGTH -> sum(message, cursor, (int) varint(message, cursor));
              default -> throw malformed("an unknown wire type", cursor.at);
            };
        checksum = TagParser.add(checksum, tag >>> TagParser.TYPE_BITS, value);
      }
      return checksum;
    }

    long varint(MemorySegment message, Cursor cursor) {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        byte next = message.get(BYTE, cursor.skip(1));
        value |= (next & 0x7FL) << shift;
        if (next >= 0) {
          return value;
        }
      }
      throw malformed("a varint of more than ten bytes", cursor.at);
    }

    long fixed(MemorySegment message, Cursor cursor, int length) {
      int from = cursor.skip(length);
      return length == Long.BYTES ? message.get(LONG, from) : message.get(INT, from);
    }

    long sum(MemorySegment message, Cursor cursor, int length) {
      int from = cursor.skip(length);
      long sum = length;
      int done = 0;
      for (; done + Long.BYTES <= length; done += Long.BYTES) {
        sum += message.get(LONG, from + done);
      }
      for (; done < length; done++) {
        sum += message.get(BYTE, from + done);
      }
      return sum;
    }

    /// A position in a message.
    static final class Cursor {
      final int end;
      int at;

      Cursor(int end) {
        this.end = end;
      }

      /// Skips `length` bytes, and returns the position before them.
      int skip(int length) {
        if (length < 0 || length > end - at) {
          throw malformed("a field without room for it", at);
        }
        int from = at;
        at += length;
        return from;
      }
    }

    static IllegalArgumentException malformed(String what, int at) {
      return new IllegalArgumentException("The bytes have %s at byte %d".formatted(what, at));
    }
  }

  /// The plain code, with a cast before each access or loop of accesses. The surrounding methods
  /// are too large to be compiled in a copy for each kind of memory.
  final class KnownSegments extends PlainSegments {
    private final boolean isNative;

    /// Makes a decoder for native memory, or for the memory of a `byte[]`.
    KnownSegments(boolean isNative) {
      this.isNative = isNative;
    }

    @Override
    int get(MemorySegment block, int at, int end) {
      return isNative
          ? super.get(Segments.ofNative(block), at, end)
          : super.get(Segments.ofBytes(block), at, end);
    }

    @Override
    int rest(MemorySegment block, int at, int end) {
      return isNative
          ? super.rest(Segments.ofNative(block), at, end)
          : super.rest(Segments.ofBytes(block), at, end);
    }

    @Override
    void copy(MemorySegment from, int at, MemorySegment to, int written, int length, boolean wide) {
      if (isNative) {
        super.copy(Segments.ofNative(from), at, Segments.ofNative(to), written, length, wide);
      } else {
        super.copy(Segments.ofBytes(from), at, Segments.ofBytes(to), written, length, wide);
      }
    }

    @Override
    long varint(MemorySegment message, Cursor cursor) {
      return isNative
          ? super.varint(Segments.ofNative(message), cursor)
          : super.varint(Segments.ofBytes(message), cursor);
    }

    @Override
    long fixed(MemorySegment message, Cursor cursor, int length) {
      return isNative
          ? super.fixed(Segments.ofNative(message), cursor, length)
          : super.fixed(Segments.ofBytes(message), cursor, length);
    }

    @Override
    long sum(MemorySegment message, Cursor cursor, int length) {
      return isNative
          ? super.sum(Segments.ofNative(message), cursor, length)
          : super.sum(Segments.ofBytes(message), cursor, length);
    }
  }
}
