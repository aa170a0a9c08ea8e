// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.machine;

import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.LabException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/// A process that keeps one core busy for a share of the time, as other programs do. It works in
/// bursts of 10 to 300 ms, with random lengths from a fixed seed. [#close] ends the process. The
/// end of its standard input also ends the process, so that it does not outlive this JVM.
public final class MachineLoad implements AutoCloseable {
  private static final long SEED = 44;
  private static final int SHORTEST_MILLIS = 10;
  private static final int LONGEST_MILLIS = 300;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Optional<Process> process;

  private MachineLoad(Optional<Process> process) {
    this.process = process;
  }

  /// Starts the process, unless the share is zero.
  ///
  /// @param share the share of the time, at most 1
  /// @throws LabException if the process does not start or ends at once
  public static MachineLoad start(double share) {
    return new MachineLoad(share == 0 ? Optional.empty() : Optional.of(started(share)));
  }

  private static Process started(double share) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");
    try {
      Process process =
          new ProcessBuilder(
                  java, "-Xmx16m", "-cp", classPath, MachineLoad.class.getName(), "" + share)
              .redirectError(Redirect.DISCARD)
              .start();
      if (process.getInputStream().read() < 0) {
        throw LabException.failed("the process of --load ended at once");
      }
      return process;
    } catch (IOException e) {
      throw LabException.failed("cannot start the process of --load: " + FailureReason.of(e));
    }
  }

  Optional<Process> process() {
    return process;
  }

  @Override
  public void close() {
    process.ifPresent(Process::destroyForcibly);
  }

  /// @param args the share of the time
  static void main(String[] args) throws IOException {
    double share = Double.parseDouble(args[0]);
    Thread.ofPlatform().daemon().start(() -> burn(share));
    System.out.println("started");
    // Returns when the process that started this one closes the pipe or ends.
    while (System.in.read() >= 0) {}
  }

  private static void burn(double share) {
    Random random = new Random(SEED);
    while (true) {
      double busy = random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS) * NANOS_PER_MILLI;
      long end = System.nanoTime() + (long) busy;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      long idle = System.nanoTime() + (long) (busy / share - busy);
      while (System.nanoTime() < idle) {
        LockSupport.parkNanos(idle - System.nanoTime());
      }
    }
  }
}
