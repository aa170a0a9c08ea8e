package dev.ashlar.jit;

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

/// What HotSpot decided otherwise after a change: calls in the same place of the same tree, in some
/// runs before it and some after.
///
/// Two equal runs never agree in everything. With two logs or more on each side a decision that
/// varies among equal runs is known for noise.
///
/// @param changes calls that both sides have, with another outcome: those that differ in each run
///   come first, noise last, and of each the ones counted often
/// @param onlyBefore methods that C2 compiled in each run before, and in none after
/// @param onlyAfter likewise the other way round
/// @param runsBefore how many logs there are
/// @param runsAfter likewise
public record LogDiff(
    List<Change> changes,
    List<Method> onlyBefore,
    List<Method> onlyAfter,
    int runsBefore,
    int runsAfter) {

  /// How sure it is that a difference comes of the change.
  public enum Standing {
    /// Two runs or more on each side have the call, and no outcome is found on both.
    CONSISTENT("differs in each run"),
    /// One run alone has the call on a side, so it might vary among equal runs.
    UNKNOWN("noise unknown"),
    /// An outcome is found on both sides: equal runs differ in it too.
    NOISE("varies among equal runs");

    private final String words;

    Standing(String words) {
      this.words = words;
    }

    /// {@return the same in a few words}
    public String words() {
      return words;
    }
  }

  /// A call with more than one outcome.
  ///
  /// @param path the methods from the root to the one that calls
  /// @param callee as the run names it that looked it up, if one did
  /// @param before what became of it, as `inlined` or `called: hot method too big`; where runs
  ///   differ, in how many, as `inlined (2 of 3 runs), virtual call (1 of 3 runs)`
  /// @param frequency of the run that has it most often
  public record Change(
      List<Method> path,
      int bci,
      Method callee,
      String before,
      String after,
      double frequency,
      Standing standing) {}

  /// The callee is no part of it: where the compiler knows the receiver's class, it is that class's
  /// method.
  private record Key(List<String> path, int bci) {}

  private record Seen(List<Method> path, CallSite site, String outcome) {}

  /// Compares two logs.
  public static LogDiff of(CompilationLog before, CompilationLog after) {
    return of(List.of(before), List.of(after));
  }

  /// Compares the runs before a change with those after it.
  ///
  /// @throws IllegalArgumentException if there is none on a side
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
        Comparator.comparing(Change::standing)
            .thenComparing(Comparator.comparingDouble(Change::frequency).reversed()));
    return new LogDiff(
        List.copyOf(changes), only(old, now), only(now, old), before.size(), after.size());
  }

  private static Set<String> keys(List<Map<String, Compilation>> runs) {
    return runs.stream()
        .flatMap(run -> run.keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /// {@return the methods that each of `runs` has, and none of `others`}
  private static List<Method> only(List<Map<String, Compilation>> runs, List<Map<String, Compilation>> others) {
    Set<String> elsewhere = keys(others);
    return runs.get(0).entrySet().stream()
        .filter(e -> !elsewhere.contains(e.getKey()))
        .filter(e -> runs.stream().allMatch(run -> run.containsKey(e.getKey())))
        .map(e -> e.getValue().method())
        .toList();
  }

  /// What callers enter if there is that, else what is entered in a running loop.
  private static Map<String, Compilation> byMethod(CompilationLog log) {
    Map<String, Compilation> compilations = new LinkedHashMap<>();
    for (Compilation compilation : log.currentC2Code()) {
      if (compilation.method().holder().startsWith("java.lang.invoke.LambdaForm$")) {
        // Which of these is which differs from run to run.
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

  /// {@return the calls of a method, each as the runs that have it saw it}
  private static Map<Key, List<Seen>> sites(List<Map<String, Compilation>> runs, String method) {
    Map<Key, List<Seen>> sites = new LinkedHashMap<>();
    for (Map<String, Compilation> run : runs) {
      Compilation compilation = run.get(method);
      CallTree tree = compilation == null ? null : compilation.tree();
      if (tree != null) {
        // Of several copies of a place the last counts, once a run.
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
                standing(old, now)));
      }
    });
  }

  private static Standing standing(List<Seen> before, List<Seen> after) {
    Set<String> common = before.stream().map(Seen::outcome).collect(Collectors.toSet());
    common.retainAll(after.stream().map(Seen::outcome).collect(Collectors.toSet()));
    if (!common.isEmpty()) {
      return Standing.NOISE;
    }
    return Math.min(before.size(), after.size()) > 1 ? Standing.CONSISTENT : Standing.UNKNOWN;
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
