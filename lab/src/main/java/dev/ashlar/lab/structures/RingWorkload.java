// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;

/// Passes values through a [Ring] one at a time: one thread offers and takes them.
final class RingWorkload implements Workload {
  static final int COUNT = 4096;

  private static final long NONE = Long.MIN_VALUE;

  /// The sum of the values of one run.
  static final long SUM = (COUNT - 1L) * COUNT / 2;

  private final Ring ring;

  RingWorkload(Ring ring) {
    this.ring = ring;
  }

  /// Verifies the order of values, and the results of full and empty rings.
  @Override
  public void verify() {
    Proof.repeat(() -> {
      for (int i = 0; i < Ring.CAPACITY; i++) {
        require(ring.offer(i), "the ring has no room for value " + i);
      }
      require(!ring.offer(NONE), "a full ring took a value");
      for (int i = 0; i < Ring.CAPACITY; i++) {
        Proof.requireEqual(ring.poll(NONE), i, "a value of a full ring");
      }
      require(ring.poll(NONE) == NONE, "an empty ring had a value");
      Proof.requireEqual(run(), SUM, "the sum of all values");
    });
  }

  static void require(boolean condition, String message) {
    if (!condition) {
      throw new WrongResultException(message);
    }
  }

  @Override
  public long run() {
    return ring.pass(COUNT);
  }
}
