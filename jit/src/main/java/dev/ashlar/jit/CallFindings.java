// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Certainty;
import dev.ashlar.jit.Finding.Kind;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Findings about calls that are not inlined, and about intrinsics.
final class CallFindings {
  /// C2 compiles a method after some thousand calls. Calls that were counted less often than this
  /// are not reported.
  private static final double REPORTED_CALLS = 1000;

  /// Cold calls with lower counts are not reported.
  private static final double REPORTED_COLD_CALLS = 10 * REPORTED_CALLS;

  /// A call that is inlined this many times more often than not is called in cold callers only.
  private static final double MOSTLY = 4;

  private final CompilationLog log;
  private final SourceLocator locator;
  private final @Nullable Recording recording;
  private final CallWording wording;
  private final List<Finding> findings = new ArrayList<>();

  CallFindings(CompilationLog log, SourceLocator locator, @Nullable Recording recording) {
    this.log = log;
    this.locator = locator;
    this.recording = recording;
    this.wording = new CallWording(log, locator);
  }

  List<Finding> all() {
    List<Compilation> compilations = log.currentC2Code();
    CallSiteStats sites = new CallSiteStats(compilations);
    Recording samples = recording;
    InliningLimits limits = new InliningLimits(log.vm());
    Map<CallSiteStats.SiteKey, CallSiteStats.SiteStats> staleProfiles =
        samples == null
            ? Map.of()
            : StaleProfiles.hot(compilations, samples, limits.value("FreqInlineSize"));
    staleProfiles.values().forEach(stats -> add(Kind.STALE_PROFILE, stats));
    for (CallSiteStats.SiteStats stats : sites.notInlined()) {
      if (!staleProfiles.containsKey(CallSiteStats.SiteKey.of(stats.path(), stats.site()))) {
        addUnlessMostlyInlined(stats);
      }
    }
    sites
        .intrinsics()
        .forEach(stats -> {
          if (stats.weightedCount() >= REPORTED_CALLS) {
            add(Kind.INTRINSIC_USED, stats);
          }
        });
    return findings;
  }

  private void addUnlessMostlyInlined(CallSiteStats.SiteStats stats) {
    if (stats.weightedCount() < REPORTED_CALLS
        || stats.inlinedCount() > MOSTLY * stats.weightedCount()) {
      return;
    }
    Decision decision = stats.decision();
    Kind kind = wording.kindOf(decision);
    if (kind == Kind.NATIVE_CALL && locator.isIntrinsicCandidate(decision.target())) {
      kind = Kind.INTRINSIC_MISSED;
    }
    boolean cold = kind == Kind.COLD_CALL && stats.weightedCount() < REPORTED_COLD_CALLS;
    if (!cold && !(kind == Kind.METHOD_HANDLE && isSharedForm(stats.path().get(0)))) {
      add(kind, stats);
    }
  }

  /// A LambdaForm that is compiled by itself serves callers that C2 has not compiled yet. In
  /// callers compiled by C2 it is inlined, and the handle is a constant.
  private static boolean isSharedForm(Method root) {
    return root.holder().startsWith("java.lang.invoke.");
  }

  private void add(Kind kind, CallSiteStats.SiteStats stats) {
    CallSite site = stats.site();
    Decision decision = stats.decision();
    List<Method> path = stats.path();
    Method caller = path.get(path.size() - 1);
    boolean virtual = kind == Kind.VIRTUAL_CALL;
    findings.add(
        new Finding(
            kind,
            path,
            locator.innermostOwn(path),
            site.bci(),
            locator.line(caller, site.bci()),
            Optional.of(decision.target()),
            decision.reason().isEmpty() ? "virtual call" : decision.reason(),
            wording.meaning(kind, decision, site),
            wording.advice(kind, stats),
            wording.numbers(kind, stats),
            virtual ? site.receivers() : List.of(),
            virtual ? site.otherReceiverCount() : 0,
            Certainty.WHEN_COMPILED,
            stats.weightedCount() * weight(kind),
            SampleCounts.NONE));
  }

  /// The cost of a call relative to one that is merely not inlined.
  private static double weight(Kind kind) {
    return switch (kind) {
      case HUGE_METHOD -> 20;
      case VIRTUAL_CALL, INTRINSIC_MISSED -> 2;
      default -> 1;
    };
  }
}
