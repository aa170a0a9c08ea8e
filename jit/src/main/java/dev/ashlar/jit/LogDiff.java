package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What HotSpot decided otherwise in a second run: calls of the same method in the same place of
/// the same tree. Two runs never agree in everything; differences at calls counted often come
/// first.
///
/// @param changes calls that both have, with another outcome
/// @param onlyBefore methods that C2 compiled in the first run only
/// @param onlyAfter likewise in the second
public record LogDiff(List<Change> changes, List<Method> onlyBefore, List<Method> onlyAfter) {
  /// A call with two outcomes.
  ///
  /// @param path the methods from the root to the one that calls
  /// @param callee as the run names it that looked it up, if one did
  /// @param before what became of it, as `inlined` or `called: hot method too big`
  /// @param frequency of the run that has it more often
  public record Change(
      List<Method> path, int bci, Method callee, String before, String after, double frequency) {}

  /// The callee is no part of it: where the compiler knows the receiver's class, it is that class's
  /// method.
  private record Key(List<String> path, int bci) {}

  private record Seen(List<Method> path, CallSite site, String outcome) {}

  /// Compares two logs.
  public static LogDiff of(CompilationLog before, CompilationLog after) {
    Map<String, Task> old = byMethod(before);
    Map<String, Task> now = byMethod(after);
    List<Change> changes = new ArrayList<>();
    List<Method> onlyBefore = new ArrayList<>();
    old.forEach((key, task) -> {
      Task other = now.get(key);
      if (other == null) {
        onlyBefore.add(task.method());
      } else {
        compare(sites(task), sites(other), changes);
      }
    });
    List<Method> onlyAfter =
        now.entrySet().stream()
            .filter(e -> !old.containsKey(e.getKey()))
            .map(e -> e.getValue().method())
            .toList();
    changes.sort(Comparator.comparingDouble(Change::frequency).reversed());
    return new LogDiff(List.copyOf(changes), List.copyOf(onlyBefore), onlyAfter);
  }

  /// What callers enter if there is that, else what is entered in a running loop.
  private static Map<String, Task> byMethod(CompilationLog log) {
    Map<String, Task> tasks = new LinkedHashMap<>();
    for (Task word : log.lastC2Words()) {
      if (word.method().holder().startsWith("java.lang.invoke.LambdaForm$")) {
        // Which of these is which differs from run to run.
        continue;
      }
      if (word.isOsr()) {
        tasks.putIfAbsent(word.method().key(), word);
      } else {
        tasks.put(word.method().key(), word);
      }
    }
    return tasks;
  }

  private static Map<Key, Seen> sites(Task task) {
    Map<Key, Seen> sites = new LinkedHashMap<>();
    CallTree tree = task.tree();
    if (tree != null) {
      tree.forEachSite((path, site) ->
          sites.put(
              new Key(path.stream().map(Method::key).toList(), site.bci()),
              new Seen(List.copyOf(path), site, outcome(site))));
    }
    return sites;
  }

  private static void compare(Map<Key, Seen> before, Map<Key, Seen> after, List<Change> changes) {
    before.forEach((key, old) -> {
      Seen now = after.get(key);
      if (now != null && !now.outcome.equals(old.outcome)) {
        changes.add(
            new Change(
                now.path,
                now.site.bci(),
                (old.site.virtual() ? old : now).site.callee(),
                old.outcome,
                now.outcome,
                Math.max(old.site.frequency(), now.site.frequency())));
      }
    });
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
