// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.compilation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A compiled method: its calls and, recursively, the calls of inlined methods.
///
/// @param sites the calls in the order of compilation, which is nearly that of the bytecode
public record CallTree(Method method, List<CallSite> sites) {
  /// Visits each call of a tree.
  @FunctionalInterface
  public interface Visitor {
    /// Visits a call.
    ///
    /// @param path the methods from the root to the caller, which is the last
    void visit(List<Method> path, CallSite site);
  }

  /// Visits each target of each call of a tree.
  @FunctionalInterface
  public interface DecisionVisitor {
    /// Visits the decision about a target.
    ///
    /// @param path the methods from the root to the caller, which is the last
    void visit(List<Method> path, CallSite site, Decision decision);
  }

  /// Visits each call of the tree, callers before their callees.
  public void forEachSite(Visitor visitor) {
    new Walk(visitor).walk(this);
  }

  /// Visits each target of each call of the tree.
  public void forEachDecision(DecisionVisitor visitor) {
    forEachSite((path, site) -> site.decisions().forEach(d -> visitor.visit(path, site, d)));
  }

  /// {@return the number of methods inlined in this one, on all levels}
  public int inlinedCount() {
    int[] inlined = {0};
    forEachDecision((path, site, d) -> inlined[0] += d.verdict() == Verdict.INLINED ? 1 : 0);
    return inlined[0];
  }

  private static final class Walk {
    private final Visitor visitor;
    private final ArrayList<Method> path = new ArrayList<>();
    private final List<Method> readOnly = Collections.unmodifiableList(path);

    Walk(Visitor visitor) {
      this.visitor = visitor;
    }

    void walk(CallTree tree) {
      path.add(tree.method());
      for (CallSite site : tree.sites()) {
        visitor.visit(readOnly, site);
        for (Decision decision : site.decisions()) {
          CallTree body = decision.body();
          if (body != null) {
            walk(body);
          }
        }
      }
      path.remove(path.size() - 1);
    }
  }
}
