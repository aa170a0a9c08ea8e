// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// The memory of this machine.
public final class MachineMemory {
  private MachineMemory() {}

  /// {@return the size of the memory in MiB}
  public static long mebibytes() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
            .getTotalMemorySize()
        >> 20;
  }

  /// {@return the memory that programs can get without swapping, in MiB; all memory if unknown}
  public static long freeMebibytes() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/meminfo"))) {
      return lines
          .filter(line -> line.startsWith("MemAvailable:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst()
          .orElseGet(MachineMemory::mebibytes);
    } catch (IOException e) {
      return mebibytes();
    }
  }

  /// {@return the reason why rows do not fit into memory; empty if the rows fit} Such rows are
  /// skipped, because swapping would be measured.
  public static Optional<String> tooSmall(int rows, long needed, long memory) {
    return needed <= memory
        ? Optional.empty()
        : Optional.of(
            "%,d rows take %,d MiB, and this machine has %,d".formatted(rows, needed, memory));
  }
}
