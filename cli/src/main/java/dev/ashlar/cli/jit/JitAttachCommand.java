// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.jit;

import dev.ashlar.cli.console.CliCommand;
import dev.ashlar.cli.process.LogFolder;
import dev.ashlar.cli.process.RemoteRecording;
import dev.ashlar.jit.CompilationLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "attach",
    description = {
      "Records a running JVM for a while, and reports deoptimizations, compilations, failures and the"
          + " code cache.",
      "",
      "  ashlar jit attach 4711",
      "  ashlar jit attach --duration 300 --html page.html 4711",
      "",
      "The JVM is not restarted. It must be a HotSpot JVM of JDK 17 or later, of the same user. Its"
          + " own recordings go on. Ctrl-C ends the recording early, with the report. If this command"
          + " is killed, the JVM ends the recording by itself a minute after the duration.",
      "",
      "A recording has no earlier compilations, and no counts or receiver types of calls."
    },
    customSynopsis = "ashlar jit attach [OPTIONS] PID")
final class JitAttachCommand extends CliCommand {
  private static final Duration MARGIN = Duration.ofSeconds(60);

  @Mixin private JitOutput.Ranked output = new JitOutput.Ranked();

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      description = "how long to record (default: ${DEFAULT-VALUE})",
      defaultValue = "30")
  private int seconds = 30;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "the folder for runs, each with a folder of its recording (default: ${DEFAULT-VALUE})",
      defaultValue = LogFolder.DEFAULT)
  private Path folder = Path.of(LogFolder.DEFAULT);

  @Parameters(paramLabel = "PID", description = "the process id of the JVM; 'jcmd -l' lists them")
  private long pid;

  @Override
  public Integer call() throws IOException {
    output.most();
    output.acceptPartialLogs();
    if (seconds < 1) {
      throw wrongUsage("--duration must be 1 or more, not " + seconds);
    }
    CountDownLatch ended = new CountDownLatch(1);
    CompletableFuture<Void> interrupted = new CompletableFuture<>();
    // After Ctrl-C, the report comes before the end of this process.
    Thread hook =
        new Thread(
            () -> {
              interrupted.complete(null);
              try {
                ended.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "end of the recording");
    LogFolder logs = LogFolder.create(folder);
    Path recording = logs.recording(pid);
    boolean kept = false;
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      output.requireOther(recording);
      Duration duration = Duration.ofSeconds(seconds);
      RemoteRecording running = RemoteRecording.start(pid, duration.plus(MARGIN));
      err().printf("ashlar: recording process %d for %d s; Ctrl-C ends it early%n", pid, seconds);
      err().flush();
      await(interrupted, duration);
      running.stop(recording);
      logs.markAsLast();
      kept = true;
      CompilationLog log = output.read(recording);
      output.report(Map.of(LogFolder.shown(recording), log), out());
      err().println(logs.kept());
      err().flush();
    } finally {
      if (!kept) {
        logs.discard();
      }
      ended.countDown();
      removeHook(hook);
    }
    return ExitCode.OK;
  }

  /// Waits for Ctrl-C, the end of the JVM, or the end of the time.
  private void await(CompletableFuture<Void> interrupted, Duration duration) throws IOException {
    Optional<CompletableFuture<ProcessHandle>> end =
        ProcessHandle.of(pid).map(ProcessHandle::onExit);
    if (end.isEmpty()) {
      return;
    }
    try {
      CompletableFuture.anyOf(interrupted, end.get())
          .get(duration.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // The usual end.
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException("interrupted", e);
    }
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The end has begun.
    }
  }
}
