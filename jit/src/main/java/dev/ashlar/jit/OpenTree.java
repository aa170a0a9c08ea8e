package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A call tree that is still being put together: [#close] makes a [CallTree] of it.
final class OpenTree {
  /// A call, and what was decided about it so far.
  static final class Site {
    final int bci;
    final Method callee;
    final boolean virtual;
    final List<Choice> choices = new ArrayList<>(1);
    private final long count;
    private final double share;
    private final List<Receiver> receivers;

    /// Whether the call as a whole, or the last target, is to be told again with a target.
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
      choices.add(new Choice(callee));
    }

    /// A method inlined without a call that would tell how often.
    static Site unannounced(int bci, Method callee) {
      return new Site(bci, callee, -1, 1, false, true, List.of());
    }

    /// The call comes again with a target of its own: one of the receivers, or what a method handle
    /// leads to. What was left open before was about the call as a whole.
    ///
    /// @param again whether the same is to come again with another target
    /// @param late whether the target may have been decided about before
    /// @return false if a target before was to be decided about, and was not
    boolean target(Method target, boolean again, boolean late) {
      boolean decided = repeats || lastChoice().verdict != Verdict.UNKNOWN;
      repeats = again;
      choices.removeIf(c ->
          c.body == null && (c.verdict == Verdict.UNKNOWN || (late && c.target.equals(target))));
      choices.add(new Choice(target));
      return decided;
    }

    Choice lastChoice() {
      return choices.get(choices.size() - 1);
    }

    /// A virtual call was generated, perhaps for receivers that are none of the inlined ones.
    void virtualCall() {
      for (Choice choice : choices) {
        if (choice.verdict == Verdict.VIRTUAL) {
          return;
        }
      }
      Choice last = lastChoice();
      if (last.target.equals(callee)
          && (last.verdict == Verdict.UNKNOWN || last.verdict == Verdict.CALLED)) {
        last.verdict = Verdict.VIRTUAL;
      } else {
        Choice rest = new Choice(callee);
        rest.verdict = Verdict.VIRTUAL;
        choices.add(rest);
      }
    }

    private CallSite close(double part, SharedTrees shared) {
      return shared.site(
          new CallSite(
              bci, callee, count, share * part, virtual, receivers, decisions(part, shared)));
    }

    private List<Decision> decisions(double part, SharedTrees shared) {
      if (choices.size() == 1) {
        return shared.only(choices.get(0).close(part, shared));
      }
      List<Decision> decisions = new ArrayList<>(choices.size());
      for (Choice choice : choices) {
        decisions.add(choice.close(part, shared));
      }
      return List.copyOf(decisions);
    }
  }

  /// One target of a call.
  static final class Choice {
    Method target;
    Verdict verdict = Verdict.UNKNOWN;
    String reason = "";
    @Nullable OpenTree body;

    private Choice(Method target) {
      this.target = target;
    }

    private Decision close(double part, SharedTrees shared) {
      return new Decision(target, verdict, reason, body == null ? null : body.close(part, shared));
    }
  }

  final Method method;
  final List<Site> sites = new ArrayList<>(4);

  OpenTree(Method method) {
    this.method = method;
  }

  /// {@return the last call at that index; null if there is none}
  @Nullable Site lastSite(int bci) {
    for (int i = sites.size() - 1; i >= 0; i--) {
      if (sites.get(i).bci == bci) {
        return sites.get(i);
      }
    }
    return null;
  }

  /// {@return the call of `target` at that index that was announced and has no body yet}
  @Nullable Choice announced(int bci, Method target) {
    for (int i = sites.size() - 1; i >= 0; i--) {
      if (sites.get(i).bci == bci) {
        for (Choice choice : sites.get(i).choices) {
          if (choice.body == null && choice.target.equals(target)) {
            return choice;
          }
        }
      }
    }
    return null;
  }

  /// {@return the body of `target` inlined at that index; null if there is none}
  @Nullable OpenTree body(int bci, Method target) {
    for (Site site : sites) {
      if (site.bci == bci) {
        for (Choice choice : site.choices) {
          OpenTree body = choice.body;
          if (body != null && body.method.equals(target)) {
            return body;
          }
        }
      }
    }
    return null;
  }

  CallTree close(SharedTrees shared) {
    return close(1, shared);
  }

  /// @param part of the calls counted that this copy of the method's code gets
  private CallTree close(double part, SharedTrees shared) {
    List<CallSite> closed = new ArrayList<>(sites.size());
    for (Site site : sites) {
      closed.add(site.close(part / copies(site), shared));
    }
    return shared.tree(method, List.copyOf(closed));
  }

  /// How often the instruction was compiled: C2 copies the head of a loop, and gives each copy all
  /// that was counted.
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
