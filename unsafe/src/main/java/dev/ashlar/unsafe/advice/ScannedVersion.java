// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

/// The uses that a scan found in the jar of a released version, without classes that JDK 25 does
/// not load.
///
/// @param calls the number of calls of `sun.misc.Unsafe`, method references included
/// @param deniedCalls the number of those calls of `sun.misc.Unsafe` that warn on JDK 25, and throw
///   under `--sun-misc-unsafe-memory-access=deny`
/// @param internalCalls the number of calls of `jdk.internal.misc.Unsafe`, which need
///   `--add-exports`
/// @param names String constants that name either class, and look-ups of the field with the
///   instance: these allow calls by reflection, which no scan can follow
public record ScannedVersion(
    String version, int calls, int deniedCalls, int internalCalls, int names) {
  /// {@return whether JDK 25 warns about this version, or does not start it without a flag}
  public boolean isConcerned() {
    return deniedCalls + internalCalls > 0;
  }

  /// {@return the uses as text, as in `4.1.0.Final calls 3 memory methods of sun.misc.Unsafe`}
  String words() {
    String denied =
        version + " has " + count(deniedCalls, "call") + " of memory methods of sun.misc.Unsafe";
    return internalCalls == 0
        ? denied
        : denied + " and %d of jdk.internal.misc.Unsafe".formatted(internalCalls);
  }

  /// {@return as `1 call` or `2 calls`}
  static String count(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
