// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class MachineLoadTest {
  @Test
  void keepsACoreBusyUntilItIsClosed() throws Exception {
    Process process;
    try (MachineLoad load = MachineLoad.start(0.5)) {
      process = load.process().orElseThrow();
      Duration before = used(process);
      // However slow the machine is, it does not stop burning.
      while (used(process).minus(before).compareTo(Duration.ofMillis(500)) < 0) {
        assertThat(process.isAlive()).isTrue();
        Thread.sleep(20);
      }
    }
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  /// This is what is left of the JVM that started it when that one is killed.
  @Test
  void endsWithTheJvmThatStartedIt() throws Exception {
    try (MachineLoad load = MachineLoad.start(0.01)) {
      Process process = load.process().orElseThrow();
      process.getOutputStream().close();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
  }

  @Test
  void noShareIsNoProcess() {
    try (MachineLoad load = MachineLoad.start(0)) {
      assertThat(load.process()).isEmpty();
    }
  }

  private static Duration used(Process process) {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
