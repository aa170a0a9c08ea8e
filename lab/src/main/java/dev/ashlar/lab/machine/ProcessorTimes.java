// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/// The time of all processors since the start of the system, in ticks, from the first line of
/// `/proc/stat` (proc_stat(5)).
///
/// @param busy the total time without idle time, time of waiting for I/O, and `steal`
/// @param steal time that the hypervisor gave to others
/// @param total the sum of all times
public record ProcessorTimes(long busy, long steal, long total) {
  private static final Path FILE = Path.of("/proc/stat");
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;
  private static final int STEAL = 7;

  /// {@return the times now; empty on a system other than Linux}
  public static Optional<ProcessorTimes> now() {
    if (!Files.isReadable(FILE)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(FILE)) {
      return lines.findFirst().flatMap(ProcessorTimes::parse);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /// {@return the times in a line, such as `cpu 1500207 18429 121571 1063082 1643 0 803 1285 0 0`}
  static Optional<ProcessorTimes> parse(String line) {
    String[] words = line.strip().split("\\s+", -1);
    if (words.length <= STEAL + 1 || !words[0].equals("cpu")) {
      return Optional.empty();
    }
    // Time of guests, behind steal, is part of user time.
    long[] times;
    try {
      times = Arrays.stream(words).skip(1).limit(STEAL + 1).mapToLong(Long::parseLong).toArray();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
    long total = Arrays.stream(times).sum();
    return Optional.of(
        new ProcessorTimes(
            total - times[IDLE] - times[IO_WAIT] - times[STEAL], times[STEAL], total));
  }

  public ProcessorTimes since(ProcessorTimes before) {
    return new ProcessorTimes(busy - before.busy, steal - before.steal, total - before.total);
  }

  /// {@return the busy share of all time, from 0 to 1; NaN if no time has passed}
  double busyShare() {
    return total > 0 ? (double) busy / total : Double.NaN;
  }

  /// {@return the share of all time that the hypervisor gave to others, from 0 to 1; NaN if no time
  /// has passed}
  public double stealShare() {
    return total > 0 ? (double) steal / total : Double.NaN;
  }
}
