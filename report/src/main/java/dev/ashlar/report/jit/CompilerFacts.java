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
import dev.ashlar.jit.compilation.Trap;
import dev.ashlar.report.page.Page;
import dev.ashlar.report.text.NumberFormats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Describes the work of the compilers: the section "Compilers" of text and page.
final class CompilerFacts {
  /// Methods that are named with a reason.
  private static final int MOST_METHODS = 3;

  private final CompilationLog log;
  private final CompilerStatistics statistics;
  private final List<AllocationSite> sites;

  CompilerFacts(CompilationLog log) {
    this.log = log;
    this.statistics = log.compilerStatistics();
    this.sites = log.allocationSites();
  }

  /// {@return one fact for each subject that the log has something about}
  List<Page.Fact> facts() {
    List<Page.Fact> facts = new ArrayList<>();
    add(facts, log.topTier(), compileTimes(statistics.c2()));
    add(facts, "C1", compileTimes(statistics.c1()));
    add(facts, "Queue", statistics.waits().map(times -> "wait: " + distribution(times)).orElse(""));
    add(facts, "Code cache", codeCache(log.codeCache()));
    add(facts, "Without code", failures());
    add(facts, "Retried", counts(statistics.bailouts()));
    add(
        facts,
        "Uncommon traps",
        counts(
            log.traps().stream()
                .collect(
                    Collectors.groupingBy(
                        trap -> trap.reason() + ", " + trap.action(),
                        LinkedHashMap::new,
                        Collectors.summingLong(Trap::count)))));
    add(facts, "Made not entrant", counts(statistics.notEntrant()));
    add(facts, "Allocations", allocations());
    add(facts, "Locks", locks());
    add(facts, "Classes unloaded", unloaded());
    return facts;
  }

  private static void add(List<Page.Fact> facts, String name, String value) {
    if (!value.isEmpty()) {
      facts.add(new Page.Fact(name, value));
    }
  }

  private static String compileTimes(Times times) {
    return times
        .longest()
        .map(_ ->
            "%s in %s; %s"
                .formatted(
                    NumberFormats.count(times.count(), "compilation"),
                    time(times.sumSeconds()),
                    distribution(times)))
        .orElse("");
  }

  private static String distribution(Times times) {
    return "median %s, 95th percentile %s, longest %s%s"
        .formatted(
            time(times.medianSeconds()),
            time(times.percentile95Seconds()),
            time(times.longestSeconds()),
            times.longest().map(longest -> " (" + name(longest) + ")").orElse(""));
  }

  private static String name(Compilation compilation) {
    return compilation.method().shortName() + (compilation.isOsr() ? ", OSR" : "");
  }

  /// The log has milliseconds.
  private static String time(double seconds) {
    if (seconds < 0.0005) {
      return "< 1 ms";
    }
    return seconds < 10
        ? String.format(Locale.ROOT, "%,.0f ms", seconds * 1000)
        : String.format(Locale.ROOT, "%,.1f s", seconds);
  }

  private static String codeCache(CodeCacheUse use) {
    if (use.leastFreeBytes().isEmpty()) {
      return "";
    }
    String full =
        use.fullCount() == 0
            ? "never full"
            : String.format(
                Locale.ROOT,
                "full %s%s: HotSpot then compiles nothing until there is room",
                use.fullCount() == 1 ? "once" : use.fullCount() + " times",
                use.firstFullSeconds().isEmpty()
                    ? ""
                    : String.format(
                        Locale.ROOT, ", first at %.1f s", use.firstFullSeconds().getAsDouble()));
    String swept =
        use.sweepCount() == 0
            ? ""
            : "; the sweeper flushed " + NumberFormats.count(use.sweepCount(), "time");
    return String.format(
        Locale.ROOT,
        "%,.1f MB free at least, %s at most; %s%s",
        use.leastFreeBytes().getAsLong() / 1e6,
        NumberFormats.count(use.mostMethods(), "nmethod"),
        full,
        swept);
  }

  private String failures() {
    return statistics.failures().entrySet().stream()
        .map(e -> {
          List<String> names = e.getValue().stream().map(CompilerFacts::name).distinct().toList();
          return "%d × %s (%s%s)"
              .formatted(
                  e.getValue().size(),
                  e.getKey(),
                  String.join(", ", names.subList(0, Math.min(MOST_METHODS, names.size()))),
                  names.size() > MOST_METHODS ? ", …" : "");
        })
        .collect(Collectors.joining("; "));
  }

  private static String counts(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .map(e -> String.format(Locale.ROOT, "%,d × %s", e.getValue(), e.getKey()))
        .collect(Collectors.joining("; "));
  }

  private String allocations() {
    if (sites.isEmpty()) {
      return "";
    }
    long everywhere = sites.stream().filter(site -> site.remainingCount() == 0).count();
    long somewhere =
        sites.stream()
            .filter(site -> site.remainingCount() > 0 && site.eliminatedCount() > 0)
            .count();
    return String.format(
        Locale.ROOT,
        "of %s of objects in C2's code, %,d eliminated everywhere%s",
        NumberFormats.count(sites.size(), "site"),
        everywhere,
        somewhere == 0 ? "" : String.format(Locale.ROOT, ", %,d in some places", somewhere));
  }

  private String locks() {
    Map<String, Long> byReason =
        log.compilations().stream()
            .flatMap(compilation -> compilation.eliminations().stream())
            .filter(elimination -> elimination.kind() == Elimination.Kind.LOCK)
            .collect(Collectors.groupingBy(Elimination::type, Collectors.counting()));
    return byReason.isEmpty()
        ? ""
        : "eliminated in C2's code: "
            + byReason.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(e -> e.getValue() + " × " + lockReason(e.getKey()))
                .collect(Collectors.joining("; "));
  }

  private static String lockReason(String kind) {
    return switch (kind) {
      case "NonEscObj" -> "the object does not escape (NonEscObj)";
      case "Nested" -> "the object is locked already (Nested)";
      case "Coarsened" -> "the lock is taken again at once (Coarsened)";
      default -> kind;
    };
  }

  private String unloaded() {
    return log.recording().stream()
        .flatMapToLong(recording -> recording.unloadedClasses().stream())
        .mapToObj(count -> String.format(Locale.ROOT, "%,d", count))
        .findFirst()
        .orElse("not in the log; a recording has them (ashlar jit run --jfr)");
  }

  /// {@return the number of allocations that C2 did not eliminate everywhere}
  int remainingCount() {
    return (int) sites.stream().filter(site -> site.remainingCount() > 0).count();
  }

  /// {@return the most frequent of them in words, at most `most`}
  List<String> remaining(int most) {
    try (SourceLines source = log.sourceLines()) {
      return sites.stream()
          .filter(site -> site.remainingCount() > 0)
          .limit(most)
          .map(site -> words(site, source))
          .toList();
    }
  }

  private static String words(AllocationSite site, SourceLines source) {
    String times =
        site.frequency() > 0 ? String.format(Locale.ROOT, "%,.0f times", site.frequency()) : "";
    String places =
        site.eliminatedCount() == 0
            ? ""
            : "eliminated in %d of %d places"
                .formatted(site.eliminatedCount(), site.eliminatedCount() + site.remainingCount());
    String why =
        site.constructorCall().isEmpty()
            ? ""
            : "its constructor is not inlined: " + site.constructorCall();
    String details =
        Stream.of(times, places, why)
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return "%s in %s %s"
            .formatted(
                site.type(), site.method().fullName(), source.position(site.method(), site.bci()))
        + (details.isEmpty() ? "" : " (" + details + ")");
  }
}
