// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Stores equal leaves of call trees once. Most of a log consists of the same small methods, each
/// inlined at thousands of calls.
final class CallTreeInterner {
  private final Map<Method, CallTree> leaves = new HashMap<>();
  private final Map<Decision, List<Decision>> decisions = new HashMap<>();
  private final Map<CallSite, CallSite> uncounted = new HashMap<>();

  CallTree tree(Method method, List<CallSite> sites) {
    return sites.isEmpty()
        ? leaves.computeIfAbsent(method, m -> new CallTree(m, List.of()))
        : new CallTree(method, sites);
  }

  List<Decision> only(Decision decision) {
    return isLeaf(decision) ? decisions.computeIfAbsent(decision, List::of) : List.of(decision);
  }

  CallSite site(CallSite site) {
    // C2 logs counts, which are seldom equal.
    boolean shared =
        site.count() < 0 && site.decisions().size() == 1 && isLeaf(site.decisions().get(0));
    return shared ? uncounted.computeIfAbsent(site, s -> s) : site;
  }

  private static boolean isLeaf(Decision decision) {
    CallTree body = decision.body();
    return body == null || body.sites().isEmpty();
  }
}
