// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import static dev.ashlar.lab.codecs.Lz4.BYTE;
import static dev.ashlar.lab.codecs.Lz4.INT;
import static dev.ashlar.lab.codecs.Lz4.LONG;
import static dev.ashlar.lab.codecs.Lz4.malformed;

import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;

/// [TagParser#checksum] over segments.
interface SegmentTags {
  long checksum(MemorySegment message, int byteSize);

  /// Plain code over segments, which does not distinguish kinds of memory. All accesses are in
  /// [#varint], [#fixed] and [#sum].
  class PlainSegmentTags implements SegmentTags {
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
  }

  /// The plain code, with a cast before each access or loop of accesses. The surrounding method is
  /// too large to be compiled in a copy for each kind of memory.
  final class KnownSegmentTags extends PlainSegmentTags {
    private final boolean isNative;

    /// Makes a reader for native memory, or for the memory of a `byte[]`.
    KnownSegmentTags(boolean isNative) {
      this.isNative = isNative;
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
