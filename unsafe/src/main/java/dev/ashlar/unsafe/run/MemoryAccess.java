// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import java.util.Locale;

/// The reaction of the JDK to a call of a memory method of `sun.misc.Unsafe`.
public enum MemoryAccess {
  /// Prints a stack at each call.
  DEBUG,
  /// Throws UnsupportedOperationException.
  DENY;

  /// The first JDK that has the modes.
  public static final int SINCE = 23;

  /// The system property that has the mode, in whatever way the mode was set.
  public static final String PROPERTY = "sun.misc.unsafe.memory.access";

  /// {@return the flag, which any JVM accepts; those before [#SINCE] ignore it}
  ///
  /// HotSpot turns `--sun-misc-unsafe-memory-access=MODE` into this property (`arguments.cpp`),
  /// which `sun.misc.Unsafe` reads. Older JVMs do not start with the option.
  public String flag() {
    return "-D" + PROPERTY + "=" + mode();
  }

  /// {@return the value of [#PROPERTY]}
  public String mode() {
    return name().toLowerCase(Locale.ROOT);
  }
}
