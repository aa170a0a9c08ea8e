// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.MeasuredFlags;
import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.machine.MeasuredJdk;
import dev.ashlar.lab.shapes.Shape;
import dev.ashlar.lab.shapes.ShapeCompiler;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Compiles shapes, and starts the JVMs that time their sides.
final class ShapeForks implements AutoCloseable {
  /// The time limit of a JVM. A JVM that compiles for longer is ended, and reported as a failure.
  private static final long MOST_SECONDS = 60;

  private static final int LONGEST_REASON = 300;

  /// The index of the first score in a line of [ShapeFork]. Before it are the sum, the allocated
  /// bytes, and a flag for compilations during timing.
  private static final int FIRST_SCORE = 3;

  private final MeasuredJdk jdk;
  private final Path folder;

  /// A shutdown hook. It ends the measured JVM and deletes the folder when the user presses Ctrl-C.
  private final Thread hook = new Thread(this::end, "end of shapes");

  private volatile boolean ended;

  ShapeForks(MeasuredJdk jdk) {
    if (!ShapeCompiler.isAvailable()) {
      throw LabException.failed(
          "shapes are compiled when they are drawn, and %s has no compiler: start ashlar with a JDK"
              .formatted(System.getProperty("java.home")));
    }
    this.jdk = jdk;
    this.folder = ScratchFiles.createFolder();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// The result of one JVM, and the sum of its verification.
  ///
  /// @param sum empty if nothing was measured
  record Timed(Outcome outcome, Optional<Long> sum) {}

  void compile(Shape shape) {
    ShapeCompiler.compile(List.of(shape), folder);
  }

  /// @param side the name of the side in the shape's source
  /// @throws LabException if this JVM is about to end
  synchronized Timed measure(Shape shape, String side) {
    if (ended) {
      throw LabException.failed("interrupted");
    }
    Path scratch = folder.resolve("scratch");
    try {
      Files.createDirectories(scratch);
      Path output = scratch.resolve("output");
      Process jvm =
          new ProcessBuilder(command(shape, side, scratch))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!jvm.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        jvm.destroyForcibly().waitFor();
        return failed("its JVM ran for %d s without a result".formatted(MOST_SECONDS));
      }
      if (ended) {
        throw LabException.failed("interrupted");
      }
      String printed = Files.readString(output, UTF_8).strip();
      return jvm.exitValue() == 0 ? parse(printed) : failed(reason(printed, jvm.exitValue()));
    } catch (IOException e) {
      return failed("its JVM cannot be started: " + FailureReason.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed("interrupted");
    } finally {
      ScratchFiles.deleteFolder(scratch);
    }
  }

  private List<String> command(Shape shape, String side, Path scratch) {
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(MeasuredFlags.COMMON);
    command.addAll(
        List.of(
            JvmFlags.NATIVE_ACCESS,
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:CompileCommand=quiet",
            // Times the method alone: C2 must not inline it into the harness's loop.
            "-XX:CompileCommand=dontinline," + shape.className() + "*::run",
            "-Djava.io.tmpdir=" + scratch,
            "-cp",
            folder + File.pathSeparator + System.getProperty("java.class.path"),
            ShapeFork.class.getName(),
            shape.className(),
            side,
            "" + shape.count()));
    return command;
  }

  /// Reads the last line. The JVM prints other lines before it if environment variables set flags.
  static Timed parse(String printed) {
    List<String> words = List.of(printed.lines().reduce("", (_, last) -> last).split(" "));
    if (words.size() <= FIRST_SCORE) {
      return failed("its JVM printed no figures: " + printed);
    }
    try {
      return new Timed(
          new Outcome.Measured(
              words.subList(FIRST_SCORE, words.size()).stream().map(Double::valueOf).toList(),
              Double.parseDouble(words.get(1)),
              Boolean.parseBoolean(words.get(2))),
          Optional.of(Long.parseLong(words.get(0))));
    } catch (NumberFormatException e) {
      return failed("its JVM printed no figures: " + printed);
    }
  }

  private static Timed failed(String why) {
    String line = why.replaceAll("\\s+", " ");
    return new Timed(
        new Outcome.Failed(line.substring(0, Math.min(line.length(), LONGEST_REASON))),
        Optional.empty());
  }

  /// {@return a message with the exit code and the root cause, or the whole output without a cause}
  private static String reason(String printed, int exitCode) {
    return "its JVM ended with %d: %s"
        .formatted(
            exitCode,
            Arrays.stream(printed.split("\\R"))
                .filter(line -> line.startsWith("Caused by: "))
                .reduce((_, last) -> last)
                .orElse(printed));
  }

  private void end() {
    ended = true;
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
    synchronized (this) {
      ScratchFiles.deleteFolder(folder);
    }
  }

  @Override
  public void close() {
    ScratchFiles.deleteFolder(folder);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The end has begun, and the hook finds nothing left to delete.
    }
  }
}
