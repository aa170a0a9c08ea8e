// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import dev.ashlar.lab.shapes.ShapeKind;
import dev.ashlar.lab.shapes.Side;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Orders shapes by slowdown relative to Unsafe. Shapes that cannot be compared are left out.
public final class ShapeRanking {
  /// The percentile that has a bound, in addition to the median and the maximum.
  public static final double HIGH = 0.95;

  private ShapeRanking() {}

  /// {@return the results of a kind, the slowest first}
  public static List<ShapeResult> of(Collection<ShapeResult> results, ShapeKind kind) {
    return results.stream()
        .filter(result -> result.shape().kind() == kind)
        .filter(result -> result.slowdown(Side.UNSAFE).isPresent())
        .sorted(Comparator.comparingDouble(ShapeRanking::slowdown).reversed())
        .toList();
  }

  private static double slowdown(ShapeResult result) {
    return result.slowdown(Side.UNSAFE).orElseThrow();
  }

  /// {@return the slowdown that a part of the shapes does not exceed (nearest-rank percentile); NaN
  /// if there are no shapes}
  ///
  /// @param part the part, between 0 and 1
  public static double percentile(List<ShapeResult> ranked, double part) {
    return ranked.isEmpty() ? Double.NaN : slowdown(ranked.get(place(ranked.size(), part)));
  }

  private static int place(int count, double part) {
    return count - Math.max(1, (int) Math.ceil(part * count));
  }

  /// {@return the slowest shape that still needs a confirmation; empty if there is none}
  ///
  /// For each kind, the reported shapes and all shapes from the percentile [#HIGH] on need one.
  ///
  /// @param worst the number of reported shapes of each kind
  static Optional<ShapeResult> unconfirmed(Collection<ShapeResult> results, int worst) {
    List<ShapeResult> candidates = new ArrayList<>();
    Arrays.stream(ShapeKind.values())
        .map(kind -> of(results, kind))
        .forEach(ranked ->
            ranked.stream()
                .limit(Math.max(worst, place(ranked.size(), HIGH) + 1))
                .filter(result -> !result.isConfirmed())
                .findFirst()
                .ifPresent(candidates::add));
    return candidates.stream().max(Comparator.comparingDouble(ShapeRanking::slowdown));
  }
}
