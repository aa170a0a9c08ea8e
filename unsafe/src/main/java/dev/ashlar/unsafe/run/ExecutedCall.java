// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.unsafe.Member;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A call of `sun.misc.Unsafe` that was executed.
///
/// @param caller the method with the call
/// @param bci bytecode index; -1 if unknown
/// @param target the method of Unsafe
/// @param compiledCount calls in the profile when C2 compiled the call, summed over all methods
///   that inline it; -1 if C2's code has no counted call. Later calls are not counted
/// @param linkedSeconds when the call was first linked, since the JVM started; empty if unknown
public record ExecutedCall(
    Method caller,
    int bci,
    OptionalInt line,
    Member target,
    double compiledCount,
    OptionalDouble linkedSeconds) {
  /// {@return class, method, and line if known, as `a.B::c line 17`}
  public String where() {
    return caller.fullName() + (line.isPresent() ? " line " + line.getAsInt() : "");
  }
}
