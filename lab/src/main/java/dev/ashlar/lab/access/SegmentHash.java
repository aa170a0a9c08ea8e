// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// [XxHash64] over segments.
interface SegmentHash {
  long hash(MemorySegment memory, int start, int length, long seed);

  /// {@return the code of a contender, or null if the contender has no code of its own}
  static @Nullable SegmentHash of(Memories contender) {
    return switch (contender) {
      case SEGMENT -> new Plain();
      case SEGMENT_SPECIALIZED ->
          Specialized.of(MethodHandles.lookup(), SegmentHash.class, Plain.class);
      default -> null;
    };
  }

  /// Plain code, which does not distinguish kinds of memory.
  final class Plain implements SegmentHash {
    @Override
    public long hash(MemorySegment memory, int start, int length, long seed) {
      int at = start;
      int end = start + length;
      long hash = seed + XxHash64.PRIME_5;
      if (length >= XxHash64.STRIPE) {
        long a = seed + XxHash64.PRIME_1 + XxHash64.PRIME_2;
        long b = seed + XxHash64.PRIME_2;
        long c = seed;
        long d = seed - XxHash64.PRIME_1;
        for (; at <= end - XxHash64.STRIPE; at += XxHash64.STRIPE) {
          a = XxHash64.round(a, memory.get(SegmentMemory.LONG, at));
          b = XxHash64.round(b, memory.get(SegmentMemory.LONG, at + 8));
          c = XxHash64.round(c, memory.get(SegmentMemory.LONG, at + 16));
          d = XxHash64.round(d, memory.get(SegmentMemory.LONG, at + 24));
        }
        hash = XxHash64.merged(a, b, c, d);
      }
      return tail(memory, at, end, hash + length);
    }

    private static long tail(MemorySegment memory, int start, int end, long begun) {
      int at = start;
      long hash = begun;
      for (; at <= end - Long.BYTES; at += Long.BYTES) {
        hash = XxHash64.withLong(hash, memory.get(SegmentMemory.LONG, at));
      }
      if (at <= end - Integer.BYTES) {
        hash = XxHash64.withInt(hash, memory.get(SegmentMemory.INT, at));
        at += Integer.BYTES;
      }
      for (; at < end; at++) {
        hash = XxHash64.withByte(hash, memory.get(SegmentMemory.BYTE, at));
      }
      return XxHash64.finished(hash);
    }
  }
}
