// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.internal.classfile.ClassFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds all findings in a log and ranks them.
final class Findings {
  /// Findings with equal keys look the same in a report. Several calls on a line often have equal
  /// keys.
  ///
  /// @param position the line, or the bytecode index if the line is unknown
  private record DisplayKey(
      Finding.Kind kind,
      Method method,
      int position,
      Optional<Method> callee,
      String said,
      List<String> holders) {
    static DisplayKey of(Finding f) {
      List<String> holders = f.receivers().stream().map(Receiver::holder).toList();
      int position = f.line().orElse(f.bci());
      return new DisplayKey(f.kind(), f.method(), position, f.callee(), f.said(), holders);
    }
  }

  /// The CPU samples of a finding, the costliest first.
  private enum Evidence {
    /// The call itself has enough samples.
    AT_CALL,
    /// The call and its callee have enough, which is an upper bound of the cost of the call.
    IN_CALLEE,
    /// There is no recording, or it has too few samples. An uncommon trap costs time elsewhere.
    UNKNOWN,
    /// The call and its callee have too little time to matter.
    LITTLE;

    static Evidence of(Finding finding) {
      SampleCounts sampled = finding.sampled();
      if (sampled.isEnoughAtCall()) {
        return AT_CALL;
      }
      if (sampled.isEnough()) {
        return IN_CALLEE;
      }
      return sampled.isLittle() && finding.callee().isPresent() ? LITTLE : UNKNOWN;
    }
  }

  private final CompilationLog log;
  private final SourceLocator locator;
  private final @Nullable Recording recording;

  Findings(CompilationLog log, ClassFiles classes, @Nullable Recording recording) {
    this.log = log;
    this.locator = new SourceLocator(classes);
    this.recording = recording;
  }

  /// {@return all findings, problems before notes} They are ranked by the evidence of CPU samples,
  /// then by heat.
  List<Finding> all() {
    Recording samples = recording != null && recording.isExact() ? recording : null;
    List<Finding> findings = new ArrayList<>(new CallFindings(log, locator, samples).all());
    findings.addAll(new DeoptimizationFindings(log, locator, recording).findings());
    if (samples != null) {
      findings.replaceAll(f -> f.withSamples(sampled(f, samples)));
    }
    findings.sort(
        Comparator.comparing((Finding f) -> !f.kind().isProblem())
            .thenComparing(Evidence::of)
            .thenComparing(Comparator.comparingLong(Findings::rankingSamples).reversed())
            .thenComparing(Comparator.comparingDouble(Finding::heat).reversed()));
    return onceForEachLine(findings);
  }

  /// Counts are more reliable than few samples.
  private static long rankingSamples(Finding finding) {
    return switch (Evidence.of(finding)) {
      case AT_CALL -> finding.sampled().ranking();
      case IN_CALLEE -> finding.sampled().count();
      case UNKNOWN, LITTLE -> 0;
    };
  }

  private static SampleCounts sampled(Finding finding, Recording recording) {
    long count = recording.samplesAt(finding);
    long inCallee = recording.samplesInCallee(finding);
    boolean isCost = finding.callee().isEmpty() || isCalleeTheCost(finding.kind());
    return new SampleCounts(
        count,
        inCallee,
        isCost ? count : SampleCounts.ofCall(count - inCallee, inCallee),
        recording.sampleCount());
  }

  /// {@return whether the callee's code is the cost, and not the call alone}
  private static boolean isCalleeTheCost(Finding.Kind kind) {
    return switch (kind) {
      // It is interpreted, called instead of replaced by an instruction, or known by samples only.
      case HUGE_METHOD, INTRINSIC_MISSED, STALE_PROFILE -> true;
      default -> false;
    };
  }

  private static List<Finding> onceForEachLine(List<Finding> findings) {
    Map<DisplayKey, Finding> distinct = new LinkedHashMap<>();
    Map<DisplayKey, Integer> times = new HashMap<>();
    for (Finding finding : findings) {
      DisplayKey key = DisplayKey.of(finding);
      distinct.putIfAbsent(key, finding);
      times.merge(key, 1, Integer::sum);
    }
    distinct.replaceAll((key, finding) -> {
      int all = times.getOrDefault(key, 1);
      return all == 1 ? finding : finding.withNumber(Metric.callsOnThisLine(all));
    });
    return List.copyOf(distinct.values());
  }
}
