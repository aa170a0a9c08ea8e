// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.time.Duration;

/// How often a result is proved.
public final class Proof {
  private static final int TURNS = 64;
  private static final Duration LONG = Duration.ofMillis(10);

  private Proof() {}

  /// Proves a result again and again, so that what the compilers make of the code is proved too;
  /// less often where that takes long.
  public static void repeat(Runnable proof) {
    long start = System.nanoTime();
    for (int turn = 0; turn < TURNS && System.nanoTime() - start < LONG.toNanos(); turn++) {
      proof.run();
    }
  }

  /// Compares what a contender came to with what it should.
  ///
  /// @throws WrongResultException if the two differ
  public static void requireEqual(long actual, long expected, String what) {
    if (actual != expected) {
      throw new WrongResultException("%s: %d, not %d".formatted(what, actual, expected));
    }
  }
}
