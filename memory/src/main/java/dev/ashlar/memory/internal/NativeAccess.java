// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Whether the module `dev.ashlar.memory` has native access.
///
/// The check is not a restricted call, so the JVM prints no warning. It is made once, so a program
/// keeps to one path.
public final class NativeAccess {
  public static final boolean GRANTED = NativeAccess.class.getModule().isNativeAccessEnabled();

  private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

  private NativeAccess() {}

  /// The option of the `java` command that grants it.
  public static String flag() {
    Module module = NativeAccess.class.getModule();
    return "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
  }

  /// Logs, once per program, what the program loses without the flag. Each loss is logged
  /// separately, so that the first does not hide the others.
  private static void logOnce(String loss) {
    if (LOGGED.add(loss)) {
      Log.warn(loss + ": start Java with " + flag() + ".");
    }
  }

  /// A class that needs native access.
  public static final class User {
    private final String name;
    private volatile boolean checked;

    public User(String name) {
      this.name = name;
    }

    /// Does nothing if native access is granted, or was not denied before.
    ///
    /// @throws IllegalCallerException if it is denied; the message names the flag
    public void require() {
      if (!checked) {
        check();
      }
    }

    @SuppressWarnings("restricted")
    private void check() {
      // Where the JVM only warns of a restricted call, the call grants access: look before it.
      boolean granted = GRANTED;
      try {
        Objects.requireNonNull(MemorySegment.NULL.reinterpret(0));
      } catch (IllegalCallerException denied) {
        throw new IllegalCallerException(
            name + " needs native access: start Java with " + flag(), denied);
      }
      checked = true;
      if (!granted) {
        logOnce(name + " uses native memory; a later JDK will deny it without the flag");
      }
    }
  }
}
