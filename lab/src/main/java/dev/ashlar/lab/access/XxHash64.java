// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.access;

/// The hash XXH64 of bytes in a [Memory], as specified in the xxHash repository
/// (doc/xxhash_spec.md).
final class XxHash64 {
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
