package dev.ashlar.memory;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Whether this module may reach native memory without the JDK's help.
///
/// Asking is not using: the JVM prints no warning. The answer is taken once, so that the same
/// program takes the same path all along.
final class NativeAccess {
  static final boolean GRANTED = NativeAccess.class.getModule().isNativeAccessEnabled();

  private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

  private NativeAccess() {}

  /// The option of the `java` command that grants it.
  static String flag() {
    Module module = NativeAccess.class.getModule();
    return "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
  }

  /// Says what the program has lost for want of the flag; once in a program for each loss, so that
  /// the first does not silence the others.
  static void logOnce(String loss) {
    if (LOGGED.add(loss)) {
      Log.warn(loss + ": start Java with " + flag() + ".");
    }
  }
}
