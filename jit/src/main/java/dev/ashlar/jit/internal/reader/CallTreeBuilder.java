// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A call tree under construction; [#build] makes a [CallTree] of it.
final class CallTreeBuilder {
  /// A call with the decisions read so far.
  static final class Site {
    final int bci;
    final Method callee;
    final boolean virtual;
    final List<Target> targets = new ArrayList<>(1);
    private final long count;
    private final double share;
    private final List<Receiver> receivers;

    /// Whether the log repeats the call, or its last target, with a target.
    private boolean repeats;

    Site(
        int bci,
        Method callee,
        long count,
        double share,
        boolean virtual,
        boolean repeats,
        List<Receiver> receivers) {
      this.bci = bci;
      this.callee = callee;
      this.count = count;
      this.share = share;
      this.virtual = virtual;
      this.repeats = repeats;
      this.receivers = receivers;
      targets.add(new Target(callee));
    }

    /// A method inlined without a `<call>`, so its count is unknown.
    static Site withoutCall(int bci, Method callee) {
      return new Site(bci, callee, -1, 1, false, true, List.of());
    }

    /// Adds a target: a receiver type's method, or the target of a method handle. The call as a
    /// whole then needs no decision.
    ///
    /// @param again whether the log repeats this target with another one
    /// @param late the method of the call that late inlining replaces; null if it replaces none. An
    ///   earlier decision about this method, or about `target`, is dropped
    /// @return false if the decision about the previous target is missing
    boolean target(Method target, boolean again, @Nullable Method late) {
      boolean decided = repeats || lastTarget().verdict != Verdict.UNKNOWN;
      repeats = again;
      targets.removeIf(c ->
          c.body == null
              && (c.verdict == Verdict.UNKNOWN
                  || (late != null && (c.target.equals(target) || c.target.equals(late)))));
      targets.add(new Target(target));
      return decided;
    }

    Target lastTarget() {
      return targets.get(targets.size() - 1);
    }

    /// C2 generated a virtual call, perhaps for the receiver types that are not inlined.
    void virtualCall() {
      for (Target target : targets) {
        if (target.verdict == Verdict.VIRTUAL) {
          return;
        }
      }
      Target last = lastTarget();
      if (last.target.equals(callee)
          && (last.verdict == Verdict.UNKNOWN || last.verdict == Verdict.CALLED)) {
        last.verdict = Verdict.VIRTUAL;
      } else {
        Target rest = new Target(callee);
        rest.verdict = Verdict.VIRTUAL;
        targets.add(rest);
      }
    }

    private CallSite build(double part, CallTreeInterner shared) {
      return shared.site(
          new CallSite(
              bci, callee, count, share * part, virtual, receivers, decisions(part, shared)));
    }

    private List<Decision> decisions(double part, CallTreeInterner shared) {
      if (targets.size() == 1) {
        return shared.only(targets.get(0).build(part, shared));
      }
      List<Decision> decisions = new ArrayList<>(targets.size());
      for (Target target : targets) {
        decisions.add(target.build(part, shared));
      }
      return List.copyOf(decisions);
    }
  }

  static final class Target {
    Method target;
    Verdict verdict = Verdict.UNKNOWN;
    String reason = "";
    @Nullable CallTreeBuilder body;

    private Target(Method target) {
      this.target = target;
    }

    private Decision build(double part, CallTreeInterner shared) {
      return new Decision(target, verdict, reason, body == null ? null : body.build(part, shared));
    }
  }

  final Method method;
  final List<Site> sites = new ArrayList<>(4);

  CallTreeBuilder(Method method) {
    this.method = method;
  }

  /// {@return the last call at that bytecode index; null if there is none}
  @Nullable Site lastSite(int bci) {
    for (int i = sites.size() - 1; i >= 0; i--) {
      if (sites.get(i).bci == bci) {
        return sites.get(i);
      }
    }
    return null;
  }

  /// {@return the call of `target` at that bytecode index that has no body yet}
  @Nullable Target callWithoutBody(int bci, Method target) {
    for (int i = sites.size() - 1; i >= 0; i--) {
      if (sites.get(i).bci == bci) {
        for (Target candidate : sites.get(i).targets) {
          if (candidate.body == null && candidate.target.equals(target)) {
            return candidate;
          }
        }
      }
    }
    return null;
  }

  /// {@return the body of `target` inlined at that bytecode index; null if there is none}
  @Nullable CallTreeBuilder body(int bci, Method target) {
    for (Site site : sites) {
      if (site.bci == bci) {
        for (Target candidate : site.targets) {
          CallTreeBuilder body = candidate.body;
          if (body != null && body.method.equals(target)) {
            return body;
          }
        }
      }
    }
    return null;
  }

  CallTree build(CallTreeInterner shared) {
    return build(1, shared);
  }

  /// @param part of the counted calls that this copy of the method gets
  private CallTree build(double part, CallTreeInterner shared) {
    List<CallSite> built = new ArrayList<>(sites.size());
    for (Site site : sites) {
      built.add(site.build(part / copies(site), shared));
    }
    return shared.tree(method, List.copyOf(built));
  }

  /// {@return how often C2 compiled the instruction} It copies loop headers, and logs the whole
  /// count for each copy.
  private int copies(Site site) {
    int copies = 0;
    for (Site other : sites) {
      if (other.bci == site.bci && other.callee.equals(site.callee)) {
        copies++;
      }
    }
    return copies;
  }
}
