// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.process.LogFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Records the CPU times of the JVMs of a run. The system forgets a time when its process ends, so
/// the times are polled while a JVM runs. They are stored in a file beside the logs, in lines `PID
/// MILLIS`.
///
/// A JVM that ends before the first poll has no CPU time.
final class CpuTimes implements AutoCloseable {
  private static final Pattern LINE = Pattern.compile("(\\d{1,18}) (\\d{1,18})");
  private static final Pattern LOG = Pattern.compile("jit-pid(\\d{1,18})\\.log");
  private static final Duration PERIOD = Duration.ofMillis(50);

  private final LogFolder folder;
  private final Map<Long, ProcessHandle> jvms = new HashMap<>();
  private final Map<Long, Duration> times = new ConcurrentHashMap<>();
  private final Thread thread = new Thread(this::run, "CPU times");

  private CpuTimes(LogFolder folder) {
    this.folder = folder;
  }

  static CpuTimes watch(LogFolder folder) {
    CpuTimes times = new CpuTimes(folder);
    times.thread.setDaemon(true);
    times.thread.start();
    return times;
  }

  private void run() {
    try {
      while (true) {
        for (Path log : folder.logs()) {
          Matcher name = LOG.matcher(log.getFileName().toString());
          if (name.matches()) {
            ask(Long.parseLong(name.group(1)));
          }
        }
        Thread.sleep(PERIOD);
      }
    } catch (IOException | InterruptedException e) {
      // Keeps the last value.
    }
  }

  private void ask(long pid) {
    // A handle includes the start time, so a reused process id is not taken for this JVM.
    ProcessHandle jvm = jvms.get(pid);
    if (jvm == null) {
      jvm = ProcessHandle.of(pid).orElse(null);
      if (jvm == null) {
        return;
      }
      jvms.put(pid, jvm);
    }
    if (jvm.isAlive()) {
      jvm.info().totalCpuDuration().ifPresent(time -> times.put(pid, time));
    }
  }

  /// Ends polling and writes the file. Without the file, logs are ordered by compiler time.
  @Override
  public void close() {
    thread.interrupt();
    if (times.isEmpty() || !folder.exists()) {
      return;
    }
    String lines =
        new TreeMap<>(times)
            .entrySet().stream()
                .map(e -> e.getKey() + " " + e.getValue().toMillis() + "\n")
                .collect(Collectors.joining());
    try {
      Files.writeString(folder.path().resolve(LogFolder.CPU_TIMES), lines);
    } catch (IOException e) {
      // The logs are complete without it.
    }
  }

  /// {@return the CPU time of the JVM that wrote a log; empty if it is not stored beside the log}
  static Optional<Duration> of(Path log, long pid) {
    Path file = log.resolveSibling(LogFolder.CPU_TIMES);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      return Files.readAllLines(file).stream()
          .map(LINE::matcher)
          .filter(line -> line.matches() && Long.parseLong(line.group(1)) == pid)
          .map(line -> Duration.ofMillis(Long.parseLong(line.group(2))))
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
