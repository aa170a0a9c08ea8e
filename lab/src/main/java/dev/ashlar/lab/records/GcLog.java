package dev.ashlar.lab.records;

import dev.ashlar.lab.ScratchFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/// What this JVM's collector logs from now on, in a file. Its beans tell whole milliseconds only.
final class GcLog implements AutoCloseable {
  private static final Pattern PAUSE = Pattern.compile("Pause .* (\\d+\\.\\d+)ms$");

  private final Path file;

  private GcLog(Path file) {
    this.file = file;
  }

  static GcLog open() {
    try {
      Path file = Files.createTempFile(ScratchFiles.PREFIX, ".gc");
      command("output=" + file, "what=gc=info", "decorators=uptime");
      return new GcLog(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// As `jcmd PID VM.log`, from inside.
  private static void command(String... arguments) {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "vmLog",
              new Object[] {arguments},
              new String[] {String[].class.getName()});
    } catch (JMException e) {
      throw new IllegalStateException("the JVM does not log its collections", e);
    }
  }

  /// {@return the pauses up to now, in milliseconds}
  List<Double> pauses() {
    try {
      return pauses(Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Double> pauses(List<String> lines) {
    return lines.stream()
        .flatMap(line -> PAUSE.matcher(line).results())
        .map((MatchResult found) -> Double.valueOf(found.group(1)))
        .toList();
  }

  @Override
  public void close() {
    command("disable=true");
    ScratchFiles.delete(file);
  }
}
