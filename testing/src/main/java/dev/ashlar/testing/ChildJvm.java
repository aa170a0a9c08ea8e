// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a program in a JVM of its own, of the JDK that runs the tests.
public final class ChildJvm {
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  private ChildJvm() {}

  /// The result of a JVM that has ended.
  public record Ended(int exitCode, String out, String err) {}

  /// Runs `java` with these arguments and nothing else: no variable of the environment adds flags,
  /// which the JVM would announce on standard error.
  ///
  /// @param folder where its output is kept
  public static Ended java(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(JAVA));
    Collections.addAll(command, arguments);
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
        .forEach(builder.environment()::remove);
    int exitCode = await(builder, 300);
    return new Ended(exitCode, Files.readString(out, UTF_8), Files.readString(err, UTF_8));
  }

  /// As [#java], for a program that is soon over and needs no code of C2. A flag among the
  /// arguments overrides it.
  public static Ended quick(Path folder, String... arguments)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    Collections.addAll(all, arguments);
    return java(folder, all.toArray(String[]::new));
  }

  /// Returns what a program of the tests printed; fails if it fails. All that the tests see is on
  /// its class path.
  ///
  /// @param folder where it runs, below `target`
  public static String run(String folder, long seconds, List<String> flags, String... program)
      throws IOException, InterruptedException {
    return run(folder, seconds, command(flags, program));
  }

  /// Starts such a program, to be killed or awaited by the caller. What it prints goes to `output`.
  public static Process start(Path output, List<String> flags, String... program)
      throws IOException {
    return new ProcessBuilder(command(flags, program))
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  /// As [#run], where no file may become larger.
  public static String runLimited(String folder, long seconds, long fileSize, String... program)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("/bin/sh", "-c", "ulimit -f " + fileSize / 512 + "; exec \"$@\"", "sh"));
    command.addAll(command(List.of(), program));
    return run(folder, seconds, command);
  }

  private static List<String> command(List<String> flags, String... program) {
    List<String> command = new ArrayList<>(List.of(JAVA));
    command.addAll(flags);
    command.add("-D" + Slow.PROPERTY + "=" + Slow.IS_ON);
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
    int exitCode =
        await(
            new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile()),
            seconds);
    String printed = Files.readString(output);
    assertThat(exitCode).as(printed).isZero();
    return printed;
  }

  private static int await(ProcessBuilder builder, long seconds)
      throws IOException, InterruptedException {
    Process process = builder.start();
    try {
      assertThat(process.waitFor(seconds, TimeUnit.SECONDS))
          .as("ended within %d s instead of hanging: %s", seconds, builder.command())
          .isTrue();
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }
}
