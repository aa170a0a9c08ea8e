// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.Adapters.Layouts;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/// The hash XXH64 of bytes, as specified in the xxHash repository (doc/xxhash_spec.md): the same code over a [Memory]
/// and over a segment.
final class XxHash64 {
  static final long PRIME_1 = 0x9E37_79B1_85EB_CA87L;
  static final long PRIME_2 = 0xC2B2_AE3D_27D4_EB4FL;
  private static final long PRIME_3 = 0x1656_67B1_9E37_79F9L;
  private static final long PRIME_4 = 0x85EB_CA77_C2B2_AE63L;
  static final long PRIME_5 = 0x27D4_EB2F_1656_67C5L;
  static final int STRIPE = 4 * Long.BYTES;

  private XxHash64() {}

  /// The hash over segments.
  interface SegmentHash {
    long hash(MemorySegment memory, int start, int length, long seed);

    /// {@return the code of a contender, or null if the contender has no code of its own}
    static @Nullable SegmentHash of(Memories contender) {
      return switch (contender) {
        case SEGMENT -> new OverSegments();
        case SEGMENT_SPECIALIZED ->
            Specialized.of(MethodHandles.lookup(), SegmentHash.class, OverSegments.class);
        default -> null;
      };
    }
  }

  /// The hash over a [Memory].
  interface MemoryHash {
    long hash(Memory memory, int start, int length, long seed);
  }

  //@ for  Name      Hash         Type           long                        int                        byte
  //@      Memory    MemoryHash   Memory         memory.getLong(             memory.getInt(             memory.getByte(
  //@      Segments  SegmentHash  MemorySegment  memory.get(Layouts.LONG,    memory.get(Layouts.INT,    memory.get(Layouts.BYTE,
  /// Plain code, which does not distinguish kinds of memory.
  static final class Over$Name implements $Hash {
    @Override
    public long hash($Type memory, int start, int length, long seed) {
      int at = start;
      int end = start + length;
      long hash = seed + PRIME_5;
      if (length >= STRIPE) {
        long a = seed + PRIME_1 + PRIME_2;
        long b = seed + PRIME_2;
        long c = seed;
        long d = seed - PRIME_1;
        for (; at <= end - STRIPE; at += STRIPE) {
          a = round(a, $long at));
          b = round(b, $long at + 8));
          c = round(c, $long at + 16));
          d = round(d, $long at + 24));
        }
        hash = merged(a, b, c, d);
      }
      return tail(memory, at, end, hash + length);
    }

    private static long tail($Type memory, int start, int end, long begun) {
      int at = start;
      long hash = begun;
      for (; at <= end - Long.BYTES; at += Long.BYTES) {
        hash = withLong(hash, $long at));
      }
      if (at <= end - Integer.BYTES) {
        hash = withInt(hash, $int at));
        at += Integer.BYTES;
      }
      for (; at < end; at++) {
        hash = withByte(hash, $byte at));
      }
      return finished(hash);
    }
  }

  //@ end
  static long withLong(long hash, long value) {
    return Long.rotateLeft(hash ^ round(0, value), 27) * PRIME_1 + PRIME_4;
  }

  static long withInt(long hash, int value) {
    return Long.rotateLeft(hash ^ (value & 0xFFFF_FFFFL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
  }

  static long withByte(long hash, byte value) {
    return Long.rotateLeft(hash ^ (value & 0xFF) * PRIME_5, 11) * PRIME_1;
  }

  static long finished(long hash) {
    long mixed = (hash ^ hash >>> 33) * PRIME_2;
    mixed = (mixed ^ mixed >>> 29) * PRIME_3;
    return mixed ^ mixed >>> 32;
  }

  /// {@return the hash of the four lanes of the stripes}
  static long merged(long a, long b, long c, long d) {
    long hash =
        Long.rotateLeft(a, 1)
            + Long.rotateLeft(b, 7)
            + Long.rotateLeft(c, 12)
            + Long.rotateLeft(d, 18);
    return merge(merge(merge(merge(hash, a), b), c), d);
  }

  static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }
}
