// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.testing.Jcstress;
import org.junit.jupiter.api.Test;

/// Runs [NeighborStress].
final class StressTest {
  @Test
  void onlyAcceptableOutcomes() throws Exception {
    Jcstress.assertOnlyAcceptable(Table.class, 12);
  }
}
