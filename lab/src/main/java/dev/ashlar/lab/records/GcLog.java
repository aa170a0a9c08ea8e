// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import dev.ashlar.lab.experiment.ScratchFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/// The log of this JVM's garbage collector from now on, in a file. The JDK's management beans have
/// only whole milliseconds.
///
/// The decimal separator is a comma in some locales (LC_NUMERIC) of the JVM.
public final class GcLog implements AutoCloseable {
  private static final Pattern PAUSE = Pattern.compile("Pause .* (\\d+)[.,](\\d+)ms$");

  private final Path file;

  private GcLog(Path file) {
    this.file = file;
  }

  /// Starts logging.
  public static GcLog open() {
    Path file = ScratchFiles.create(".gc");
    // With rotation, the JVM would keep the empty file under another name.
    command("output=" + file, "output_options=filecount=0", "what=gc=info", "decorators=uptime");
    return new GcLog(file);
  }

  /// Does the same as `jcmd PID VM.log`, inside the JVM itself.
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

  /// {@return the pauses so far, in milliseconds}
  public List<Double> pauses() {
    try {
      String text = Files.readString(file);
      // The last line may be one that is being written.
      return pauses(text.substring(0, text.lastIndexOf('\n') + 1).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @throws IllegalStateException if the time of a pause cannot be read
  static List<Double> pauses(List<String> lines) {
    return lines.stream().filter(line -> line.contains("Pause ")).map(GcLog::pause).toList();
  }

  private static double pause(String line) {
    Matcher found = PAUSE.matcher(line);
    if (!found.find()) {
      throw new IllegalStateException("the collector's log has a pause without its time: " + line);
    }
    return Double.parseDouble(found.group(1) + "." + found.group(2));
  }

  @Override
  public void close() {
    command("disable=true");
    ScratchFiles.delete(file);
  }
}
