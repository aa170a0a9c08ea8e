// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import static dev.ashlar.report.text.JsonText.object;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.CompilerStatistics;
import dev.ashlar.jit.CompilerStatistics.Times;
import dev.ashlar.jit.Recording;
import dev.ashlar.jit.compilation.AllocationSite;
import dev.ashlar.jit.compilation.CodeCacheUse;
import dev.ashlar.jit.compilation.Elimination;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.SourceLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Writes the work of the compilers as JSON.
final class CompilerJson {
  private CompilerJson() {}

  static Map<String, Object> of(CompilationLog log) {
    CompilerStatistics statistics = log.compilerStatistics();
    List<Object> failures = new ArrayList<>();
    statistics
        .failures()
        .forEach((reason, compilations) ->
            failures.add(
                object(
                    "reason",
                    reason,
                    "methods",
                    compilations.stream().map(c -> c.method().qualifiedName()).toList())));
    try (SourceLines source = log.sourceLines()) {
      return object(
          "c1", times(statistics.c1()),
          "c2", times(statistics.c2()),
          "queue", statistics.waits().map(CompilerJson::times),
          "codeCache", codeCache(log.codeCache()),
          "failures", failures,
          "bailouts", statistics.bailouts(),
          "notEntrant", statistics.notEntrant(),
          "allocationSites",
              log.allocationSites().stream().map(site -> site(site, source)).toList(),
          "eliminatedLocks",
              log.compilations().stream()
                  .flatMap(compilation -> compilation.eliminations().stream())
                  .filter(elimination -> elimination.kind() == Elimination.Kind.LOCK)
                  .map(lock -> lock(lock, source))
                  .toList(),
          "unloadedClasses",
              log.recording().map(Recording::unloadedClasses).orElse(OptionalLong.empty()));
    }
  }

  private static Map<String, Object> times(Times times) {
    return object(
        "count", times.count(),
        "seconds", times.sumSeconds(),
        "medianSeconds", times.medianSeconds(),
        "percentile95Seconds", times.percentile95Seconds(),
        "longestSeconds", times.longestSeconds(),
        "longest", times.longest().map(longest -> longest.method().qualifiedName()));
  }

  private static Map<String, Object> codeCache(CodeCacheUse use) {
    return object(
        "leastFreeBytes", use.leastFreeBytes(),
        "mostMethods", use.mostMethods(),
        "fullCount", use.fullCount(),
        "firstFullSeconds", use.firstFullSeconds(),
        "sweepCount", use.sweepCount());
  }

  private static Map<String, Object> site(AllocationSite site, SourceLines source) {
    return object(
        "class", site.method().holder(),
        "method", site.method().name() + site.method().descriptor(),
        "bci", site.bci(),
        "line", source.line(site.method(), site.bci()),
        "type", site.type(),
        "eliminatedCount", site.eliminatedCount(),
        "remainingCount", site.remainingCount(),
        "frequency", site.frequency(),
        "constructorCall", site.constructorCall());
  }

  private static Map<String, Object> lock(Elimination lock, SourceLines source) {
    Method method = lock.position().method();
    return object(
        "class", method.holder(),
        "method", method.name() + method.descriptor(),
        "bci", lock.position().bci(),
        "line", source.line(method, lock.position().bci()),
        "reason", lock.type());
  }
}
