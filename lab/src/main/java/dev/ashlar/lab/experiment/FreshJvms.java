// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.experiment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Runs a program in several JVMs, one after another. The program prints how many nanoseconds its
/// work took. The program itself verifies the result of its work.
public final class FreshJvms implements Observation {
  private static final double NANOS_PER_MILLI = 1e6;

  private final String title;
  private final List<String> command = new ArrayList<>();
  private final int jvms;
  private final List<Double> millis = new ArrayList<>();

  /// Creates the observation.
  ///
  /// @param title the description of the timed work
  /// @param flags the flags of the JVM
  /// @param program the main class, on this class path, and its arguments
  /// @param jvms the number of JVMs
  public FreshJvms(String title, List<String> flags, List<String> program, int jvms) {
    this.title = title;
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(program);
    this.jvms = jvms;
  }

  @Override
  public long run() {
    long sum = 0;
    for (int i = 0; i < jvms; i++) {
      long nanos = runOne();
      millis.add(nanos / NANOS_PER_MILLI);
      sum += nanos;
    }
    return sum;
  }

  /// Starts one of the JVMs, and returns the nanoseconds that it printed.
  public long runOne() {
    try {
      Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed =
          new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (jvm.waitFor() != 0 || !printed.matches("\\d{1,18}")) {
        throw new WrongResultException(printed);
      }
      return Long.parseLong(printed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a JVM ran", e);
    }
  }

  @Override
  public Observed observed() {
    return Observed.ofMedian(title + " in each JVM", "ms", millis);
  }
}
