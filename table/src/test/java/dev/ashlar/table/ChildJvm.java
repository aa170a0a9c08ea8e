package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a program of these tests, all of them on the class path, in a JVM of its own.
final class ChildJvm {
  /// Tests run in the module's folder.
  private static final Path TARGET = Path.of("target").toAbsolutePath();

  private ChildJvm() {}

  /// Returns what the program printed; fails if it fails.
  ///
  /// @param folder where it runs, below target
  static String run(String folder, long seconds, List<String> flags, String... program)
      throws IOException, InterruptedException {
    return run(folder, seconds, command(flags, program));
  }

  /// As [#run], where no file may become larger.
  static String runLimited(String folder, long seconds, long fileSize, String... program)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("/bin/sh", "-c", "ulimit -f " + fileSize / 512 + "; exec \"$@\"", "sh"));
    command.addAll(command(List.of(), program));
    return run(folder, seconds, command);
  }

  private static List<String> command(List<String> flags, String... program) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(flags);
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator,
            TARGET.resolve("classes").toString(),
            TARGET.resolve("test-classes").toString(),
            System.getProperty("jdk.module.path", ""),
            System.getProperty("java.class.path", "")));
    Collections.addAll(command, program);
    return command;
  }

  private static String run(String folder, long seconds, List<String> command)
      throws IOException, InterruptedException {
    Path home = Files.createDirectories(TARGET.resolve(folder));
    Path output = home.resolve("output.txt");
    Process java =
        new ProcessBuilder(command)
            .directory(home.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(java.waitFor(seconds, TimeUnit.SECONDS)).as("ended in time").isTrue();
      String printed = Files.readString(output);
      assertThat(java.exitValue()).as(printed).isZero();
      return printed;
    } finally {
      java.destroyForcibly();
    }
  }
}
