// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.unsafe;

import dev.ashlar.cli.process.ToolOptions;
import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.MemoryAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Runs a command for a limited time, so that each call of Unsafe prints a stack. It reads the
/// stacks from standard error, and passes on the other lines.
final class CallerRun {
  /// The time for the program to end after a signal.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private CallerRun() {}

  static CallerStacks of(List<String> command, Duration limit, PrintWriter err) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT);
    ToolOptions.add(builder.environment(), ToolOptions.ANY_JVM, List.of(MemoryAccess.DEBUG.flag()));
    Process process = builder.start();
    Reader reader = new Reader(process, err);
    try {
      reader.thread.start();
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        end(process);
      }
      // A process that outlives the command may keep the stream open.
      reader.thread.join(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return reader.stacks();
  }

  /// Reads standard error until it is closed, or until the stacks are requested.
  private static final class Reader {
    final Thread thread = Thread.ofPlatform().daemon().name("stacks").unstarted(this::read);
    private final Process process;
    private final PrintWriter err;

    /// Null once it is handed out.
    private @Nullable CallerStacks stacks = new CallerStacks();

    Reader(Process process, PrintWriter err) {
      this.process = process;
      this.err = err;
    }

    private void read() {
      try (BufferedReader lines = process.errorReader()) {
        lines.lines().forEach(this::add);
      } catch (IOException | UncheckedIOException e) {
        // The stream is closed when the process is ended.
      }
    }

    private synchronized void add(String line) {
      CallerStacks open = stacks;
      if (open == null || !open.add(line)) {
        err.println(line);
        err.flush();
      }
    }

    synchronized CallerStacks stacks() {
      CallerStacks complete = Objects.requireNonNull(stacks);
      stacks = null;
      complete.end();
      return complete;
    }
  }

  private static void end(Process process) throws InterruptedException {
    List<ProcessHandle> all = process.descendants().toList();
    all.forEach(ProcessHandle::destroy);
    process.destroy();
    process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    all.forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
