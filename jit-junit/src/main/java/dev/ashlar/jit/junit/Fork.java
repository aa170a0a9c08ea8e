// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.junit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.JdkImage;
import dev.ashlar.jit.junit.JitAssertionError.Reason;
import dev.ashlar.jit.machine.MachineCodeLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs one JVM, from its start until its log is read.
final class Fork {
  private static final int MOST_LINES = 30;

  private final ForkedJvm jvm;
  private final Class<?> workload;

  Fork(ForkedJvm jvm, Class<?> workload) {
    this.jvm = jvm;
    this.workload = workload;
  }

  JitRun start(String main, List<String> arguments) {
    try {
      return run(main, arguments);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + workload.getName() + " in " + jvm.jdk(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new JitAssertionError(Reason.TIMED_OUT, "interrupted while " + what() + " ran");
    }
  }

  private JitRun run(String main, List<String> arguments) throws IOException, InterruptedException {
    Path log = Logs.create(workload.getSimpleName(), jvm.logFolder());
    Path output = Files.createTempFile("ashlar-jit-", ".out");
    try {
      Process process = process(main, arguments, log, output).start();
      try {
        if (!process.waitFor(jvm.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
          throw new JitAssertionError(
              Reason.TIMED_OUT,
              what()
                  + " did not end within "
                  + Logs.seconds(jvm.timeout())
                  + " and was killed"
                  + said(output));
        }
      } finally {
        process.destroyForcibly();
      }
      if (process.exitValue() != 0) {
        throw new JitAssertionError(
            Reason.CHILD_FAILED,
            what() + " ended with exit code " + process.exitValue() + said(output));
      }
      CompilationLog read = CompilationLog.read(log);
      if (!read.isRecognized()) {
        Logs.keep(log);
        throw new JitAssertionError(
            Reason.NO_LOG,
            what() + " left no compilation log: is it a HotSpot JVM? " + log + said(output));
      }
      return new JitRun(read.withJdks(jdkImage()), log, what());
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /// {@return its JDK, if the class files can be read}
  private List<JdkImage> jdkImage() {
    try {
      return List.of(JdkImage.of(jvm.jdk()));
    } catch (IOException e) {
      // Methods of the JDK have no lines then.
      return List.of();
    }
  }

  private ProcessBuilder process(String main, List<String> arguments, Path log, Path output) {
    List<String> command = new ArrayList<>();
    command.add(jvm.jdk().resolve("bin/java").toString());
    command.addAll(jvm.flags());
    // Last, because an earlier flag may redirect the log.
    command.addAll(CompilationLog.jvmFlags(log));
    if (!jvm.printed().isEmpty()) {
      command.addAll(MachineCodeLog.jvmFlags(log, jvm.printed()));
    }
    command.add(main);
    command.addAll(arguments);
    ProcessBuilder process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    // Not on the command line, whose length is limited.
    process.environment().put("CLASSPATH", ClassPath.with(workload, Launcher.class));
    return process;
  }

  private String what() {
    return workload.getName() + " in " + jvm.jdk();
  }

  private static String said(Path output) throws IOException {
    // The child's charset is unknown, and malformed bytes must not hide the rest.
    String text = new String(Files.readAllBytes(output), Charset.defaultCharset());
    List<String> lines = text.lines().toList();
    if (lines.isEmpty()) {
      return "; it printed nothing";
    }
    List<String> last = lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
    return "; it printed%s:\n  %s"
        .formatted(last.size() < lines.size() ? " at last" : "", String.join("\n  ", last));
  }
}
