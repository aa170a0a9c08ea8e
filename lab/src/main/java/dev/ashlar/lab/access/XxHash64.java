// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

/// XXH64 of bytes in a [Memory], after the specification in the xxHash repository
/// (doc/xxhash_spec.md).
final class XxHash64 {
  private static final long PRIME_1 = 0x9E37_79B1_85EB_CA87L;
  private static final long PRIME_2 = 0xC2B2_AE3D_27D4_EB4FL;
  private static final long PRIME_3 = 0x1656_67B1_9E37_79F9L;
  private static final long PRIME_4 = 0x85EB_CA77_C2B2_AE63L;
  private static final long PRIME_5 = 0x27D4_EB2F_1656_67C5L;
  private static final int STRIPE = 4 * Long.BYTES;

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
      hash =
          Long.rotateLeft(a, 1)
              + Long.rotateLeft(b, 7)
              + Long.rotateLeft(c, 12)
              + Long.rotateLeft(d, 18);
      hash = merge(merge(merge(merge(hash, a), b), c), d);
    } else {
      hash = seed + PRIME_5;
    }
    return tail(memory, at, end, hash + length);
  }

  private static long tail(Memory memory, int start, int end, long begun) {
    int at = start;
    long hash = begun;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash ^= round(0, memory.getLong(at));
      hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
    }
    if (at <= end - Integer.BYTES) {
      hash ^= (memory.getInt(at) & 0xFFFF_FFFFL) * PRIME_1;
      hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
      at += Integer.BYTES;
    }
    for (; at < end; at++) {
      hash ^= (memory.getByte(at) & 0xFF) * PRIME_5;
      hash = Long.rotateLeft(hash, 11) * PRIME_1;
    }
    hash = (hash ^ hash >>> 33) * PRIME_2;
    hash = (hash ^ hash >>> 29) * PRIME_3;
    return hash ^ hash >>> 32;
  }

  private static long round(long lane, long input) {
    return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
  }

  private static long merge(long hash, long lane) {
    return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
  }
}
