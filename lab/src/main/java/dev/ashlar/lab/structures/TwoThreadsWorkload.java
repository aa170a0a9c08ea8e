// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;

/// Passes values through a [Ring] from one thread to another.
final class TwoThreadsWorkload implements Workload {
  static final int COUNT = 1 << 16;

  private static final long NONE = Long.MIN_VALUE;

  private final Ring ring;
  private long sum;
  private boolean inOrder;

  TwoThreadsWorkload(Ring ring) {
    this.ring = ring;
  }

  @Override
  public boolean isSpread() {
    return true;
  }

  @Override
  public void verify() {
    run();
    RingWorkload.require(inOrder, "the values are not in order");
    Proof.requireEqual(sum, (COUNT - 1L) * COUNT / 2, "the sum of all values");
  }

  @Override
  public long run() {
    Thread consumer = Thread.ofPlatform().daemon().start(this::consume);
    for (int i = 0; i < COUNT; i++) {
      while (!ring.offer(i)) {
        Thread.onSpinWait();
      }
    }
    try {
      consumer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return sum;
  }

  private void consume() {
    long total = 0;
    boolean ordered = true;
    for (int i = 0; i < COUNT; i++) {
      long value = ring.poll(NONE);
      while (value == NONE) {
        Thread.onSpinWait();
        value = ring.poll(NONE);
      }
      ordered &= value == i;
      total += value;
    }
    sum = total;
    inOrder = ordered;
  }
}
