package dev.ashlar.cli;

import dev.ashlar.lab.LabListener;
import dev.ashlar.report.LabRun;
import dev.ashlar.report.LabText;
import java.io.PrintWriter;
import java.time.Duration;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// Shows how a run goes: a bar with the time left on a terminal, a line now and then elsewhere, and
/// each experiment's tables when it is done.
final class LabProgress implements LabListener, AutoCloseable {
  private static final int LINES_WITHOUT_TERMINAL = 10;

  private final PrintWriter out;
  private final boolean terminal = TerminalStyle.isTerminal();
  private @Nullable ProgressBar bar;
  private int forks;
  private int finished;
  private long start;

  LabProgress(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void started(int forks) {
    this.forks = forks;
    start = System.nanoTime();
    if (terminal) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(forks)
              .setMaxRenderedLength(LabText.WIDTH)
              .setUpdateIntervalMillis(500)
              .setStyle(ProgressBarStyle.UNICODE_BLOCK)
              .setTaskName("Measuring")
              .hideEta()
              .setUnit(" JVMs", 1)
              .build();
    } else {
      out.printf("Measuring in %d JVMs, one after the other%n", forks);
      out.flush();
    }
  }

  @Override
  public void forkStarted(String experiment, String theCase, String contender) {
    if (bar != null) {
      bar.setExtraMessage(theCase + " " + contender + timeLeft());
    }
  }

  @Override
  public void forkFinished() {
    finished++;
    if (bar != null) {
      bar.step();
    } else if (finished * LINES_WITHOUT_TERMINAL / forks
        > (finished - 1) * LINES_WITHOUT_TERMINAL / forks) {
      out.printf("  %3d %%%s%n", 100 * finished / forks, timeLeft());
      out.flush();
    }
  }

  /// Forks differ little in length, so the rest is the mean of those that are over.
  private String timeLeft() {
    if (finished == 0 || finished == forks) {
      return "";
    }
    Duration left = Duration.ofNanos((System.nanoTime() - start) / finished * (forks - finished));
    return ", %d:%02d left".formatted(left.toMinutes(), left.toSecondsPart());
  }

  @Override
  public void experimentFinished(LabRun.Experiment experiment) {
    if (bar != null && finished == forks) {
      close();
    }
    out.println();
    out.print(LabText.of(experiment, TerminalStyle.of()));
    out.flush();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
