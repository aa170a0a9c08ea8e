// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.time.Duration;

/// Repeats the verification of a result.
public final class Proof {
  private static final int TURNS = 64;
  private static final Duration LONG = Duration.ofMillis(10);

  private Proof() {}

  /// Verifies a result repeatedly, so that the compiled code is verified too. There are fewer
  /// repetitions if the verification takes long.
  public static void repeat(Runnable proof) {
    long start = System.nanoTime();
    for (int turn = 0; turn < TURNS && System.nanoTime() - start < LONG.toNanos(); turn++) {
      proof.run();
    }
  }

  /// Compares the result of a contender with the expected one.
  ///
  /// @throws WrongResultException if the two differ
  public static void requireEqual(long actual, long expected, String what) {
    if (actual != expected) {
      throw new WrongResultException("%s: %d, not %d".formatted(what, actual, expected));
    }
  }
}
