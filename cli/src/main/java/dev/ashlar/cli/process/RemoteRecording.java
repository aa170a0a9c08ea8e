// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.process;

import dev.ashlar.cli.console.Failures;
import dev.ashlar.jit.Recording;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A JFR recording in another JVM, controlled by the `jcmd` of the JDK that runs this code. The
/// other JVM writes it to its own temporary folder, which may be a container's.
///
/// The other JVM ends the recording after a time limit, so no recording outlives this process for
/// long.
public final class RemoteRecording {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String JCMD = File.separatorChar == '\\' ? "jcmd.exe" : "jcmd";

  private final long pid;
  private final String name;

  /// The file as the JVM names it.
  private final Path file;

  private RemoteRecording(long pid, String name, Path file) {
    this.pid = pid;
    this.name = name;
    this.file = file;
  }

  /// Starts a recording with [Recording#LIVE_SETTINGS].
  ///
  /// @param longest the time limit
  /// @throws IOException if the JVM cannot record, with the reason
  public static RemoteRecording start(long pid, Duration longest) throws IOException {
    if (pid < 1 || ProcessHandle.of(pid).isEmpty()) {
      throw new IOException("there is no process " + pid + ": 'jcmd -l' lists JVMs");
    }
    String name = "ashlar-" + pid + "-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
    Path folder =
        Path.of(File.separatorChar == '/' ? "/tmp" : System.getProperty("java.io.tmpdir"));
    RemoteRecording recording = new RemoteRecording(pid, name, folder.resolve(name + ".jfr"));
    List<String> command =
        new ArrayList<>(
            List.of(
                "JFR.start",
                "name=" + name,
                "settings=none",
                "duration=" + longest.toSeconds() + "s",
                "maxsize=250M",
                "dumponexit=true",
                "filename=" + recording.file));
    command.addAll(Recording.LIVE_SETTINGS);
    String answer = recording.jcmd(command);
    if (!answer.contains("Started recording")) {
      throw new IOException(
          "process %d does not record: %s (it must be a HotSpot JVM of JDK 17 or later, of this user, with JDK Flight Recorder)"
              .formatted(pid, reason(answer)));
    }
    return recording;
  }

  /// Ends the recording, and moves it to `target`. If the other JVM has ended, it wrote the
  /// recording when it ended.
  ///
  /// @throws IOException if there is no recording, with the reason
  public void stop(Path target) throws IOException {
    String answer = jcmd(List.of("JFR.stop", "name=" + name, "filename=" + file));
    Path written = written();
    if (!Files.isRegularFile(written, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(
          ProcessHandle.of(pid).isEmpty()
              ? "process %d ended without writing its recording: it was killed, or its files are in a container that ended with it"
                  .formatted(pid)
              : "process %d did not write its recording: %s".formatted(pid, reason(answer)));
    }
    try {
      Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new IOException("cannot move %s: %s".formatted(written, Failures.why(written, e)), e);
    }
  }

  /// {@return the file as this process names it: that of a container is below `/proc/PID/root`}
  private Path written() {
    Path inContainer = Path.of("/proc/" + pid + "/root" + file);
    return Files.exists(inContainer, LinkOption.NOFOLLOW_LINKS) ? inContainer : file;
  }

  /// {@return the output of `jcmd`, whether it succeeded or not}
  private String jcmd(List<String> arguments) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", JCMD);
    if (!Files.isExecutable(jcmd)) {
      throw new IOException(
          "there is no " + jcmd + ": run ashlar with a JDK that has jcmd (JAVA_HOME)");
    }
    List<String> line = new ArrayList<>(List.of(jcmd.toString(), Long.toString(pid)));
    line.addAll(arguments);
    Path output = Files.createTempFile("ashlar-jcmd", ".txt");
    try {
      Process process =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(
            "process %d does not answer within %d s".formatted(pid, PATIENCE.toSeconds()));
      }
      return Files.readString(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      Files.deleteIfExists(output);
    }
  }

  /// {@return the message in the output of `jcmd`, without stack frames}
  private static String reason(String output) {
    List<String> lines =
        output
            .lines()
            .map(String::strip)
            .filter(line ->
                !line.isEmpty()
                    && !line.startsWith("at ")
                    && !line.matches("\\d+:")
                    && !line.startsWith("Picked up "))
            .toList();
    return lines.isEmpty()
        ? "it says nothing"
        : lines.getFirst().replaceFirst("^[\\w.$]*Exception: ", "");
  }
}
