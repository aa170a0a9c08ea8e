// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import dev.ashlar.cli.console.Failures;
import dev.ashlar.lab.Lab;
import dev.ashlar.results.LabRun;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Handles Ctrl-C while measuring: the measured JVMs end with this one, and finished measurements
/// are kept.
final class Interruption implements AutoCloseable {
  /// The exit code of a command that ended by Ctrl-C.
  static final int EXIT_CODE = 130;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Lab lab;
  private final LabOutput output;
  private final LabProgress progress;
  private final Optional<String> goOn;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupted, "interruption");
  private volatile boolean underWay;

  private Interruption(Lab lab, LabOutput output, LabProgress progress, Optional<String> goOn) {
    this.lab = lab;
    this.output = output;
    this.progress = progress;
    this.goOn = goOn;
  }

  /// Handles the end of this JVM until [#close]: what `lab` has measured is kept.
  ///
  /// @param goOn the command that measures the rest; empty if there is none
  static Interruption arm(Lab lab, LabOutput output, LabProgress progress, Optional<String> goOn) {
    Interruption interruption = new Interruption(lab, output, progress, goOn);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /// {@return whether this JVM is ending}
  boolean isUnderWay() {
    return underWay;
  }

  private void interrupted() {
    underWay = true;
    lab.stop();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    boolean waiting = true;
    while (waiting && System.nanoTime() < deadline) {
      ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
      waiting = !hasEnded();
    }
    progress.close();
    LabRun run = lab.result();
    int rows = run.experiments().stream().mapToInt(e -> e.rows().size()).sum();
    if (rows == 0) {
      System.err.println("ashlar: interrupted before anything was measured" + further());
      return;
    }
    try {
      output.write(run, lab.jmhJson());
      System.err.printf(
          "ashlar: interrupted; %d rows are kept in %s%s%n", rows, output.page(), further());
    } catch (IOException e) {
      System.err.println("ashlar: interrupted; " + Failures.oneLine(e.getMessage()));
    }
  }

  private String further() {
    return goOn.map(command -> "; go on with: " + command).orElse("");
  }

  private boolean hasEnded() {
    try {
      return ended.await(50, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  @Override
  public void close() {
    ended.countDown();
    if (!underWay) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The end began this very moment; the hook writes the same results once more.
        underWay = true;
      }
    }
  }
}
