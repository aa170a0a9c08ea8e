// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.AllocationSite;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Elimination;
import dev.ashlar.jit.compilation.Elimination.Position;
import dev.ashlar.jit.compilation.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the allocations of objects in call trees. Each `new` is followed by the call of a
/// constructor, which C2 logs. An allocation is eliminated if C2 logs that for the same class on
/// the same path.
final class AllocationSites {
  private static final String CONSTRUCTOR = "<init>";

  /// `new`, `dup` and the call of a constructor without arguments: a constructor that is called
  /// before this index is that of the class itself or of its super class.
  private static final int FIRST_AFTER_NEW = 4;

  private record Key(Method method, int bci, String type) {}

  private record Body(List<Position> callers, Method method) {}

  private final Map<Key, AllocationSite> sites = new LinkedHashMap<>();

  AllocationSites(List<Compilation> compilations) {
    Set<Method> ordinary =
        compilations.stream()
            .filter(compilation -> !compilation.isOsr())
            .map(Compilation::method)
            .collect(Collectors.toSet());
    for (Compilation compilation : compilations) {
      CallTree tree = compilation.tree();
      // OSR code has the same sites as ordinary code.
      if (tree != null && !(compilation.isOsr() && ordinary.contains(compilation.method()))) {
        walk(tree, List.of(), byBody(compilation.eliminations()));
      }
    }
  }

  List<AllocationSite> sites() {
    return sites.values().stream()
        .sorted(
            Comparator.comparing((AllocationSite site) -> site.remainingCount() == 0)
                .thenComparing(Comparator.comparingDouble(AllocationSite::frequency).reversed()))
        .toList();
  }

  private static Map<Body, List<Elimination>> byBody(List<Elimination> eliminations) {
    return eliminations.stream()
        .filter(elimination -> elimination.kind() == Elimination.Kind.ALLOCATION)
        .collect(
            Collectors.groupingBy(
                e -> new Body(e.path().subList(0, e.path().size() - 1), e.position().method())));
  }

  private void walk(CallTree tree, List<Position> callers, Map<Body, List<Elimination>> byBody) {
    Set<Integer> eliminated =
        eliminated(tree, byBody.getOrDefault(new Body(callers, tree.method()), List.of()));
    boolean all = !tree.method().name().equals(CONSTRUCTOR) || isSuperCallKnown(tree);
    for (CallSite site : tree.sites()) {
      if (all && isAllocation(tree, site)) {
        add(tree.method(), site, eliminated.contains(site.bci()));
      }
      for (Decision decision : site.decisions()) {
        CallTree body = decision.body();
        if (body != null) {
          List<Position> path = new ArrayList<>(callers);
          path.add(new Position(tree.method(), site.bci()));
          walk(body, path, byBody);
        }
      }
    }
  }

  private static boolean isConstructor(CallSite site) {
    return site.callee().name().equals(CONSTRUCTOR);
  }

  private static boolean isSuperCallKnown(CallTree constructor) {
    return constructor.sites().stream()
        .anyMatch(site -> isConstructor(site) && site.bci() < FIRST_AFTER_NEW);
  }

  private static boolean isAllocation(CallTree tree, CallSite site) {
    return isConstructor(site)
        && (!tree.method().name().equals(CONSTRUCTOR) || site.bci() >= FIRST_AFTER_NEW)
        && site.decisions().stream().noneMatch(Decision::isUnreached);
  }

  /// {@return the calls of constructors whose `new` is eliminated} Of nested `new` of one class,
  /// the inner one is called first.
  private static Set<Integer> eliminated(CallTree tree, List<Elimination> eliminations) {
    Set<Integer> calls = new HashSet<>();
    eliminations.stream()
        .sorted(Comparator.comparingInt((Elimination e) -> e.position().bci()).reversed())
        .forEach(e ->
            tree.sites().stream()
                .filter(site -> isConstructor(site) && site.callee().holder().equals(e.type()))
                .mapToInt(CallSite::bci)
                .filter(bci -> bci > e.position().bci() && !calls.contains(bci))
                .min()
                .ifPresent(calls::add));
    return calls;
  }

  private void add(Method method, CallSite site, boolean eliminated) {
    String type = site.callee().holder();
    String call =
        site.decisions().stream()
            .filter(Decision::isCall)
            .map(Decision::reason)
            .findFirst()
            .orElse("");
    AllocationSite one =
        new AllocationSite(
            method,
            site.bci(),
            type,
            eliminated ? 1 : 0,
            eliminated ? 0 : 1,
            eliminated ? 0 : Math.max(0, site.frequency()),
            call);
    sites.merge(new Key(method, site.bci(), type), one, AllocationSites::plus);
  }

  private static AllocationSite plus(AllocationSite one, AllocationSite other) {
    return new AllocationSite(
        one.method(),
        one.bci(),
        one.type(),
        one.eliminatedCount() + other.eliminatedCount(),
        one.remainingCount() + other.remainingCount(),
        one.frequency() + other.frequency(),
        one.constructorCall().isEmpty() ? other.constructorCall() : one.constructorCall());
  }
}
