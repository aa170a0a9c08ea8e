// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.lab;

import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.lab.LabListener;
import dev.ashlar.lab.LabOptions;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.report.lab.LabSummary;
import dev.ashlar.report.lab.LabText;
import dev.ashlar.report.text.TextLines;
import dev.ashlar.results.LabRun;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/// Shows the progress of a run: a line with the verdicts after each case. If it is verbose, there
/// is a table and a sentence after each case, and a summary after each experiment. A terminal also
/// shows a bar with the remaining time.
final class LabProgress implements LabListener, AutoCloseable {
  private final PrintWriter out;
  private final LabOptions options;
  private final boolean verbose;
  private final boolean terminal = TerminalStyle.isTerminal();
  private @Nullable ProgressBar bar;
  private int cases;
  private int finished;
  private String left = "";

  LabProgress(PrintWriter out, LabOptions options, boolean verbose) {
    this.out = out;
    this.options = options;
    this.verbose = verbose;
  }

  @Override
  public void started(
      int cases, int takenOver, Duration estimate, long seed, List<String> warnings) {
    this.cases = cases;
    int rest = cases - takenOver;
    warnings.forEach(warning -> out.println("WARNING: " + warning));
    out.printf(
        "Measuring %d %s%s%s: about %s. Ctrl-C stops; what is measured by then is kept.%n",
        rest,
        rest == 1 ? "case" : "cases",
        mode(),
        takenOver == 0 ? "" : " beside %d taken over".formatted(takenOver),
        words(estimate));
    if (verbose) {
      out.println(
          "Lower is better; ± and [low, high]: 95 % confidence over JVMs; level: within 5 %.");
      out.printf("Contenders take turns in an order drawn at random (seed %d).%n", seed);
    }
    if (!options.profilers().isEmpty()) {
      out.printf("Profilers print to lab.log: %s%n", String.join(", ", options.profilers()));
    }
    out.flush();
    left = ", " + words(estimate) + " left";
  }

  private String mode() {
    return switch (options.mode()) {
      case Mode.DEFAULT ->
          options.experiments().isEmpty() && options.cases().isEmpty()
              ? " that answer the experiments' questions"
              : "";
      case Mode.QUICK -> " of --quick";
      case Mode.FULL -> " of --full";
    };
  }

  /// {@return a duration as `40 s`, `5 min` or `3 h 20 min`}
  static String words(Duration duration) {
    long seconds = Math.max(5, Math.round(duration.toMillis() / 5000.0) * 5);
    if (seconds < 90) {
      return seconds + " s";
    }
    long minutes = Math.round(seconds / 60.0);
    return minutes < 120
        ? minutes + " min"
        : String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
  }

  @Override
  public void experimentStarted(String name, String title, String question) {
    if (verbose) {
      pause();
      out.println();
      out.print(LabText.beginning(name, title, question, TerminalStyle.of()));
      out.flush();
    }
  }

  @Override
  public void caseStarted(String experiment, String theCase) {
    if (terminal) {
      show(theCase + left);
    }
  }

  @Override
  public void forkStarted(String experiment, String theCase, String contender, int round) {
    if (terminal) {
      show("%s %s%s%s".formatted(theCase, contender, round > 0 ? ", round " + round : "", left));
    }
  }

  @Override
  public void caseTakenOver(LabRun.Experiment ofOneCase) {
    finished++;
    print(ofOneCase);
    if (verbose) {
      out.println("  taken over from the run that was stopped");
      out.flush();
    }
  }

  @Override
  public void caseFinished(LabRun.Experiment ofOneCase, Duration rest) {
    finished++;
    left = finished < cases ? ", " + words(rest) + " left" : "";
    print(ofOneCase);
    if (verbose) {
      int jvms = ofOneCase.rows().stream().mapToInt(LabRun.Row::forks).sum();
      out.printf(Locale.ROOT, "  %d JVMs in %.0f s%s%n", jvms, ofOneCase.seconds(), left);
      out.flush();
    }
  }

  private void print(LabRun.Experiment ofOneCase) {
    pause();
    out.print(
        verbose
            ? LabText.cases(ofOneCase, TerminalStyle.of())
            : LabSummary.line(ofOneCase, TerminalStyle.of()));
    out.flush();
  }

  @Override
  public void experimentFinished(LabRun.Experiment experiment) {
    if (verbose) {
      pause();
      out.print(LabText.ending(experiment, TerminalStyle.of()));
      out.flush();
    }
  }

  private void show(String message) {
    if (bar == null) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(cases)
              .startsFrom(finished, Duration.ZERO)
              .setMaxRenderedLength(TextLines.WIDTH)
              .setUpdateIntervalMillis(500)
              .setStyle(ProgressBarStyle.UNICODE_BLOCK)
              .setTaskName("Measuring")
              .hideEta()
              .setUnit(" cases", 1)
              .clearDisplayOnFinish()
              .build();
    }
    bar.setExtraMessage(message);
  }

  /// Takes the bar away, so that lines can be printed.
  private void pause() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }

  @Override
  public void close() {
    pause();
  }
}
