package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A method as it was compiled: its calls, and in those that were inlined the calls of theirs.
///
/// @param sites in the order of compilation, which is nearly that of the bytecode
public record CallTree(Method method, List<CallSite> sites) {
  /// What looks at each call of a tree.
  @FunctionalInterface
  public interface Visitor {
    /// Looks at a call.
    ///
    /// @param path the methods from the root to the one that calls, which is the last
    void visit(List<Method> path, CallSite site);
  }

  /// What looks at each target of each call of a tree.
  @FunctionalInterface
  public interface DecisionVisitor {
    /// Looks at what was decided for a target.
    ///
    /// @param path the methods from the root to the one that calls, which is the last
    void visit(List<Method> path, CallSite site, Decision decision);
  }

  /// Shows each call of the tree to `visitor`, callers before their callees.
  public void forEachSite(Visitor visitor) {
    new Walk(visitor).walk(this);
  }

  /// Shows each call of the tree to `visitor`, once for each of its targets.
  public void forEachDecision(DecisionVisitor visitor) {
    forEachSite((path, site) -> site.decisions().forEach(d -> visitor.visit(path, site, d)));
  }

  /// {@return how many methods are inlined in this one, over all levels}
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
