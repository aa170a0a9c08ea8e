package dev.ashlar.unsafe.run;

import dev.ashlar.jit.Method;
import dev.ashlar.jit.SampleCounts;
import dev.ashlar.unsafe.Member;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A call of `sun.misc.Unsafe` that was executed.
///
/// @param caller the method with the call
/// @param bci bytecode index; -1 if unknown
/// @param target the method of Unsafe
/// @param compiledCount calls in the profile when C2 compiled it, summed over all places where it
///   is inlined; -1 if it is not in C2's code. The count ends with the compilation
/// @param sampled CPU samples in the code of `caller`, and of Unsafe below it
/// @param linkedSeconds when the call was first linked, since the JVM started; empty if unknown
public record ExecutedCall(
    Method caller,
    int bci,
    OptionalInt line,
    Member target,
    double compiledCount,
    SampleCounts sampled,
    OptionalDouble linkedSeconds) {
  /// Without samples, so many calls before the compilation are hot.
  private static final int MANY_CALLS = 10_000;

  /// {@return the heat}
  public Heat heat() {
    boolean hot = sampled.all() > 0 ? sampled.isEnough() : compiledCount >= MANY_CALLS;
    return hot ? Heat.HOT : compiledCount >= 0 ? Heat.COMPILED : Heat.COLD;
  }

  /// {@return class, method, and line if known, as `a.B::c line 17`}
  public String where() {
    return caller.qualifiedName() + (line.isPresent() ? " line " + line.getAsInt() : "");
  }

  /// {@return the same without the package}
  public String shortWhere() {
    return caller.shortName() + (line.isPresent() ? " line " + line.getAsInt() : "");
  }
}
