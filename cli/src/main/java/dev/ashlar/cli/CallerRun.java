package dev.ashlar.cli;

import dev.ashlar.unsafe.run.CallerStacks;
import dev.ashlar.unsafe.run.MemoryAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs a command for a limited time, with a stack at each call of Unsafe. Standard error is read
/// for stacks, and the rest of it is passed on.
final class CallerRun {
  /// For programs that end in an orderly way.
  private static final Duration GRACE = Duration.ofSeconds(5);

  private CallerRun() {}

  /// {@return the stacks}
  static CallerStacks of(List<String> command, Duration limit, PrintWriter err) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT);
    ToolOptions.add(builder.environment(), ToolOptions.ANY_JVM, List.of(MemoryAccess.DEBUG.flag()));
    Process process = builder.start();
    Thread watch =
        Thread.ofVirtual()
            .start(() -> {
              try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                  end(process);
                }
              } catch (InterruptedException e) {
                // The process has ended.
              }
            });
    CallerStacks stacks = new CallerStacks();
    try (BufferedReader lines = process.errorReader()) {
      lines.lines().filter(line -> !stacks.add(line)).forEach(err::println);
    } catch (UncheckedIOException e) {
      // The stream is closed when the process is ended.
    } finally {
      stacks.end();
      watch.interrupt();
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return stacks;
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
