package dev.ashlar.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Tells a signal to our whole process group from one to this process alone: Java does not say who
/// sent a signal. An idle process of the group ends by the former, and not by the latter.
final class GroupProbe implements AutoCloseable {
  /// The system signals a whole group at once; the rest is the time that an end takes to be seen.
  private static final long PATIENCE_MILLIS = 500;

  private static final int ENDED_BY_SIGNAL = 128;
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

  private final @Nullable Process process;

  private GroupProbe(@Nullable Process process) {
    this.process = process;
  }

  static GroupProbe start() {
    try {
      // It ends with its input, and so with this process, however that ends.
      return new GroupProbe(
          new ProcessBuilder("cat")
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start());
    } catch (IOException e) {
      return new GroupProbe(null);
    }
  }

  /// {@return whether this signal, which has reached us, was for our process group}
  boolean isReached(String signal) throws InterruptedException {
    if (process == null) {
      return !signal.equals("TERM") && isInForeground();
    }
    return process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
        && process.exitValue() == ENDED_BY_SIGNAL + NUMBERS.getOrDefault(signal, 0);
  }

  /// {@return whether what is typed at the terminal reaches our process group}
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
