// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.lab.access.Memory;

/// Reads a message in protobuf's wire format field by field, and computes a checksum. Tags and
/// numbers are varints, fixed-size numbers have four or eight bytes, and all other fields begin
/// with a length.
final class TagParser {
  static final int VARINT = 0;
  static final int FIXED_64 = 1;
  static final int LENGTH = 2;
  static final int FIXED_32 = 5;
  static final int TYPE_BITS = 3;
  private static final int FACTOR = 31;

  private final Memory memory;
  private final int end;
  private int at;

  private TagParser(Memory memory, int end) {
    this.memory = memory;
    this.end = end;
  }

  /// {@return a checksum of the numbers and values of all fields}
  ///
  /// @throws IllegalArgumentException if the message is malformed
  static long checksum(Memory memory, int byteSize) {
    return new TagParser(memory, byteSize).run();
  }

  /// {@return the checksum with one more field}
  static long add(long checksum, int number, long value) {
    return (checksum * FACTOR + number) * FACTOR + value;
  }

  private long run() {
    long checksum = 0;
    while (at < end) {
      int tag = (int) varint();
      long value =
          switch (tag & (1 << TYPE_BITS) - 1) {
            case VARINT -> varint();
            case FIXED_64 -> fixed64();
            case FIXED_32 -> fixed32();
            case LENGTH -> bytes((int) varint());
            default -> throw malformed("has wire type " + (tag & (1 << TYPE_BITS) - 1));
          };
      checksum = add(checksum, tag >>> TYPE_BITS, value);
    }
    return checksum;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      if (at >= end) {
        throw malformed("ends in the middle of a varint");
      }
      byte next = memory.getByte(at++);
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed("has a varint of more than ten bytes");
  }

  private long fixed64() {
    int from = skip(Long.BYTES);
    return memory.getLong(from);
  }

  private long fixed32() {
    int from = skip(Integer.BYTES);
    return memory.getInt(from);
  }

  private long bytes(int length) {
    int from = skip(length);
    long sum = length;
    int done = 0;
    for (; done + Long.BYTES <= length; done += Long.BYTES) {
      sum += memory.getLong(from + done);
    }
    for (; done < length; done++) {
      sum += memory.getByte(from + done);
    }
    return sum;
  }

  private int skip(int length) {
    if (length < 0 || length > end - at) {
      throw malformed("has a field of %d bytes and no room for it".formatted(length));
    }
    int from = at;
    at += length;
    return from;
  }

  private IllegalArgumentException malformed(String how) {
    return new IllegalArgumentException("The message %s, at byte %d of %d".formatted(how, at, end));
  }
}
