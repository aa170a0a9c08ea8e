// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import org.jspecify.annotations.Nullable;

/// The logger of this module. Logging never throws.
public final class Log {
  private Log() {}

  public static void warn(String message) {
    log(System.Logger.Level.WARNING, message, null);
  }

  public static void error(String message, Throwable failure) {
    log(System.Logger.Level.ERROR, message, failure);
  }

  private static void log(System.Logger.Level level, String message, @Nullable Throwable failure) {
    try {
      System.getLogger("dev.ashlar.memory").log(level, message, failure);
    } catch (RuntimeException | Error broken) {
      // There is no other place to report it.
    }
  }
}
