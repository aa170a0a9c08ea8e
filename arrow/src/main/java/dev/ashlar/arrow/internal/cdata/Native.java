// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.cdata;

import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Native access, and the exceptions of calls between Java and native code.
public final class Native {
  private Native() {}

  /// Called before [Foreign] is initialized: an exception of its initializer would be another one
  /// than this, and the next call would get a third.
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

  /// Returns what a method handle threw, which is never a checked exception here.
  public static RuntimeException unchecked(Throwable failure) {
    return switch (failure) {
      case Error error -> throw error;
      case RuntimeException exception -> exception;
      default -> new IllegalStateException(failure);
    };
  }

  /// Returns the message, or the class where there is none.
  public static String message(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getName() : message;
  }

  /// Logs what a function cannot report to its caller, and must not throw.
  public static void log(Throwable failure) {
    try {
      System.getLogger("dev.ashlar.arrow")
          .log(Level.ERROR, "A structure could not be released", failure);
    } catch (RuntimeException | Error broken) {
      // There is no other place to report it.
    }
  }
}
