package dev.ashlar.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import picocli.CommandLine;

/// Ways to run the command.
final class Ashlar {
  private static final long PATIENCE_SECONDS = 240;

  private Ashlar() {}

  /// What a run ended with.
  record Outcome(int exitCode, String out, String err) {}

  /// Runs the command in this JVM.
  static Outcome run(String... args) {
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
  static Child start(Path folder, List<String> flags, String... args) throws IOException {
    return start(folder, Map.of(), flags, args);
  }

  /// The same with more variables in its environment.
  static Child start(Path folder, Map<String, String> variables, List<String> flags, String... args)
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
                System.getProperty("java.class.path"),
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
  record Child(Process process, Path out, Path err) implements AutoCloseable {
    Outcome await() throws IOException, InterruptedException {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("still running: " + readOut() + readErr());
      }
      return new Outcome(process.exitValue(), readOut(), readErr());
    }

    String readOut() throws IOException {
      return Files.readString(out, UTF_8);
    }

    String readErr() throws IOException {
      return Files.readString(err, UTF_8);
    }

    @Override
    public void close() {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  static void waitUntil(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("waited in vain");
      }
      Thread.sleep(20);
    }
  }
}
