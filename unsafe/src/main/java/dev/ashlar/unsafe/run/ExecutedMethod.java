// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import dev.ashlar.jit.SampleCounts;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.unsafe.Artifact;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A method that called `sun.misc.Unsafe`.
///
/// @param sampled CPU samples in its code, and in Unsafe below it
/// @param calls never empty, those that were counted most first
/// @param artifact what has the class; empty if it is not known
public record ExecutedMethod(
    Method method, SampleCounts sampled, List<ExecutedCall> calls, Optional<Artifact> artifact) {
  /// Without samples, so many calls before the compilation are hot.
  private static final int MANY_CALLS = 10_000;

  static final Comparator<ExecutedMethod> HOTTEST_FIRST =
      Comparator.comparing(ExecutedMethod::heat)
          .thenComparing(
              Comparator.comparingLong((ExecutedMethod m) -> m.sampled().count()).reversed())
          .thenComparing(Comparator.comparingDouble(ExecutedMethod::compiledCount).reversed());

  public ExecutedMethod {
    calls = List.copyOf(calls);
  }

  ExecutedMethod in(Optional<Artifact> other) {
    return new ExecutedMethod(method, sampled, calls, other);
  }

  /// {@return the heat}
  public Heat heat() {
    boolean hot = sampled.all() > 0 ? sampled.isEnough() : compiledCount() >= MANY_CALLS;
    return hot ? Heat.HOT : compiledCount() >= 0 ? Heat.COMPILED : Heat.COLD;
  }

  /// {@return the count of the call that was counted most; -1 if C2 compiled none}
  double compiledCount() {
    return calls.getFirst().compiledCount();
  }
}
