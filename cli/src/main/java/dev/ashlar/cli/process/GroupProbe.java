// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.process;

import dev.ashlar.cli.console.TerminalStyle;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Determines whether a signal was sent to the process group or only to this process. Java does not
/// know the target of a signal. An idle process in the group shows it: a signal to the group ends
/// that process too.
final class GroupProbe implements AutoCloseable {
  /// The system signals a group at once; the rest is the delay until the end of a process is seen.
  private static final long PATIENCE_MILLIS = 500;

  private static final int ENDED_BY_SIGNAL = 128;
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  private final @Nullable Process process;

  private GroupProbe(@Nullable Process process) {
    this.process = process;
  }

  static GroupProbe start() {
    try {
      // It ends when its input is closed, and so with this process.
      return new GroupProbe(
          new ProcessBuilder("cat")
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      return new GroupProbe(null);
    }
  }

  /// {@return whether the received signal was sent to the process group}
  boolean isReached(String signal) throws InterruptedException {
    if (process == null) {
      return !signal.equals("TERM") && isInForeground();
    }
    return process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        && process.exitValue() == ENDED_BY_SIGNAL + NUMBERS.getOrDefault(signal, 0);
  }

  /// {@return whether our process group is in the foreground of the terminal}
  private static boolean isInForeground() {
    try {
      String stat = Files.readString(Path.of("/proc/self/stat"));
      // Fields behind the command's name: state, parent, process group, session, terminal, and the
      // terminal's process group.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      return fields[2].equals(fields[5]);
    } catch (IOException e) {
      return TerminalStyle.isTerminal();
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroy();
    }
  }
}
