// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;
import picocli.CommandLine;

/// Ways to run the command.
public final class Ashlar {
  private static final long PATIENCE_SECONDS = 240;

  /// The error for an experiment named `stings`.
  public static final String NO_STINGS =
      "no experiment is named 'stings'; there are: strings, zeroing, records, calls, decode,"
          + " first-use, files, access, structures, codecs, widths, engines, lookup,"
          + " send, blobs, protobuf, export, replace, stores";

  private Ashlar() {}

  /// What a run ended with.
  public record Outcome(int exitCode, String out, String err) {}

  /// Runs the command in this JVM.
  public static Outcome run(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return new Outcome(commandLine.execute(args), out.toString(), err.toString());
  }

  /// Starts the command in a JVM of its own.
  ///
  /// @param folder current folder of the process, and where its output goes
  /// @param flags of the JVM
  public static Child start(Path folder, List<String> flags, String... args) throws IOException {
    return start(folder, Map.of(), flags, args);
  }

  /// The same with more variables in its environment.
  public static Child start(
      Path folder, Map<String, String> variables, List<String> flags, String... args)
      throws IOException {
    return start(System.getProperty("java.class.path"), folder, variables, flags, args);
  }

  /// The same with another class path.
  public static Child startWith(String classPath, Path folder, List<String> flags, String... args)
      throws IOException {
    return start(classPath, folder, Map.of(), flags, args);
  }

  private static Child start(
      String classPath,
      Path folder,
      Map<String, String> variables,
      List<String> flags,
      String... args)
      throws IOException {
    Path out = folder.resolve("stdout.txt");
    Path err = folder.resolve("stderr.txt");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dstdout.encoding=UTF-8",
                "-Dstderr.encoding=UTF-8",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath,
                Main.class.getName()));
    command.addAll(1, flags);
    command.addAll(List.of(args));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(variables);
    return new Child(builder.start(), out, err);
  }

  /// The command in a JVM of its own.
  public record Child(Process process, Path out, Path err) implements AutoCloseable {
    public Outcome await() throws IOException, InterruptedException {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + readOut() + readErr());
      }
      return new Outcome(process.exitValue(), readOut(), readErr());
    }

    public String readOut() throws IOException {
      return Files.readString(out, UTF_8);
    }

    String readErr() throws IOException {
      return Files.readString(err, UTF_8);
    }

    /// Sends a signal to the command alone. Skips the test where Ctrl-C would be ignored, or where
    /// that cannot be told.
    public void signal(String name) throws IOException, InterruptedException {
      assumeInterruptible(process.pid());
      Process kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).start();
      assertThat(kill.waitFor()).isZero();
    }

    /// A process in the background of a shell without job control ignores Ctrl-C, and so does all
    /// that it starts.
    private static void assumeInterruptible(long pid) throws IOException {
      Path status = Path.of("/proc/" + pid + "/status");
      Assumptions.assumeTrue(Files.exists(status), "needs Linux");
      String ignored =
          Files.readAllLines(status).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .findFirst()
              .orElseThrow()
              .substring("SigIgn:".length())
              .strip();
      Assumptions.assumeTrue(
          (Long.parseUnsignedLong(ignored, 16) & 1 << 1) == 0, "Ctrl-C is ignored");
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  public static void waitUntil(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain");
      }
      Thread.sleep(20);
    }
  }
}
