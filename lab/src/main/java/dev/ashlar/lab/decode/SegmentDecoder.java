// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// The JDK's `MemorySegment`.
final class SegmentDecoder extends Decoder<MemorySegment> {
  private static final ValueLayout.OfInt INT =
      JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  @Override
  MemorySegment memory(Kind kind, byte[] content) {
    return switch (kind) {
      case HEAP -> MemorySegment.ofArray(content);
      case READ_ONLY -> MemorySegment.ofArray(content).asReadOnly();
      case NATIVE -> Copies.nativeSegment(content);
      case MAPPED -> Copies.mappedSegment(content);
    };
  }

  @Override
  long decode(MemorySegment memory, int end) {
    int at = 0;
    while (at < end) {
      if (memory.get(JAVA_BYTE, at) < 0) {
        lastInt = memory.get(INT, at);
        at += Integer.BYTES;
      } else {
        lastLong = memory.get(LONG, at);
        at += Long.BYTES;
      }
    }
    return at;
  }
}
