// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;

/// Operations on ranges. Each checks its ranges once and leaves the work to the JDK: arrays to its
/// array operations, other memory to its segments.
final class Bulk {
  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;

  /// From here on copies are faster than single words.
  private static final int BLOCK = 256;

  /// Memory that is copied again and again should stay in the cache.
  private static final int FIRST_LEVEL_CACHE = 16 << 10;

  private Bulk() {}

  static void copy(Bytes source, long from, Bytes target, long to, long length) {
    source.checkRange(from, length);
    target.checkWriteRange(to, length);
    if (target.isArray()) {
      read(source, from, target.array, index(target, to), (int) length);
    } else if (source.isArray()) {
      write(source.array, index(source, from), target, to, (int) length);
    } else {
      MemorySegment.copy(source.segment(), from, target.segment(), to, length);
    }
  }

  /// To an array that no `Bytes` is made of: one that is passed on is garbage wherever the copy is
  /// not inlined.
  static void copy(Bytes source, long from, byte[] target, int to, int length) {
    source.checkRange(from, length);
    Objects.checkFromIndexSize(to, length, target.length);
    read(source, from, target, to, length);
  }

  /// From an array that no `Bytes` is made of.
  static void copy(byte[] source, int from, Bytes target, long to, int length) {
    Objects.checkFromIndexSize(from, length, source.length);
    target.checkWriteRange(to, length);
    write(source, from, target, to, length);
  }

  private static void read(Bytes source, long from, byte[] target, int to, int length) {
    if (source.isArray()) {
      System.arraycopy(source.array, index(source, from), target, to, length);
    } else {
      MemorySegment.copy(source.segment(), ValueLayout.JAVA_BYTE, from, target, to, length);
    }
  }

  private static void write(byte[] source, int from, Bytes target, long to, int length) {
    if (target.isArray()) {
      System.arraycopy(source, from, target.array, index(target, to), length);
    } else {
      MemorySegment.copy(source, from, target.segment(), ValueLayout.JAVA_BYTE, to, length);
    }
  }

  static void copy(Bytes source, long from, MemorySegment target, long to, long length) {
    source.checkRange(from, length);
    Objects.checkFromIndexSize(to, length, target.byteSize());
    if (target.isReadOnly()) {
      throw new IllegalArgumentException("The target segment is read-only");
    }
    MemorySegment.copy(source.segment(), from, target, to, length);
  }

  static void copy(MemorySegment source, long from, Bytes target, long to, long length) {
    Objects.checkFromIndexSize(from, length, source.byteSize());
    target.checkWriteRange(to, length);
    MemorySegment.copy(source, from, target.segment(), to, length);
  }

  static void copy(Bytes source, long from, ByteBuffer target, int to, int length) {
    source.checkRange(from, length);
    Objects.checkFromIndexSize(to, length, target.limit());
    if (target.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    if (source.isArray()) {
      target.put(to, source.array, index(source, from), length);
    } else if (target.hasArray()) {
      read(source, from, target.array(), target.arrayOffset() + to, length);
    } else {
      copy(source, from, MemorySegment.ofBuffer(target.slice(to, length)), 0, length);
    }
  }

  static void copy(ByteBuffer source, int from, Bytes target, long to, int length) {
    Objects.checkFromIndexSize(from, length, source.limit());
    target.checkWriteRange(to, length);
    if (target.isArray()) {
      source.get(from, target.array, index(target, to), length);
    } else if (source.hasArray()) {
      write(source.array(), source.arrayOffset() + from, target, to, length);
    } else {
      copy(MemorySegment.ofBuffer(source.slice(from, length)), 0, target, to, length);
    }
  }

  static void copyToArray(Bytes source, long from, Object target, int to, int count) {
    ValueLayout layout = CheckedAccess.layoutOf(target);
    source.checkRange(from, count * layout.byteSize());
    MemorySegment.copy(source.segment(), layout, from, target, to, count);
  }

  static void copyFromArray(Object source, int from, Bytes target, long to, int count) {
    ValueLayout layout = CheckedAccess.layoutOf(source);
    target.checkWriteRange(to, count * layout.byteSize());
    MemorySegment.copy(source, from, target.segment(), layout, to, count);
  }

  static long indexOf(Bytes bytes, long offset, long length, byte value) {
    bytes.checkRange(offset, length);
    long word = (value & 0xFF) * EACH_BYTE;
    long end = offset + length;
    long at = offset;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      long x = bytes.getLong(at) ^ word;
      // The lowest set bit marks the first byte of x that is zero: a carry can only set bits above
      // it (Warren, Hacker's Delight, 6-1).
      long zero = (x - EACH_BYTE) & ~x & (EACH_BYTE << 7);
      if (zero != 0) {
        return at + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
    }
    for (; at < end; at++) {
      if (bytes.getByte(at) == value) {
        return at;
      }
    }
    return -1;
  }

  static void fill(Bytes target, long offset, long length, byte value) {
    target.checkWriteRange(offset, length);
    if (target.isArray()) {
      Arrays.fill(target.array, index(target, offset), index(target, offset + length), value);
      return;
    }
    if (length < BLOCK) {
      fillWords(target, offset, length, value);
      return;
    }
    // A slice could be filled at once, but would be garbage.
    fillWords(target, offset, BLOCK, value);
    MemorySegment memory = target.segment();
    for (long done = BLOCK; done < length; ) {
      long next = Math.min(length - done, Math.min(done, FIRST_LEVEL_CACHE));
      MemorySegment.copy(memory, offset, memory, offset + done, next);
      done += next;
    }
  }

  private static void fillWords(Bytes target, long offset, long length, byte value) {
    long word = (value & 0xFF) * EACH_BYTE;
    long end = offset + length;
    long at = offset;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      target.setLong(at, word);
    }
    for (; at < end; at++) {
      target.setByte(at, value);
    }
  }

  static long mismatch(Bytes a, long aOffset, Bytes b, long bOffset, long length) {
    a.checkRange(aOffset, length);
    b.checkRange(bOffset, length);
    if (a.isArray() && b.isArray()) {
      return Arrays.mismatch(
          a.array,
          index(a, aOffset),
          index(a, aOffset + length),
          b.array,
          index(b, bOffset),
          index(b, bOffset + length));
    }
    return MemorySegment.mismatch(
        a.segment(), aOffset, aOffset + length, b.segment(), bOffset, bOffset + length);
  }

  private static int index(Bytes bytes, long offset) {
    return (int) (bytes.base + offset);
  }
}
