// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Adds up the calls in C2's current code by call site. The log has the calls of a method once more
/// for each method that inlines it.
final class CallSiteStats {
  /// Weight of the own code of a method that its callers have inlined.
  private static final double OWN_CODE = 0.1;

  /// Identifies a call site. The callee is not part of it, because it depends on the receiver type
  /// if the compiler knows that.
  record SiteKey(Method caller, int bci) {
    static SiteKey of(List<Method> path, CallSite site) {
      return new SiteKey(path.get(path.size() - 1), site.bci());
    }
  }

  /// The counts of a call site with one outcome.
  ///
  /// @param path the hottest inlining path: from the compiled method to the method with the call
  /// @param site the call on this path
  /// @param decision the decision about it on this path
  /// @param countOnPath calls with this outcome on this path
  /// @param count calls with this outcome on all paths
  /// @param weightedCount `count`, with less weight for a method's own code if callers inline the
  ///   method
  /// @param inlinedCount calls that are inlined on other paths
  record SiteStats(
      List<Method> path,
      CallSite site,
      Decision decision,
      double countOnPath,
      double count,
      double weightedCount,
      double inlinedCount) {}

  private static final class Accumulator {
    private double own;
    private double inlined;
    private double weightedCount;

    /// The most that the call's profile counted. Copies of a method share one profile, and each was
    /// compiled at another time, so their parts may add up to more.
    private double profile;

    private double greatest = -1;
    private @Nullable SiteStats stats;

    /// @param weight the weight of the code, between 0 and 1
    void add(List<Method> path, CallSite site, Decision decision, double count, double weight) {
      if (weight < 1) {
        own = Math.max(own, count);
      } else {
        inlined += count;
      }
      weightedCount += count * weight;
      profile = Math.max(profile, (double) Math.max(0, site.count()));
      if (count * weight > greatest) {
        greatest = count * weight;
        stats = new SiteStats(List.copyOf(path), site, decision, count, 0, 0, 0);
      }
    }

    /// The own code and the inlined copies of a method share one profile, so the greater count is
    /// used.
    double count() {
      return Math.min(profile, Math.max(own, inlined));
    }

    double weightedCount() {
      return Math.min(profile, weightedCount);
    }
  }

  private final Map<SiteKey, Accumulator> notInlined = new LinkedHashMap<>();
  private final Map<SiteKey, Accumulator> intrinsics = new LinkedHashMap<>();
  private final Map<SiteKey, Double> inlined = new HashMap<>();
  private final Set<Method> inlinedMethods = new HashSet<>();

  /// @param compilations the compilations to add up; all must have a call tree
  CallSiteStats(List<Compilation> compilations) {
    for (Compilation compilation : compilations) {
      compilation.forEachDecision((path, site, decision) -> {
        // A method that is inlined in itself is still called.
        if (decision.verdict() == Verdict.INLINED && !path.contains(decision.target())) {
          inlinedMethods.add(decision.target());
        }
      });
    }
    CompilationLog.byMethod(compilations.stream()).values().forEach(this::addRoot);
  }

  /// OSR code has the same calls as the ordinary code, and both share their counters. So each call
  /// is taken from the ordinary code if that has it, else from the latest OSR compilation.
  private void addRoot(List<Compilation> compilations) {
    Set<SiteKey> seen = new HashSet<>();
    compilations.stream()
        .sorted(
            Comparator.comparing(Compilation::isOsr)
                .thenComparing(Comparator.comparingDouble(Compilation::startSeconds).reversed()))
        .forEach(compilation -> {
          Set<SiteKey> own = new HashSet<>();
          double weight =
              !compilation.isOsr() && inlinedMethods.contains(compilation.method()) ? OWN_CODE : 1;
          compilation.forEachDecision((path, site, decision) -> {
            SiteKey key = SiteKey.of(path, site);
            own.add(key);
            if (!seen.contains(key)) {
              add(key, path, weight, site, decision);
            }
          });
          seen.addAll(own);
        });
  }

  private void add(
      SiteKey key, List<Method> path, double weight, CallSite site, Decision decision) {
    double count = Math.max(0, site.frequency());
    if (count == 0) {
      return;
    }
    double own = count * site.shareOf(decision);
    if (own == 0) {
      return;
    }
    switch (decision.verdict()) {
      case INLINED -> inlined.merge(key, own * weight, Double::sum);
      case INTRINSIC -> accumulator(intrinsics, key).add(path, site, decision, own, weight);
      case CALLED, VIRTUAL -> accumulator(notInlined, key).add(path, site, decision, own, weight);
      case UNKNOWN -> {
        // The log has no decision.
      }
    }
  }

  private static Accumulator accumulator(Map<SiteKey, Accumulator> accumulators, SiteKey key) {
    return accumulators.computeIfAbsent(key, p -> new Accumulator());
  }

  List<SiteStats> notInlined() {
    return allStats(notInlined);
  }

  List<SiteStats> intrinsics() {
    return allStats(intrinsics);
  }

  private List<SiteStats> allStats(Map<SiteKey, Accumulator> accumulators) {
    List<SiteStats> allStats = new ArrayList<>(accumulators.size());
    accumulators.forEach((key, accumulator) -> {
      SiteStats s = accumulator.stats;
      if (s != null) {
        double inlinedCount = inlined.getOrDefault(key, 0.0);
        allStats.add(
            new SiteStats(
                s.path,
                s.site,
                s.decision,
                s.countOnPath,
                accumulator.count(),
                accumulator.weightedCount(),
                inlinedCount));
      }
    });
    return allStats;
  }
}
