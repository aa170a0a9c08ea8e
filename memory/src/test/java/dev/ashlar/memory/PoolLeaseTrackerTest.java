// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Which leases are tracked.
final class PoolLeaseTrackerTest {
  private static final int LEASES = 1_000_000;
  private static final long FIRST_ADDRESS = 0x7f12_3456_7040L;

  private static int tracked(PoolLeaseTracker tracker, long step) {
    int tracked = 0;
    for (int i = 0; i < LEASES; i++) {
      tracked += tracker.tracks(FIRST_ADDRESS + i * step) ? 1 : 0;
    }
    return tracked;
  }

  private static PoolLeaseTracker oneIn(int oneIn, int perSecond) {
    return new PoolLeaseTracker("test", oneIn, perSecond, _ -> {});
  }

  /// A block that is lent again and again, and blocks of several sizes that are lent once each.
  @Test
  void oneInSoManyWhateverTheirNumbersHaveInCommon() {
    for (long step : new long[] {1, 2, 576, 4096, 4160, 65_600, 1 << 20}) {
      for (int oneIn : new int[] {2, 3, 128, 1000}) {
        assertThat(tracked(oneIn(oneIn, Integer.MAX_VALUE), step))
            .as("one in %d, step %d", oneIn, step)
            .isBetween(LEASES / oneIn * 9 / 10, LEASES / oneIn * 11 / 10);
      }
    }
  }

  @Test
  void allOrNone() {
    assertThat(tracked(oneIn(1, Integer.MAX_VALUE), 2)).isEqualTo(LEASES);
    assertThat(tracked(oneIn(0, Integer.MAX_VALUE), 2)).isZero();
  }

  @Test
  void noMoreThanAllowed() {
    long start = System.nanoTime();
    PoolLeaseTracker tracker = oneIn(4, 100);
    int tracked = tracked(tracker, 2);
    double seconds = (System.nanoTime() - start) / 1e9;
    // What was not used of a second is there at first.
    assertThat(tracked).isGreaterThanOrEqualTo(100);
    assertThat((double) tracked).isLessThanOrEqualTo(101 + 100 * seconds);
  }
}
