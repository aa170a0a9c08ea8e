// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Verdict;
import java.util.ArrayDeque;
import java.util.Deque;

/// The calls of a compilation without counts, in the order of compilation: callers come before
/// their callees.
final class UncountedCalls {
  private final CallTreeBuilder root;
  private final Deque<CallTreeBuilder> open = new ArrayDeque<>();

  UncountedCalls(Method compiled) {
    root = new CallTreeBuilder(compiled);
    open.push(root);
  }

  /// Closes inlined methods up to a caller.
  ///
  /// @return false if the caller is not open
  boolean returnTo(Method caller) {
    if (open.stream().noneMatch(method -> method.method.equals(caller))) {
      return false;
    }
    while (!open.element().method.equals(caller)) {
      open.pop();
    }
    return true;
  }

  /// Closes inlined methods up to a caller.
  ///
  /// @param depth 1 for the compiled method
  /// @return false if no caller is open at that depth
  boolean returnTo(int depth) {
    while (depth > 0 && open.size() > depth) {
      open.pop();
    }
    return open.size() == depth;
  }

  /// Adds a call of the caller.
  ///
  /// @param reason HotSpot's text
  void add(int bci, Method callee, Verdict verdict, String reason) {
    CallTreeBuilder.Site site = CallTreeBuilder.Site.withoutCall(bci, callee);
    open.element().sites.add(site);
    CallTreeBuilder.Target target = site.lastTarget();
    target.verdict = verdict;
    target.reason = verdict == Verdict.INLINED ? "" : reason;
    if (verdict == Verdict.INLINED) {
      CallTreeBuilder body = new CallTreeBuilder(callee);
      target.body = body;
      open.push(body);
    }
  }

  CallTree tree(CallTreeInterner shared) {
    return root.build(shared);
  }
}
