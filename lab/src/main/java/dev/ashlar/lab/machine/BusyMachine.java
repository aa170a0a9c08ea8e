// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Checks, before anything is timed, whether the machine is busy with other work.
public final class BusyMachine {
  private static final Duration WINDOW = Duration.ofMillis(400);

  /// The number of processors used by other processes from which a warning is given.
  private static final double BUSY_PROCESSORS = 0.2;

  /// The share of time given to other machines from which a warning is given.
  private static final double STOLEN = 0.02;

  private BusyMachine() {}

  /// {@return the problems, in sentences; empty on a quiet machine, and on a system other than
  /// Linux}
  public static List<String> warnings() {
    Optional<ProcessorTimes> before = ProcessorTimes.now();
    Map<ProcessHandle, Duration> processes = times();
    long start = System.nanoTime();
    try {
      Thread.sleep(WINDOW);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Optional<ProcessorTimes> after = ProcessorTimes.now();
    if (before.isEmpty() || after.isEmpty()) {
      return List.of();
    }
    double window = System.nanoTime() - start;
    Map<ProcessHandle, Duration> used = times();
    used.replaceAll((process, time) -> time.minus(processes.getOrDefault(process, time)));
    Duration own = Optional.ofNullable(used.remove(ProcessHandle.current())).orElse(Duration.ZERO);
    return warnings(
        after.get().since(before.get()),
        Runtime.getRuntime().availableProcessors(),
        own.toNanos() / window,
        used.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(3)
            .map(e -> new User(name(e.getKey()), e.getValue().toNanos() / window))
            .filter(user -> user.processors() >= BUSY_PROCESSORS / 2)
            .toList());
  }

  /// A process, and the number of processors that it uses.
  record User(String name, double processors) {}

  /// @param own the number of processors that this process used
  static List<String> warnings(
      ProcessorTimes passed, int processors, double own, List<User> users) {
    List<String> warnings = new ArrayList<>();
    double busy = passed.busyShare() * processors - own;
    if (busy >= BUSY_PROCESSORS) {
      String by =
          users.stream()
              .map(user -> String.format(Locale.ROOT, "%s %.1f", user.name(), user.processors()))
              .collect(Collectors.joining(", "));
      warnings.add(
          String.format(
              Locale.ROOT,
              "the machine is busy: others use %.1f of %d processors%s; more verdicts will be"
                  + " 'undecided': stop other programs first",
              busy,
              processors,
              by.isEmpty() ? "" : " (" + by + ")"));
    }
    if (passed.stealShare() >= STOLEN) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "the hypervisor gives %.0f %% of the processors' time to other machines",
              100 * passed.stealShare()));
    }
    return warnings;
  }

  private static Map<ProcessHandle, Duration> times() {
    Map<ProcessHandle, Duration> times = new HashMap<>();
    ProcessHandle.allProcesses()
        .forEach(process ->
            process.info().totalCpuDuration().ifPresent(time -> times.put(process, time)));
    return times;
  }

  private static String name(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> Path.of(command).getFileName())
        .map(Path::toString)
        .orElseGet(() -> "process " + process.pid());
  }
}
