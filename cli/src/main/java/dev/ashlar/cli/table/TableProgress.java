// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.cli.console.TerminalStyle;
import dev.ashlar.report.text.TextLines;
import java.util.function.DoubleSupplier;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/// A bar on a terminal that shows the done part of some work. Without a terminal, nothing is shown.
final class TableProgress {
  private static final int STEPS = 1000;
  private static final int INTERVAL_MILLIS = 200;

  private TableProgress() {}

  /// Work that may fail.
  ///
  /// @param <T> the type of the result
  /// @param <X> the type of its exceptions
  interface Work<T, X extends Exception> {
    T run() throws X;
  }

  /// Runs `work` in this thread, while another thread shows the bar.
  ///
  /// @param done returns the done part, from 0 to 1; negative if it is unknown
  static <T, X extends Exception> T show(String task, DoubleSupplier done, Work<T, X> work)
      throws X {
    if (!TerminalStyle.isTerminal()) {
      return work.run();
    }
    try (ProgressBar bar =
        new ProgressBarBuilder()
            .setInitialMax(STEPS)
            .setMaxRenderedLength(TextLines.WIDTH)
            .setUpdateIntervalMillis(INTERVAL_MILLIS)
            .setStyle(ProgressBarStyle.UNICODE_BLOCK)
            .setTaskName(task)
            .hideEta()
            .setUnit("", STEPS / 100)
            .clearDisplayOnFinish()
            .build()) {
      Thread asking = Thread.startVirtualThread(() -> ask(bar, done));
      try {
        return work.run();
      } finally {
        asking.interrupt();
      }
    }
  }

  private static void ask(ProgressBar bar, DoubleSupplier done) {
    try {
      while (true) {
        double part = done.getAsDouble();
        if (part >= 0) {
          bar.stepTo((long) (STEPS * Math.min(part, 1)));
        }
        Thread.sleep(INTERVAL_MILLIS);
      }
    } catch (InterruptedException over) {
      return;
    }
  }
}
