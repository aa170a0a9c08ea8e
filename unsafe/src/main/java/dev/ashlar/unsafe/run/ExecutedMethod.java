// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.run;

import dev.ashlar.jit.SampleCounts;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.unsafe.ArtifactScan;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A method that called `sun.misc.Unsafe`.
///
/// @param sampled the CPU samples in its own code and in the methods of Unsafe that it calls
/// @param calls the calls, those with the highest count first; never empty
/// @param artifact the scan of the artifact that has the class; empty if unknown
public record ExecutedMethod(
    Method method,
    SampleCounts sampled,
    List<ExecutedCall> calls,
    Optional<ArtifactScan> artifact) {
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

  ExecutedMethod in(Optional<ArtifactScan> other) {
    return new ExecutedMethod(method, sampled, calls, other);
  }

  /// {@return the heat}
  public Heat heat() {
    boolean hot = sampled.all() > 0 ? sampled.isEnough() : compiledCount() >= MANY_CALLS;
    return hot ? Heat.HOT : compiledCount() >= 0 ? Heat.COMPILED : Heat.COLD;
  }

  /// {@return the highest count of its calls; -1 if none has a count}
  double compiledCount() {
    return calls.getFirst().compiledCount();
  }
}
