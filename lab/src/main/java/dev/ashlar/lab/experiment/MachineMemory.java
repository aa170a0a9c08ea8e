// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/// The memory of this machine.
public final class MachineMemory {
  private MachineMemory() {}

  /// {@return the size of the memory in MiB}
  public static long mebibytes() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize()
        >> 20;
  }

  /// {@return the reason why rows are skipped that do not fit into memory, where the disk would be
  /// measured}
  public static Optional<String> tooSmall(int rows, long needed, long memory) {
    return needed <= memory
        ? Optional.empty()
        : Optional.of(
            "%,d rows take %,d MiB, and this machine has %,d".formatted(rows, needed, memory));
  }
}
