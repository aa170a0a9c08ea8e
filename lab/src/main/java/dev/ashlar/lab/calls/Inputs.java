// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.util.Arrays;
import java.util.Random;

/// The arguments of the calls, which are always the same.
final class Inputs {
  /// The number of calls, each with different arguments.
  static final int COUNT = 256;

  private static final int SEED = 2025;

  private Inputs() {}

  /// {@return [#COUNT] strings of `length` letters}
  static String[] strings(int length) {
    Random random = new Random(SEED + length);
    String[] strings = new String[COUNT];
    Arrays.setAll(
        strings,
        i -> {
          char[] letters = new char[length];
          for (int at = 0; at < length; at++) {
            letters[at] = (char) ('a' + random.nextInt(26));
          }
          return new String(letters);
        });
    return strings;
  }

  /// {@return [#COUNT] different numbers of `bits` bits, sign included, none of them 0 or -1}
  static long[] numbers(int seed, int bits) {
    return new Random(SEED + seed)
        .longs()
        .map(number -> number >> (Long.SIZE - bits))
        .filter(number -> number != 0 && number != -1)
        .distinct()
        .limit(COUNT)
        .toArray();
  }
}
