// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ashlar.lab.machine.BusyMachine.User;
import java.util.List;
import org.junit.jupiter.api.Test;

class BusyMachineTest {
  /// 100 ticks of a second, on two processors.
  private static final ProcessorTimes HALF_BUSY = new ProcessorTimes(100, 0, 200);

  @Test
  void saysHowMuchAndByWhom() {
    assertThat(BusyMachine.warnings(HALF_BUSY, 2, 0.1, List.of(new User("gcc", 0.5))))
        .singleElement()
        .asString()
        .isEqualTo(
            "the machine is busy: others use 0.9 of 2 processors (gcc 0.5); more verdicts will be"
                + " 'undecided': stop other programs first");
    assertThat(BusyMachine.warnings(HALF_BUSY, 2, 0.1, List.of()))
        .singleElement()
        .asString()
        .startsWith("the machine is busy: others use 0.9 of 2 processors; ");
  }

  @Test
  void whatThisProcessUsesIsNoReason() {
    assertThat(BusyMachine.warnings(HALF_BUSY, 2, 0.9, List.of())).isEmpty();
  }

  @Test
  void saysWhatOtherMachinesAreGiven() {
    assertThat(BusyMachine.warnings(new ProcessorTimes(0, 10, 200), 2, 0, List.of()))
        .containsExactly("the hypervisor gives 5 % of the processors' time to other machines");
  }

  @Test
  void readsTheLineOfLinux() {
    ProcessorTimes times =
        ProcessorTimes.parse("cpu  1500207 18429 121571 1063082 1643 0 803 1285 7 7").orElseThrow();
    assertThat(times.total()).isEqualTo(1500207 + 18429 + 121571 + 1063082 + 1643 + 803 + 1285);
    assertThat(times.busy()).isEqualTo(1500207 + 18429 + 121571 + 803);
    assertThat(times.steal()).isEqualTo(1285);
    ProcessorTimes passed =
        times.since(new ProcessorTimes(1_641_010 - 10, 1285, times.total() - 40));
    assertThat(passed.busyShare()).isCloseTo(0.25, within(1e-9));
    assertThat(passed.stealShare()).isZero();
    assertThat(ProcessorTimes.parse("cpu0 1 2 3 4 5 6 7 8")).isEmpty();
    assertThat(ProcessorTimes.parse("cpu  1 2 x 4 5 6 7 8")).isEmpty();
    assertThat(ProcessorTimes.parse("")).isEmpty();
  }
}
