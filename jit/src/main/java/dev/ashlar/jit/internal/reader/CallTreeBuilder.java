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
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A call tree under construction; [#build] makes a [CallTree] of it.
final class CallTreeBuilder {
  private static final List<String> INTRINSIC_PACKAGES = List.of("java.", "jdk.", "sun.");

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
    /// whole then needs no decision, and neither does a previous target that C2 may have an
    /// intrinsic for: `Compile::call_generator` logs none for an intrinsic, and its code is
    /// generated after all targets are logged.
    ///
    /// @param again whether the log repeats this target with another one
    /// @param late the method of the call that late inlining replaces; null if it replaces none. An
    ///   earlier decision about this method, or about `target`, is dropped
    /// @return false if the decision about the previous target is missing
    boolean target(Method target, boolean again, @Nullable Method late) {
      Target previous = lastTarget();
      boolean decided =
          repeats || previous.verdict != Verdict.UNKNOWN || mayBeIntrinsic(previous.target);
      // C2 asks for the same target again if it cannot make the intrinsic.
      if (previous.verdict == Verdict.UNKNOWN
          && (repeats || !decided || previous.target.equals(target))) {
        targets.remove(previous);
      }
      repeats = again;
      if (late != null) {
        replace(late, target);
      }
      targets.add(new Target(target));
      return decided;
    }

    /// A virtual call that remained for other receiver types is replaced alone.
    private void replace(Method late, Method target) {
      if (!targets.removeIf(t -> t.verdict == Verdict.VIRTUAL && t.target.equals(late))) {
        targets.removeIf(t -> t.body == null && (t.target.equals(target) || t.target.equals(late)));
      }
    }

    /// HotSpot has intrinsics for methods of the JDK only (`vmIntrinsics.hpp`).
    private static boolean mayBeIntrinsic(Method target) {
      return INTRINSIC_PACKAGES.stream().anyMatch(target.holder()::startsWith);
    }

    /// {@return the undecided target whose code is generated first, else the last target} C2
    /// generates the code of the last target first.
    Target intrinsicTarget() {
      for (int i = targets.size() - 1; i >= 0; i--) {
        if (targets.get(i).verdict == Verdict.UNKNOWN) {
          return targets.get(i);
        }
      }
      return lastTarget();
    }

    /// C2 generated a direct call of the last target that has no code yet.
    void directCall() {
      for (int i = targets.size() - 1; i >= 0; i--) {
        Target target = targets.get(i);
        if (!target.generated && target.body == null && target.verdict != Verdict.INTRINSIC) {
          target.generated = true;
          if (target.verdict == Verdict.UNKNOWN) {
            target.verdict = Verdict.CALLED;
          }
          return;
        }
      }
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

    /// Whether a direct call of it was generated.
    private boolean generated;

    private Target(Method target) {
      this.target = target;
    }

    void decide(Verdict decided, String why) {
      verdict = decided;
      reason = why;
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

  /// {@return the first call at that bytecode index that remained as a virtual call of `callee`;
  /// null if there is none}
  @Nullable Site virtualSite(int bci, Method callee) {
    for (Site site : sites) {
      if (site.bci == bci
          && site.targets.stream()
              .anyMatch(t -> t.verdict == Verdict.VIRTUAL && t.target.equals(callee))) {
        return site;
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

  /// {@return the bodies of `target` inlined at that bytecode index} C2 may have compiled the
  /// bytecode several times.
  Stream<CallTreeBuilder> bodies(int bci, Method target) {
    return sites.stream()
        .filter(site -> site.bci == bci)
        .flatMap(site -> site.targets.stream())
        .map(candidate -> candidate.body)
        .filter(Objects::nonNull)
        .filter(body -> body.method.equals(target));
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
