// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.firstuse;

import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.WrongResultException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The first use of a part, in one JVM after another.
final class FreshJvms implements Observation {
  private static final double NANOS_PER_MILLI = 1e6;

  private final Part part;
  private final int jvms;
  private final List<Double> millis = new ArrayList<>();

  FreshJvms(Part part, int jvms) {
    this.part = part;
    this.jvms = jvms;
  }

  /// Each JVM proves what it has read.
  @Override
  public void verify() {}

  @Override
  public long run() {
    long sum = 0;
    for (int i = 0; i < jvms; i++) {
      long nanos = firstUse();
      millis.add(nanos / NANOS_PER_MILLI);
      sum += nanos;
    }
    return sum;
  }

  private long firstUse() {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            JvmFlags.NATIVE_ACCESS,
            "-cp",
            System.getProperty("java.class.path"),
            FirstUseProgram.class.getName(),
            part.name());
    try {
      Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
      String printed =
          new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (jvm.waitFor() != 0) {
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
    List<Double> sorted = millis.stream().sorted().toList();
    return new Observed(
        sorted.get(sorted.size() / 2),
        "ms",
        List.of(new Figures("first use in each JVM", "ms", millis)));
  }
}
