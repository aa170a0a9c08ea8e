// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.memory.Segments;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;

/// The loops over `long` values of [LoopWorkload], over segments.
interface SegmentLongs {
  long sumByInt(MemorySegment memory, int end);

  long sumByLong(MemorySegment memory, long end);

  /// {@return the code of a contender that has segments}
  static SegmentLongs of(Memories contender) {
    return switch (contender) {
      case SEGMENT -> new Plain();
      case SEGMENT_KNOWN -> new Known();
      case SEGMENT_SPECIALIZED ->
          Specialized.of(MethodHandles.lookup(), SegmentLongs.class, Plain.class);
      default -> throw new IllegalArgumentException(contender.contender());
    };
  }

  /// Plain code, which does not distinguish kinds of memory.
  final class Plain implements SegmentLongs {
    @Override
    public long sumByInt(MemorySegment memory, int end) {
      long sum = 0;
      for (int at = 0; at < end; at += Long.BYTES) {
        sum += memory.get(SegmentMemory.LONG, at);
      }
      return sum;
    }

    @Override
    public long sumByLong(MemorySegment memory, long end) {
      long sum = 0;
      for (long at = 0; at < end; at += Long.BYTES) {
        sum += memory.get(SegmentMemory.LONG, at);
      }
      return sum;
    }
  }

  /// The same code, with one loop for each kind of memory, and a cast before it.
  final class Known implements SegmentLongs {
    @Override
    public long sumByInt(MemorySegment memory, int end) {
      return memory.isNative() ? nativeByInt(memory, end) : bytesByInt(memory, end);
    }

    private static long nativeByInt(MemorySegment memory, int end) {
      MemorySegment known = Segments.ofNative(memory);
      long sum = 0;
      for (int at = 0; at < end; at += Long.BYTES) {
        sum += known.get(SegmentMemory.LONG, at);
      }
      return sum;
    }

    private static long bytesByInt(MemorySegment memory, int end) {
      MemorySegment known = Segments.ofBytes(memory);
      long sum = 0;
      for (int at = 0; at < end; at += Long.BYTES) {
        sum += known.get(SegmentMemory.LONG, at);
      }
      return sum;
    }

    @Override
    public long sumByLong(MemorySegment memory, long end) {
      return memory.isNative() ? nativeByLong(memory, end) : bytesByLong(memory, end);
    }

    private static long nativeByLong(MemorySegment memory, long end) {
      MemorySegment known = Segments.ofNative(memory);
      long sum = 0;
      for (long at = 0; at < end; at += Long.BYTES) {
        sum += known.get(SegmentMemory.LONG, at);
      }
      return sum;
    }

    private static long bytesByLong(MemorySegment memory, long end) {
      MemorySegment known = Segments.ofBytes(memory);
      long sum = 0;
      for (long at = 0; at < end; at += Long.BYTES) {
        sum += known.get(SegmentMemory.LONG, at);
      }
      return sum;
    }
  }
}
