// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import java.lang.System.Logger.Level;

/// What calls between Java and native code do with exceptions.
final class Native {
  private Native() {}

  /// Returns what a method handle threw, which is never a checked exception here.
  static RuntimeException unchecked(Throwable failure) {
    return switch (failure) {
      case Error error -> throw error;
      case RuntimeException exception -> exception;
      default -> new IllegalStateException(failure);
    };
  }

  /// Returns the message, or the class where there is none.
  static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getName() : message;
  }

  /// Logs what a function cannot report to its caller, and must not throw.
  static void log(Throwable failure) {
    try {
      System.getLogger("dev.ashlar.arrow")
          .log(Level.ERROR, "A structure could not be released", failure);
    } catch (RuntimeException | Error broken) {
      // There is no other place to report it.
    }
  }
}
