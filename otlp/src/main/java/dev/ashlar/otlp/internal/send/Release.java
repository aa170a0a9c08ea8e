// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import org.jspecify.annotations.Nullable;

/// Runs several actions that release resources, even if some of them fail.
final class Release {
  private Release() {}

  /// Runs all actions. The first failure is thrown at the end, with the others as suppressed.
  static void all(Iterable<Runnable> actions) {
    Throwable first = null;
    for (Runnable action : actions) {
      try {
        action.run();
      } catch (Throwable failed) {
        first = joined(first, failed);
      }
    }
    if (first instanceof Error error) {
      throw error;
    }
    if (first instanceof RuntimeException exception) {
      throw exception;
    }
  }

  private static Throwable joined(@Nullable Throwable first, Throwable next) {
    if (first == null) {
      return next;
    }
    if (!first.equals(next)) {
      first.addSuppressed(next);
    }
    return first;
  }
}
