// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.agent.runtime;

import dev.ashlar.testing.Jcstress;
import org.junit.jupiter.api.Test;

/// Runs [AtomicsStress].
final class StressTest {
  @Test
  void onlyAcceptableOutcomes() throws Exception {
    Jcstress.assertOnlyAcceptable(AtomicsStress.class, 4, "--sun-misc-unsafe-memory-access=allow");
  }
}
