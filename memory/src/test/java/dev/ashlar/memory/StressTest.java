// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.testing.Jcstress;
import org.junit.jupiter.api.Test;

/// Runs [AtomicBytesStress] and [NativePoolStress].
final class StressTest {
  @Test
  void onlyAcceptableOutcomes() throws Exception {
    Jcstress.assertOnlyAcceptable(Bytes.class, 8);
  }
}
