// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.Vm;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds out whether a JVM ended in disorder. The log of a JVM that crashed has an end.
final class EndedJvm {
  private static final String ERROR_FILE = "-XX:ErrorFile=";

  /// Added to the number of a signal, as shells do.
  private static final int SIGNAL = 128;

  private EndedJvm() {}

  /// {@return how the JVM of a log ended, if it crashed or was killed}
  static Optional<String> why(CompilationLog log) {
    Optional<Path> report = errorFile(log.vm());
    if (report.isPresent()) {
      return Optional.of(
          "its JVM crashed, and what it compiled last may be missing; HotSpot's report is "
              + LogFolder.shown(report.get()));
    }
    return log.endSeconds().isPresent() || LogFolder.isRunning(log)
        ? Optional.empty()
        : Optional.of("it has no end: its JVM was killed, or crashed without a report");
  }

  /// {@return what a command's exit code says about a signal that ended it}
  static Optional<String> signal(int exitCode) {
    return switch (exitCode - SIGNAL) {
      case 6 -> Optional.of(ended(exitCode, "SIGABRT") + ", as a JVM that crashes does");
      case 9 -> Optional.of(ended(exitCode, "SIGKILL") + ", as for lack of memory");
      case 4 -> Optional.of(ended(exitCode, "SIGILL") + ", a crash");
      case 7 -> Optional.of(ended(exitCode, "SIGBUS") + ", a crash");
      case 8 -> Optional.of(ended(exitCode, "SIGFPE") + ", a crash");
      case 11 -> Optional.of(ended(exitCode, "SIGSEGV") + ", a crash");
      default -> Optional.empty();
    };
  }

  private static String ended(int exitCode, String signal) {
    return "ended with exit code " + exitCode + ": as by " + signal;
  }

  /// {@return HotSpot's report of a crash: where a flag says, in the JVM's working directory, or in
  /// the temporary folder (`VMError::prepare_log_file`)}
  private static Optional<Path> errorFile(Vm vm) {
    String pid = Long.toString(vm.processId());
    String name = "hs_err_pid" + pid + ".log";
    Stream<Path> flagged =
        vm.arguments().stream()
            .filter(flag -> flag.startsWith(ERROR_FILE))
            .map(flag -> Path.of(flag.substring(ERROR_FILE.length()).replace("%p", pid)));
    try {
      Path directory = Path.of(vm.properties().getOrDefault("user.dir", ""));
      return Stream.concat(
              flagged.map(directory::resolve),
              Stream.of(directory.resolve(name), Path.of("/tmp", name)))
          .filter(file -> isOf(file, vm))
          .findFirst();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /// Process ids are used again, so an older report is of another JVM.
  private static boolean isOf(Path file, Vm vm) {
    return Files.isRegularFile(file) && file.toFile().lastModified() >= vm.startMillis();
  }
}
