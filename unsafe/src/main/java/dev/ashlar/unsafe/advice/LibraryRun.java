// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

import java.util.Locale;

/// The outcome of running a released version on JDK 25.
///
/// @param denied whether it worked with denied memory access, possibly by another implementation
/// @param what the task of the run
public record LibraryRun(String version, ByDefault byDefault, boolean denied, String what) {
  /// The outcome without any flag.
  public enum ByDefault {
    /// It worked, and the JDK did not warn about Unsafe.
    SILENT,
    /// It worked, and the JDK warned about a call of Unsafe.
    WARNS,
    /// It did not work.
    FAILS
  }

  /// Reads `VERSION BY_DEFAULT DENIED WHAT`.
  static LibraryRun parse(String line) {
    String[] words = line.split(" +", 4);
    if (!words[2].equals("works") && !words[2].equals("fails")) {
      throw new IllegalArgumentException(words[2]);
    }
    return new LibraryRun(
        words[0],
        ByDefault.valueOf(words[1].toUpperCase(Locale.ROOT)),
        words[2].equals("works"),
        words[3]);
  }

  /// {@return as `in a run of 4.1.0.Final on JDK 25 (a queue)`}
  String words() {
    return "in a run of %s on JDK 25 (%s)".formatted(version, what);
  }

  String whenDenied() {
    return denied ? "denied, it worked in another way" : "denied, it failed";
  }
}
