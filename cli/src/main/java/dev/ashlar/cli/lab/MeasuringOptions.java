// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.machine.RunLock;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The options of commands that measure: the JDK, and the lock that allows one measurement at a
/// time.
final class MeasuringOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Option(
      names = "--jdk",
      paramLabel = "DIR",
      description = "measure on the JDK in this folder, 25 or later")
  private @Nullable Path jdk;

  @Option(
      names = "--wait",
      description = "if another run measures on this machine, wait for its end")
  private boolean wait;

  Optional<Path> jdk() {
    return Optional.ofNullable(jdk);
  }

  /// Warns about variables that add flags to measured JVMs, and acquires the machine's lock.
  RunLock acquire() {
    JvmFlags.ofEnvironment(System.getenv())
        .forEach(variable ->
            warn(
                "%s adds flags to every measured JVM, and so changes the figures: %s"
                    .formatted(variable.substring(0, variable.indexOf('=')), variable)));
    return RunLock.acquire(wait, owner -> warn("waiting for " + owner));
  }

  void warn(String message) {
    PrintWriter err = command.commandLine().getErr();
    err.println("ashlar: " + message);
    err.flush();
  }
}
