// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Native access, and the exceptions of calls between Java and native code.
public final class Native {
  private Native() {}

  /// Checks native access. It is called before [Foreign] is initialized, whose initializer would
  /// fail with an exception that does not name the flag.
  ///
  /// @throws IllegalCallerException if native access is denied; the message names the flag
  @SuppressWarnings("restricted")
  public static void requireAccess() {
    try {
      Objects.requireNonNull(MemorySegment.NULL.reinterpret(0));
    } catch (IllegalCallerException denied) {
      throw new IllegalCallerException(
          "ashlar-arrow needs native access: start Java with --enable-native-access="
              + (Native.class.getModule().isNamed()
                  ? "dev.ashlar.memory,dev.ashlar.table,dev.ashlar.arrow"
                  : "ALL-UNNAMED"),
          denied);
    }
  }

  /// Returns the exception that a method handle threw. Checked exceptions do not occur here.
  public static RuntimeException unchecked(Throwable failure) {
    return switch (failure) {
      case Error error -> throw error;
      case RuntimeException exception -> exception;
      default -> new IllegalStateException(failure);
    };
  }

  /// Returns the message of a failure, or its class if it has no message.
  public static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getName() : message;
  }

  /// Logs a failure that a function can neither report to its caller nor throw.
  public static void log(Throwable failure) {
    try {
      System.getLogger("dev.ashlar.arrow")
          .log(Level.ERROR, "A structure could not be released", failure);
    } catch (RuntimeException | Error broken) {
      // There is no other place to report it.
    }
  }
}
