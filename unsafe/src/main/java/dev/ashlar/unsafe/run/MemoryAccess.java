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

  /// The system property that holds the mode, even if the command-line option set it.
  public static final String PROPERTY = "sun.misc.unsafe.memory.access";

  /// {@return the flag that sets the mode; JVMs before [#SINCE] accept and ignore it}
  ///
  /// The flag sets [#PROPERTY], which `sun.misc.Unsafe` reads. HotSpot translates
  /// `--sun-misc-unsafe-memory-access=MODE` to the same property (`arguments.cpp`), but older JVMs
  /// do not start with that option.
  public String flag() {
    return "-D" + PROPERTY + "=" + mode();
  }

  /// {@return the value of [#PROPERTY]}
  public String mode() {
    return name().toLowerCase(Locale.ROOT);
  }
}
