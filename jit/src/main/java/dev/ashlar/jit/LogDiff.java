// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The differences between HotSpot's decisions before and after a change, call by call.
///
/// Two runs of the same program differ too. With two logs or more on each side, decisions that vary
/// on one side are recognized as noise.
///
/// @param changes calls with different outcomes: first those that differ in every run, noise last,
///   each group sorted by frequency
/// @param onlyBefore methods that C2 compiled in every run before, and in none after
/// @param onlyAfter methods that C2 compiled in every run after, and in none before
/// @param runsBefore the number of logs
/// @param runsAfter the number of logs
public record LogDiff(
    List<Change> changes,
    List<Method> onlyBefore,
    List<Method> onlyAfter,
    int runsBefore,
    int runsAfter) {

  /// Tells whether a difference is consistent, or may be noise.
  public enum Consistency {
    /// Each side has the call in two runs or more, and no outcome is common to both sides.
    CONSISTENT("differs in each run"),
    /// A side has the call in one run only, so it may vary between equal runs.
    UNKNOWN("noise unknown"),
    /// An outcome is common to both sides, so equal runs differ.
    NOISE("varies among equal runs");

    private final String words;

    Consistency(String words) {
      this.words = words;
    }

    /// {@return the constant as text}
    public String words() {
      return words;
    }
  }

  /// A call whose outcome is not the same in all runs.
  ///
  /// @param path the methods from the root to the caller
  /// @param callee the method that the bytecode names; the target if no run has a virtual call
  /// @param before the outcome, as `inlined` or `called: hot method too big`; if runs differ, as
  ///   `inlined (2 of 3 runs), virtual call (1 of 3 runs)`
  /// @param after the outcome after the change, in the same form
  /// @param frequency the highest frequency of all runs
  public record Change(
      List<Method> path,
      int bci,
      Method callee,
      String before,
      String after,
      double frequency,
      Consistency consistency) {}

  /// The callee is not part of the key: it depends on the receiver type if the compiler knows that.
  private record Key(List<String> path, int bci) {}

  private record Seen(List<Method> path, CallSite site, String outcome) {}

  /// Compares two logs.
  public static LogDiff of(CompilationLog before, CompilationLog after) {
    return of(List.of(before), List.of(after));
  }

  /// Compares the runs before a change with those after it.
  ///
  /// @throws IllegalArgumentException if a side has no log
  public static LogDiff of(List<CompilationLog> before, List<CompilationLog> after) {
    if (before.isEmpty() || after.isEmpty()) {
      throw new IllegalArgumentException("nothing to compare: a side has no log");
    }
    List<Map<String, Compilation>> old = before.stream().map(LogDiff::byMethod).toList();
    List<Map<String, Compilation>> now = after.stream().map(LogDiff::byMethod).toList();
    List<Change> changes = new ArrayList<>();
    Set<String> onBoth = new HashSet<>(keys(old));
    onBoth.retainAll(keys(now));
    for (String method : keys(old)) {
      if (onBoth.contains(method)) {
        compare(sites(old, method), sites(now, method), changes);
      }
    }
    changes.sort(
        Comparator.comparing(Change::consistency)
            .thenComparing(Comparator.comparingDouble(Change::frequency).reversed()));
    return new LogDiff(
        List.copyOf(changes), only(old, now), only(now, old), before.size(), after.size());
  }

  private static Set<String> keys(List<Map<String, Compilation>> runs) {
    return runs.stream()
        .flatMap(run -> run.keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<Method> only(
      List<Map<String, Compilation>> runs, List<Map<String, Compilation>> others) {
    Set<String> elsewhere = keys(others);
    return runs.get(0).entrySet().stream()
        .filter(e -> !elsewhere.contains(e.getKey()))
        .filter(e -> runs.stream().allMatch(run -> run.containsKey(e.getKey())))
        .map(e -> e.getValue().method())
        .toList();
  }

  /// {@return the ordinary compilation of each method; an OSR compilation if there is no other}
  private static Map<String, Compilation> byMethod(CompilationLog log) {
    Map<String, Compilation> compilations = new LinkedHashMap<>();
    for (Compilation compilation : log.currentC2Code()) {
      if (compilation.method().holder().startsWith("java.lang.invoke.LambdaForm$")) {
        // Their numbers differ from run to run.
        continue;
      }
      if (compilation.isOsr()) {
        compilations.putIfAbsent(compilation.method().key(), compilation);
      } else {
        compilations.put(compilation.method().key(), compilation);
      }
    }
    return compilations;
  }

  private static Map<Key, List<Seen>> sites(List<Map<String, Compilation>> runs, String method) {
    Map<Key, List<Seen>> sites = new LinkedHashMap<>();
    for (Map<String, Compilation> run : runs) {
      Compilation compilation = run.get(method);
      CallTree tree = compilation == null ? null : compilation.tree();
      if (tree != null) {
        // Of several copies of a call the last counts, once per run.
        Map<Key, Seen> own = new LinkedHashMap<>();
        tree.forEachSite((path, site) ->
            own.put(
                new Key(path.stream().map(Method::key).toList(), site.bci()),
                new Seen(List.copyOf(path), site, outcome(site))));
        own.forEach((key, seen) -> sites.computeIfAbsent(key, k -> new ArrayList<>()).add(seen));
      }
    }
    return sites;
  }

  private static void compare(
      Map<Key, List<Seen>> before, Map<Key, List<Seen>> after, List<Change> changes) {
    before.forEach((key, old) -> {
      List<Seen> now = after.getOrDefault(key, List.of());
      List<Seen> all = new ArrayList<>(old);
      all.addAll(now);
      if (!now.isEmpty() && all.stream().map(Seen::outcome).distinct().count() > 1) {
        Seen latest = now.get(now.size() - 1);
        Seen naming = all.stream().filter(seen -> seen.site.virtual()).findFirst().orElse(latest);
        changes.add(
            new Change(
                latest.path,
                latest.site.bci(),
                naming.site.callee(),
                outcomes(old),
                outcomes(now),
                all.stream().mapToDouble(seen -> seen.site.frequency()).max().orElse(-1),
                consistency(old, now)));
      }
    });
  }

  private static Consistency consistency(List<Seen> before, List<Seen> after) {
    Set<String> common = before.stream().map(Seen::outcome).collect(Collectors.toSet());
    common.retainAll(after.stream().map(Seen::outcome).collect(Collectors.toSet()));
    if (!common.isEmpty()) {
      return Consistency.NOISE;
    }
    return Math.min(before.size(), after.size()) > 1 ? Consistency.CONSISTENT : Consistency.UNKNOWN;
  }

  private static String outcomes(List<Seen> runs) {
    Map<String, Long> counts =
        runs.stream()
            .collect(Collectors.groupingBy(Seen::outcome, TreeMap::new, Collectors.counting()));
    if (counts.size() == 1) {
      return runs.get(0).outcome();
    }
    return counts.entrySet().stream()
        .map(e -> e.getKey() + " (" + e.getValue() + " of " + runs.size() + " runs)")
        .collect(Collectors.joining(", "));
  }

  private static String outcome(CallSite site) {
    List<String> outcomes = new ArrayList<>();
    for (Decision decision : site.decisions()) {
      String target =
          site.decisions().size() > 1 ? " " + Method.stable(decision.target().holder()) : "";
      outcomes.add(
          switch (decision.verdict()) {
            case INLINED -> decision.verdict().words() + target;
            case CALLED -> decision.verdict().words() + target + ": " + decision.reason();
            case INTRINSIC, VIRTUAL, UNKNOWN -> decision.verdict().words();
          });
    }
    outcomes.sort(Comparator.naturalOrder());
    return String.join(" and ", outcomes);
  }
}
