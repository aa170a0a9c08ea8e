package dev.ashlar.jit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Equal ends of trees once: the same small methods are inlined, and the same large ones refused,
/// in thousands of places, and most of a log is such ends.
final class SharedTrees {
  private final Map<Method, CallTree> leaves = new HashMap<>();
  private final Map<Decision, List<Decision>> decisions = new HashMap<>();
  private final Map<CallSite, CallSite> uncounted = new HashMap<>();

  CallTree tree(Method method, List<CallSite> sites) {
    return sites.isEmpty()
        ? leaves.computeIfAbsent(method, m -> new CallTree(m, List.of()))
        : new CallTree(method, sites);
  }

  /// {@return a list of that one}
  List<Decision> only(Decision decision) {
    return isEnd(decision) ? decisions.computeIfAbsent(decision, List::of) : List.of(decision);
  }

  CallSite site(CallSite site) {
    // Counts differ, so what C2 compiled is seldom the same.
    boolean shared =
        site.count() < 0 && site.decisions().size() == 1 && isEnd(site.decisions().get(0));
    return shared ? uncounted.computeIfAbsent(site, s -> s) : site;
  }

  private static boolean isEnd(Decision decision) {
    CallTree body = decision.body();
    return body == null || body.sites().isEmpty();
  }
}
