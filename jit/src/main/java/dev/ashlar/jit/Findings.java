package dev.ashlar.jit;

import dev.ashlar.jit.internal.classfile.ClassFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Draws the findings from a log and ranks them.
final class Findings {
  /// What differs in nothing that a reader could see; the calls of one line often do.
  ///
  /// @param position the line; the index of the instruction where the line is not known
  private record Sameness(
      Finding.Kind kind,
      Method method,
      int position,
      Optional<Method> callee,
      String said,
      List<String> holders) {
    static Sameness of(Finding f) {
      List<String> holders = f.receivers().stream().map(Receiver::holder).toList();
      int position = f.line().orElse(f.bci());
      return new Sameness(f.kind(), f.method(), position, f.callee(), f.said(), holders);
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

  /// {@return all of them: problems first, of each those with enough samples by these, then the
  /// rest by heat}
  List<Finding> all() {
    List<Finding> findings = new ArrayList<>(new CallFindings(log, locator, recording).all());
    findings.addAll(new DeoptimizationFindings(log, locator, recording).findings());
    Recording samples = recording;
    if (samples != null) {
      findings.replaceAll(f -> f.withSamples(sampled(f, samples)));
    }
    findings.sort(
        Comparator.comparing((Finding f) -> !f.kind().isProblem())
            .thenComparing(Comparator.comparingLong(Findings::rankingSamples).reversed())
            .thenComparing(Comparator.comparingDouble(Finding::heat).reversed()));
    return onceForEachLine(findings);
  }

  /// Too few samples say less than counts do.
  private static long rankingSamples(Finding finding) {
    return finding.sampled().isEnough() ? finding.sampled().ranking() : 0;
  }

  private static SampleCounts sampled(Finding finding, Recording recording) {
    long count = recording.samplesAt(finding);
    long inCallee = recording.samplesInCallee(finding);
    long atCall = count - inCallee;
    return new SampleCounts(
        count,
        inCallee,
        isCalleeAtStake(finding.kind()) ? count : atCall + Math.min(atCall, inCallee),
        recording.sampleCount());
  }

  /// {@return whether another outcome would spare the callee's code, and not the call alone}
  private static boolean isCalleeAtStake(Finding.Kind kind) {
    return switch (kind) {
      // It is interpreted, called where an instruction would do, or small and known by samples
      // only.
      case HUGE_METHOD, INTRINSIC_MISSED, STALE_PROFILE -> true;
      default -> false;
    };
  }

  private static List<Finding> onceForEachLine(List<Finding> findings) {
    Map<Sameness, Finding> told = new LinkedHashMap<>();
    Map<Sameness, Integer> times = new HashMap<>();
    for (Finding finding : findings) {
      Sameness key = Sameness.of(finding);
      told.putIfAbsent(key, finding);
      times.merge(key, 1, Integer::sum);
    }
    told.replaceAll((key, finding) -> {
      int all = times.getOrDefault(key, 1);
      return all == 1 ? finding : finding.withNumber(Metric.callsOnThisLine(all));
    });
    return List.copyOf(told.values());
  }
}
