// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
final class SeededTest {
  @Test
  void everyTestBeginsAnew(RandomGenerator random) {
    assertThat(random.nextLong()).isEqualTo(Seeded.random().nextLong());
  }
}
