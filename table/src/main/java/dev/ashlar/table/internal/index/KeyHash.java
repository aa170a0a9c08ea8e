// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.KeyBytes;
import java.security.SecureRandom;

/// The hashes of keys that are more than a number: SipHash-1-3 of Aumasson and Bernstein, SipHash:
/// a fast short-input PRF, 2012, with words in the byte order of the machine. Who does not know the
/// two random numbers cannot find keys with equal hashes.
///
/// @param bits how many of a hash are used, the upper ones; the others are 0
public record KeyHash(long k0, long k1, int bits) {
  /// For numbers, which are their own hashes.
  static final KeyHash NONE = new KeyHash(0, 0, 0);

  private static final int FINAL_ROUNDS = 3;

  static KeyHash random() {
    SecureRandom random = new SecureRandom();
    return new KeyHash(random.nextLong(), random.nextLong(), Slots.HASH_BITS);
  }

  public long hash(KeyBytes key) {
    long v0 = k0 ^ 0x736f6d6570736575L;
    long v1 = k1 ^ 0x646f72616e646f6dL;
    long v2 = k0 ^ 0x6c7967656e657261L;
    long v3 = k1 ^ 0x7465646279746573L;
    int words = key.size() >>> 3;
    for (int i = 0; i <= words + FINAL_ROUNDS; i++) {
      long word = i > words ? 0 : key.word(i << 3);
      if (i == words) {
        word |= (long) key.size() << (Long.SIZE - Byte.SIZE);
      } else if (i == words + 1) {
        v2 ^= 0xff;
      }
      v3 ^= word;
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
    }
    return (v0 ^ v1 ^ v2 ^ v3) & -1L << (Long.SIZE - bits);
  }
}
