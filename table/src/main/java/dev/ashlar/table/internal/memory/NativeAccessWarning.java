// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/// Tells a program, once, that its tables are slower than they would be with native access.
public final class NativeAccessWarning {
  private static final AtomicBoolean LOGGED = new AtomicBoolean();

  private NativeAccessWarning() {}

  /// Logs the warning if `memory` is reached through the JDK's checks for want of the flag. Never
  /// fails.
  public static void logOnce(MemorySegment memory) {
    if (DirectMemory.lacksFlag(memory) && LOGGED.compareAndSet(false, true)) {
      try {
        System.getLogger("dev.ashlar.table")
            .log(
                System.Logger.Level.WARNING,
                "Native and mapped tables are slower than they could be: start Java with"
                    + " --enable-native-access="
                    + (NativeAccessWarning.class.getModule().isNamed()
                        ? "dev.ashlar.table,dev.ashlar.memory"
                        : "ALL-UNNAMED")
                    + ".");
      } catch (RuntimeException | Error broken) {
        // There is no other place to report it.
      }
    }
  }
}
