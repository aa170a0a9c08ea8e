// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.advice;

/// The uses in the jar of a released version, in the classes that JDK 25 loads.
///
/// @param calls the number of calls of `sun.misc.Unsafe`, including method references
/// @param deniedCalls the number of these calls that warn on JDK 25, and throw under
///   `--sun-misc-unsafe-memory-access=deny`
/// @param internalCalls the number of calls of `jdk.internal.misc.Unsafe`, which need
///   `--add-exports`
/// @param names the number of String constants that name either class, and of look-ups of the field
///   with the instance. They allow calls by reflection, which a scan does not follow
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

  /// {@return the count with its noun, as in `1 call` or `2 calls`}
  static String count(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
