package dev.ashlar.jit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Puts the call tree of one compilation together from the tags in their order.
///
/// A call is `<bc>`, `<call>`, a decision, and, if it was inlined, `<parse>` … `</parse>`. Three
/// things break that order. A call with two frequent receivers has one `<call>` for itself and one
/// for each receiver, and the bodies follow in reverse. What was inlined late comes behind the end
/// of the root, and is placed by its `<jvms>`. After a `<failure>` C2 may begin anew.
final class TreeBuilder {
  /// HotSpot stops far below; a damaged log need not.
  private static final int DEEPEST = 400;

  private static final class Body {
    final Method method;
    final List<Site> sites = new ArrayList<>(4);

    Body(Method method) {
      this.method = method;
    }
  }

  private static final class Site {
    final int bci;
    final Method callee;
    final long count;
    final double share;
    final boolean virtual;
    final List<Receiver> receivers;
    final List<Choice> choices = new ArrayList<>(1);

    Site(
        int bci,
        Method callee,
        long count,
        double share,
        boolean virtual,
        List<Receiver> receivers) {
      this.bci = bci;
      this.callee = callee;
      this.count = count;
      this.share = share;
      this.virtual = virtual;
      this.receivers = receivers;
    }
  }

  private static final class Choice {
    Method target;
    Verdict verdict = Verdict.UNKNOWN;
    String reason = "";
    @Nullable Body body;

    Choice(Method target) {
      this.target = target;
    }
  }

  private static final class Frame {
    final Body body;

    /// Whether the calls of this frame were logged before, and now come a second time.
    final boolean late;

    int bci = -1;

    /// The call that decisions are about; null until there is one at `bci`.
    @Nullable Site site;

    Frame(Body body, boolean late) {
      this.body = body;
      this.late = late;
    }
  }

  /// A frame of a late inlining: a bytecode index in a method.
  record Position(int bci, Method method) {}

  private final List<Frame> stack = new ArrayList<>();
  private @Nullable Body root;
  private boolean failed;
  private int tooDeep;
  private int attempts = 1;

  private @Nullable Frame top() {
    return stack.isEmpty() || tooDeep > 0 ? null : stack.get(stack.size() - 1);
  }

  int attempts() {
    return attempts;
  }

  void failure() {
    failed = true;
  }

  void bytecode(int bci) {
    Frame frame = top();
    if (frame != null) {
      frame.bci = bci;
      frame.site = null;
    }
  }

  void call(Method callee, long count, double share, boolean virtual, List<Receiver> receivers) {
    Frame frame = top();
    if (frame == null) {
      return;
    }
    Site site = frame.site;
    if (site == null) {
      site = new Site(frame.bci, callee, count, share, virtual, receivers);
      site.choices.add(new Choice(callee));
      frame.body.sites.add(site);
      frame.site = site;
      return;
    }
    // One of the receivers, or the target of a method handle. Two receivers may share a method.
    boolean again = frame.late;
    site.choices.removeIf(c ->
        c.body == null && (c.verdict == Verdict.UNKNOWN || (again && c.target.equals(callee))));
    site.choices.add(new Choice(callee));
  }

  private @Nullable Choice lastChoice() {
    Frame frame = top();
    if (frame == null || frame.site == null || frame.site.choices.isEmpty()) {
      return null;
    }
    return frame.site.choices.get(frame.site.choices.size() - 1);
  }

  void inlined(String reason) {
    decide(Verdict.INLINED, reason);
  }

  void intrinsic(String name) {
    decide(Verdict.INTRINSIC, name);
  }

  void refused(String reason, boolean withoutBinding) {
    Frame frame = top();
    boolean unbound =
        frame != null
            && frame.site != null
            && frame.site.choices.size() == 1
            && (frame.site.virtual || withoutBinding);
    Choice choice = lastChoice();
    boolean itself =
        choice != null
            && frame != null
            && frame.site != null
            && choice.target.equals(frame.site.callee);
    decide(unbound && itself ? Verdict.VIRTUAL : Verdict.CALLED, reason);
  }

  private void decide(Verdict verdict, String reason) {
    Choice choice = lastChoice();
    if (choice != null) {
      choice.verdict = verdict;
      choice.reason = reason;
    }
  }

  /// A virtual call was generated at the current bytecode, perhaps for receivers that are none of
  /// the inlined ones.
  void virtualCall() {
    Frame frame = top();
    if (frame == null || frame.site == null) {
      return;
    }
    Site site = frame.site;
    for (Choice choice : site.choices) {
      if (choice.verdict == Verdict.VIRTUAL) {
        return;
      }
    }
    Choice last = lastChoice();
    if (last != null
        && last.target.equals(site.callee)
        && (last.verdict == Verdict.UNKNOWN || last.verdict == Verdict.CALLED)) {
      last.verdict = Verdict.VIRTUAL;
    } else {
      Choice rest = new Choice(site.callee);
      rest.verdict = Verdict.VIRTUAL;
      // Inlined bodies are still looked for among the choices before it.
      site.choices.add(rest);
    }
  }

  /// A method's body begins.
  ///
  /// @return false if nothing is known about how it came here
  boolean parse(Method method) {
    if (failed) {
      failed = false;
      stack.clear();
      tooDeep = 0;
      root = null;
      attempts++;
    }
    if (stack.isEmpty()) {
      boolean orphan = root != null;
      Body body = new Body(method);
      if (!orphan) {
        root = body;
      }
      stack.add(new Frame(body, false));
      return !orphan;
    }
    if (tooDeep > 0 || stack.size() >= DEEPEST) {
      tooDeep++;
      return false;
    }
    Frame frame = stack.get(stack.size() - 1);
    Choice choice = bodiless(frame, method);
    if (choice == null) {
      choice = impliedTarget(frame, method);
    }
    boolean known = choice != null;
    if (choice == null) {
      Site site = new Site(frame.bci, method, -1, 1, false, List.of());
      choice = new Choice(method);
      site.choices.add(choice);
      frame.body.sites.add(site);
    }
    choice.verdict = Verdict.INLINED;
    Body body = new Body(method);
    choice.body = body;
    stack.add(new Frame(body, false));
    return known;
  }

  private static @Nullable Choice bodiless(Frame frame, Method method) {
    List<Site> sites = frame.body.sites;
    for (int i = sites.size() - 1; i >= 0; i--) {
      if (sites.get(i).bci == frame.bci) {
        for (Choice choice : sites.get(i).choices) {
          if (choice.body == null && choice.target.equals(method)) {
            return choice;
          }
        }
      }
    }
    return null;
  }

  /// C1 names the interface's method, or `invokeBasic`, in the call, and parses the one target
  /// there is.
  private static @Nullable Choice impliedTarget(Frame frame, Method method) {
    Site site = frame.site;
    if (site != null && site.bci == frame.bci && site.choices.size() == 1) {
      Choice only = site.choices.get(0);
      if (only.body == null && only.verdict == Verdict.INLINED) {
        only.target = method;
        return only;
      }
    }
    return null;
  }

  void parseDone() {
    if (tooDeep > 0) {
      tooDeep--;
    } else if (!stack.isEmpty()) {
      stack.remove(stack.size() - 1);
    }
  }

  /// What follows is inlined late, at the place that `path` tells.
  ///
  /// @param path innermost frame first
  /// @return false if there is no such place
  boolean lateInline(List<Position> path) {
    stack.clear();
    tooDeep = 0;
    Body body = root;
    for (int i = path.size() - 1; i >= 0 && body != null; i--) {
      Position position = path.get(i);
      if (!body.method.equals(position.method())) {
        return false;
      }
      if (i == 0) {
        Frame frame = new Frame(body, true);
        frame.bci = position.bci();
        frame.site = lastSite(body, position.bci());
        stack.add(frame);
        return true;
      }
      body = inlinedBody(body, position.bci(), path.get(i - 1).method());
    }
    return false;
  }

  private static @Nullable Site lastSite(Body body, int bci) {
    for (int i = body.sites.size() - 1; i >= 0; i--) {
      if (body.sites.get(i).bci == bci) {
        return body.sites.get(i);
      }
    }
    return null;
  }

  private static @Nullable Body inlinedBody(Body body, int bci, Method method) {
    for (Site site : body.sites) {
      if (site.bci == bci) {
        for (Choice choice : site.choices) {
          if (choice.body != null && choice.body.method.equals(method)) {
            return choice.body;
          }
        }
      }
    }
    return null;
  }

  /// {@return the tree as it stands; null if there is none}
  @Nullable CallTree build() {
    return root == null ? null : tree(root);
  }

  private static CallTree tree(Body body) {
    List<CallSite> sites = new ArrayList<>(body.sites.size());
    for (Site site : body.sites) {
      List<Decision> decisions = new ArrayList<>(site.choices.size());
      for (Choice choice : site.choices) {
        decisions.add(
            new Decision(
                choice.target,
                choice.verdict,
                choice.reason,
                choice.body == null ? null : tree(choice.body)));
      }
      sites.add(
          new CallSite(
              site.bci,
              site.callee,
              site.count,
              site.share,
              site.virtual,
              site.receivers,
              List.copyOf(decisions)));
    }
    return new CallTree(body.method, List.copyOf(sites));
  }
}
