// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.report.jit;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.CompilerStatistics;
import dev.ashlar.jit.CompilerStatistics.Times;
import dev.ashlar.jit.compilation.AllocationSite;
import dev.ashlar.jit.compilation.CodeCacheUse;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Elimination;
import dev.ashlar.jit.compilation.SourceLines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes the work of the compilers as JSON.
final class CompilerJson {
  private CompilerJson() {}

  static Map<String, Object> of(CompilationLog log) {
    CompilerStatistics statistics = log.compilerStatistics();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("c1", times(statistics.c1()));
    json.put("c2", times(statistics.c2()));
    statistics.waits().ifPresent(waits -> json.put("queue", times(waits)));
    json.put("codeCache", codeCache(log.codeCache()));
    List<Object> failures = new ArrayList<>();
    statistics
        .failures()
        .forEach((reason, compilations) ->
            failures.add(
                Map.of(
                    "reason",
                    reason,
                    "methods",
                    compilations.stream().map(c -> c.method().qualifiedName()).toList())));
    json.put("failures", failures);
    json.put("bailouts", statistics.bailouts());
    json.put("notEntrant", statistics.notEntrant());
    try (SourceLines source = log.sourceLines()) {
      json.put(
          "allocationSites",
          log.allocationSites().stream().map(site -> site(site, source)).toList());
      json.put(
          "eliminatedLocks",
          log.compilations().stream()
              .flatMap(compilation -> compilation.eliminations().stream())
              .filter(elimination -> elimination.kind() == Elimination.Kind.LOCK)
              .map(elimination -> lock(elimination, source))
              .toList());
    }
    log.recording()
        .ifPresent(recording ->
            recording.unloadedClasses().ifPresent(count -> json.put("unloadedClasses", count)));
    return json;
  }

  private static Map<String, Object> times(Times times) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("count", times.count());
    json.put("seconds", times.sumSeconds());
    json.put("medianSeconds", times.medianSeconds());
    json.put("percentile95Seconds", times.percentile95Seconds());
    json.put("longestSeconds", times.longestSeconds());
    times
        .longest()
        .map(Compilation::method)
        .ifPresent(method -> json.put("longest", method.qualifiedName()));
    return json;
  }

  private static Map<String, Object> codeCache(CodeCacheUse use) {
    Map<String, Object> json = new LinkedHashMap<>();
    use.leastFreeBytes().ifPresent(bytes -> json.put("leastFreeBytes", bytes));
    json.put("mostMethods", use.mostMethods());
    json.put("fullCount", use.fullCount());
    use.firstFullSeconds().ifPresent(seconds -> json.put("firstFullSeconds", seconds));
    json.put("sweepCount", use.sweepCount());
    return json;
  }

  private static Map<String, Object> site(AllocationSite site, SourceLines source) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("class", site.method().holder());
    json.put("method", site.method().name() + site.method().descriptor());
    json.put("bci", site.bci());
    source.line(site.method(), site.bci()).ifPresent(line -> json.put("line", line));
    json.put("type", site.type());
    json.put("eliminatedCount", site.eliminatedCount());
    json.put("remainingCount", site.remainingCount());
    json.put("frequency", site.frequency());
    json.put("constructorCall", site.constructorCall());
    return json;
  }

  private static Map<String, Object> lock(Elimination lock, SourceLines source) {
    Elimination.Position position = lock.position();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("class", position.method().holder());
    json.put("method", position.method().name() + position.method().descriptor());
    json.put("bci", position.bci());
    source.line(position.method(), position.bci()).ifPresent(line -> json.put("line", line));
    json.put("reason", lock.type());
    return json;
  }
}
