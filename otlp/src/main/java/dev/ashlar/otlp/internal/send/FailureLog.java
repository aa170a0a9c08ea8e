// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Logs failures of exports: each kind once until an export succeeds, and at most once a minute.
/// The others are logged at level `DEBUG`.
final class FailureLog {
  private static final long INTERVAL = Duration.ofMinutes(1).toNanos();

  /// Statuses and exceptions; more than a receiver comes up with.
  private static final int MAX_KINDS = 100;

  private static final class Kind {
    private long lastSaid;
    private boolean lasts;
    private long unsaid;
  }

  private final Logger logger;
  private final Map<String, Kind> kinds = new HashMap<>();
  private boolean failing;

  FailureLog(Class<?> exporter) {
    this.logger = System.getLogger(exporter.getName());
  }

  void failed(String kind, String message, @Nullable Throwable failure) {
    Level level;
    String more;
    synchronized (this) {
      failing = true;
      if (kinds.size() >= MAX_KINDS && !kinds.containsKey(kind)) {
        kinds.clear();
      }
      long now = System.nanoTime();
      Kind known = kinds.get(kind);
      boolean said = known != null && (known.lasts || now - known.lastSaid < INTERVAL);
      if (known == null) {
        known = new Kind();
        kinds.put(kind, known);
      }
      more = known.unsaid > 0 ? " (" + known.unsaid + " more since it was logged)" : "";
      if (said) {
        known.unsaid++;
        level = Level.DEBUG;
      } else {
        known.unsaid = 0;
        known.lastSaid = now;
        level = Level.WARNING;
      }
      known.lasts = true;
    }
    if (failure == null) {
      logger.log(level, message + more);
    } else {
      logger.log(level, message + more, failure);
    }
  }

  void worked() {
    boolean again;
    synchronized (this) {
      again = failing;
      failing = false;
      if (again) {
        kinds.values().forEach(kind -> kind.lasts = false);
      }
    }
    if (again) {
      logger.log(Level.INFO, "Exporting works again");
    }
  }
}
