// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

import dev.ashlar.lab.access.Adapters.Layouts;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.memory.Specialized;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// The [XxHash64] of many texts, which lie one after another in one memory.
final class HashWorkload implements Workload {
  static final int COUNT = 256;

  /// A constant of xxHash's sanity check: the start of the buffer's generator, and a seed.
  static final int PRIME_32 = 0x9E37_79B1;

  private static final int SEED = 64;

  /// A published hash of the first `length` bytes of the buffer in xxHash's sanity check.
  private record Vector(int length, long seed, long hash) {}

  private static final Vector[] VECTORS = {
    new Vector(0, 0, 0xEF46_DB37_51D8_E999L),
    new Vector(0, Integer.toUnsignedLong(PRIME_32), 0xAC75_FDA2_929B_17EFL),
    new Vector(1, 0, 0x4FCE_394C_C889_52D8L),
    new Vector(1, Integer.toUnsignedLong(PRIME_32), 0x7398_40CB_819F_A723L),
    new Vector(14, 0, 0xCFFA_8DB8_81BC_3A3DL),
    new Vector(14, Integer.toUnsignedLong(PRIME_32), 0x5B96_1158_5EFC_C9CBL),
    new Vector(101, 0, 0x0EAB_5433_84F8_78ADL),
    new Vector(101, Integer.toUnsignedLong(PRIME_32), 0xCAA6_5939_306F_1E21L)
  };

  private static final int VECTOR_BYTES = 101;

  private final @Nullable SegmentHash code;
  private final MemorySegment segment;
  private final Memory memory;
  private final int length;
  private final long expected;

  /// @param code the code over segments; null for the code over any [Memory]
  /// @param memory memory with at least [#byteSize] bytes
  /// @param expected the sum of all hashes, computed by another implementation
  HashWorkload(@Nullable SegmentHash code, Memory memory, int length, long expected) {
    this.code = code;
    this.segment = code == null ? MemorySegment.NULL : memory.segment();
    this.memory = memory;
    this.length = length;
    this.expected = expected;
  }

  static int byteSize(int length) {
    return Math.max(VECTOR_BYTES, COUNT * length);
  }

  @Override
  public void prepare() {
    memory.putAll(texts(length));
  }

  /// Verifies the published hashes in the contender's own memory, and then the hashes of the texts.
  @Override
  public void verify() {
    putVectors();
    for (Vector vector : VECTORS) {
      Proof.requireEqual(
          hash(0, vector.length, vector.seed),
          vector.hash,
          "the hash of %d bytes".formatted(vector.length));
    }
    prepare();
    Proof.repeat(() -> Proof.requireEqual(run(), expected, "the sum of all hashes"));
  }

  private void putVectors() {
    byte[] content = new byte[VECTOR_BYTES];
    int factor = PRIME_32;
    for (int i = 0; i < VECTOR_BYTES; i++) {
      content[i] = (byte) (factor >>> 24);
      factor *= factor;
    }
    memory.putAll(content);
  }

  /// {@return all texts of this length, one after another}
  static byte[] texts(int length) {
    byte[] content = new byte[COUNT * length];
    new Random(SEED).nextBytes(content);
    return content;
  }

  @Override
  public long run() {
    long all = 0;
    for (int i = 0; i < COUNT; i++) {
      all += hash(i * length, length, 0);
    }
    return all;
  }

  private long hash(int start, int size, long seed) {
    return code == null
        ? XxHash64.hash(memory, start, size, seed)
        : code.hash(segment, start, size, seed);
  }

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
            a = XxHash64.round(a, memory.get(Layouts.LONG, at));
            b = XxHash64.round(b, memory.get(Layouts.LONG, at + 8));
            c = XxHash64.round(c, memory.get(Layouts.LONG, at + 16));
            d = XxHash64.round(d, memory.get(Layouts.LONG, at + 24));
          }
          hash = XxHash64.merged(a, b, c, d);
        }
        return tail(memory, at, end, hash + length);
      }

      private static long tail(MemorySegment memory, int start, int end, long begun) {
        int at = start;
        long hash = begun;
        for (; at <= end - Long.BYTES; at += Long.BYTES) {
          hash = XxHash64.withLong(hash, memory.get(Layouts.LONG, at));
        }
        if (at <= end - Integer.BYTES) {
          hash = XxHash64.withInt(hash, memory.get(Layouts.INT, at));
          at += Integer.BYTES;
        }
        for (; at < end; at++) {
          hash = XxHash64.withByte(hash, memory.get(Layouts.BYTE, at));
        }
        return XxHash64.finished(hash);
      }
    }
  }

  /// The hash XXH64 of bytes in a [Memory], as specified in the xxHash repository
  /// (doc/xxhash_spec.md).
  static final class XxHash64 {
    static final long PRIME_1 = 0x9E37_79B1_85EB_CA87L;
    static final long PRIME_2 = 0xC2B2_AE3D_27D4_EB4FL;
    private static final long PRIME_3 = 0x1656_67B1_9E37_79F9L;
    private static final long PRIME_4 = 0x85EB_CA77_C2B2_AE63L;
    static final long PRIME_5 = 0x27D4_EB2F_1656_67C5L;
    static final int STRIPE = 4 * Long.BYTES;

    private XxHash64() {}

    /// {@return the hash of the bytes from `start` to `start + length`}
    static long hash(Memory memory, int start, int length, long seed) {
      int at = start;
      int end = start + length;
      long hash;
      if (length >= STRIPE) {
        long a = seed + PRIME_1 + PRIME_2;
        long b = seed + PRIME_2;
        long c = seed;
        long d = seed - PRIME_1;
        for (; at <= end - STRIPE; at += STRIPE) {
          a = round(a, memory.getLong(at));
          b = round(b, memory.getLong(at + 8));
          c = round(c, memory.getLong(at + 16));
          d = round(d, memory.getLong(at + 24));
        }
        hash = merged(a, b, c, d);
      } else {
        hash = seed + PRIME_5;
      }
      return tail(memory, at, end, hash + length);
    }

    private static long tail(Memory memory, int start, int end, long begun) {
      int at = start;
      long hash = begun;
      for (; at <= end - Long.BYTES; at += Long.BYTES) {
        hash = withLong(hash, memory.getLong(at));
      }
      if (at <= end - Integer.BYTES) {
        hash = withInt(hash, memory.getInt(at));
        at += Integer.BYTES;
      }
      for (; at < end; at++) {
        hash = withByte(hash, memory.getByte(at));
      }
      return finished(hash);
    }

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
}
