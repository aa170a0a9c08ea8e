// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The calls between compiled methods, inlined ones included.
final class CallGraph {
  private final Map<Method, Set<Method>> called = new HashMap<>();

  CallGraph(CompilationLog log) {
    for (Compilation compilation : log.currentC2Code()) {
      CallTree tree = compilation.tree();
      if (tree != null) {
        Set<Method> targets = called.computeIfAbsent(compilation.method(), m -> new HashSet<>());
        tree.forEachSite((path, site) -> targets.addAll(targets(site)));
      }
    }
  }

  private static List<Method> targets(CallSite site) {
    return site.decisions().stream().map(Decision::target).toList();
  }

  /// {@return the methods, and all that they call directly or indirectly}
  Set<Method> reachableFrom(Collection<Method> methods) {
    Set<Method> reached = new HashSet<>(methods);
    Deque<Method> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      for (Method target : called.getOrDefault(open.remove(), Set.of())) {
        if (reached.add(target)) {
          open.add(target);
        }
      }
    }
    return reached;
  }
}
