// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class LabBenchmarkTest {
  /// JMH's generated code has a field for each that it makes in a thread. Two would be two
  /// workloads in memory, of which one is timed.
  @Test
  void aJvmMakesOneWorkload() throws ClassNotFoundException {
    for (String method : new String[] {"run", "runOnce"}) {
      Class<?> generated =
          Class.forName("dev.ashlar.lab.jmh_generated.LabBenchmark_" + method + "_jmhTest");
      assertThat(
              Arrays.stream(generated.getDeclaredFields())
                  .map(Field::getType)
                  .filter(LabBenchmark.class::isAssignableFrom))
          .hasSize(1);
    }
  }
}
