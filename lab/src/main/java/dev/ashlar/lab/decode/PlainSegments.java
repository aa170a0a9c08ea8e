// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Plain code over segments, which does not distinguish kinds of memory.
final class PlainSegments implements SegmentCode {
  private static final ValueLayout.OfInt INT =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  public long decode(MemorySegment memory, int end, Decoder<?> values) {
    int at = 0;
    while (at < end) {
      if (memory.get(JAVA_BYTE, at) < 0) {
        values.lastInt = memory.get(INT, at);
        at += Integer.BYTES;
      } else {
        values.lastLong = memory.get(LONG, at);
        at += Long.BYTES;
      }
    }
    return at;
  }

  /// {@return the position behind the value at `at`}
  static int decodeOne(MemorySegment memory, int at, Decoder<?> values) {
    if (memory.get(JAVA_BYTE, at) < 0) {
      values.lastInt = memory.get(INT, at);
      return at + Integer.BYTES;
    }
    values.lastLong = memory.get(LONG, at);
    return at + Long.BYTES;
  }

  @Override
  public long decodeSlices(MemorySegment memory, int end, Decoder<?> values) {
    int at = 0;
    while (at < end) {
      int block = Math.min(TaggedStream.BLOCK, end - at);
      at += (int) decode(memory.asSlice(at, block + Long.BYTES), block, values);
    }
    return at;
  }
}
