package dev.ashlar.jit;

import dev.ashlar.jit.OpenTree.Choice;
import dev.ashlar.jit.OpenTree.Site;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Puts the call tree of one compilation together from the tags in their order.
///
/// A call is `<bc>`, `<call>`, a decision, and, if it was inlined, `<parse>` … `</parse>`. Three
/// things break that order. A call with two frequent receivers has one `<call>` for itself and one
/// for each receiver, and the bodies follow in reverse. What was inlined late comes behind the end
/// of the root: an id, or else its `<jvms>`, tells where it belongs. After a `<failure>` C2 may
/// begin anew.
final class TreeBuilder {
  /// HotSpot stops far below; a damaged log need not.
  private static final int DEEPEST = 400;

  private static final class Frame {
    final OpenTree body;

    /// Whether the calls of this frame were logged before, and now come a second time.
    final boolean late;

    int bci = -1;

    /// The call that decisions are about; null until there is one at `bci`.
    @Nullable Site site;

    Frame(OpenTree body, boolean late) {
      this.body = body;
      this.late = late;
    }
  }

  /// A frame of a late inlining: a bytecode index in a method.
  record Position(int bci, Method method) {}

  /// A call that is to be inlined late.
  private record Promise(OpenTree caller, Site site) {}

  private final List<Frame> stack = new ArrayList<>();
  private final Map<Long, Promise> promises = new HashMap<>();
  private @Nullable OpenTree root;
  private boolean failed;
  private int tooDeep;
  private int attempts = 1;

  private @Nullable Frame top() {
    return stack.isEmpty() || tooDeep > 0 ? null : stack.get(stack.size() - 1);
  }

  private @Nullable Site currentSite() {
    Frame frame = top();
    return frame == null ? null : frame.site;
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

  /// A call, or one of the targets of the one before.
  ///
  /// @param repeated whether the call is to come again with a target
  /// @return false if it is in no body, or another had to be decided about first
  boolean call(
      Method callee,
      long count,
      double share,
      boolean virtual,
      boolean repeated,
      List<Receiver> receivers) {
    Frame frame = top();
    if (frame == null) {
      return tooDeep > 0;
    }
    if (frame.site != null) {
      return frame.site.target(callee, repeated, frame.late);
    }
    frame.site = new Site(frame.bci, callee, count, share, virtual, repeated, receivers);
    frame.body.sites.add(frame.site);
    return true;
  }

  /// {@return whether there is a call that a decision can be about}
  boolean isAtCall() {
    return tooDeep > 0 || currentSite() != null;
  }

  /// {@return whether all bodies that began have ended}
  boolean isClosed() {
    return tooDeep == 0 && stack.stream().allMatch(frame -> frame.late);
  }

  void inlined(String reason) {
    decide(Verdict.INLINED, reason);
  }

  void intrinsic(String name) {
    decide(Verdict.INTRINSIC, name);
  }

  /// A call remains.
  ///
  /// @param withoutBinding whether the instruction is one that looks its target up
  void refused(String reason, boolean withoutBinding) {
    Site site = currentSite();
    boolean unbound =
        site != null
            && site.choices.size() == 1
            && (site.virtual || withoutBinding)
            && site.lastChoice().target.equals(site.callee);
    decide(unbound ? Verdict.VIRTUAL : Verdict.CALLED, reason);
  }

  private void decide(Verdict verdict, String reason) {
    Site site = currentSite();
    if (site != null) {
      Choice choice = site.lastChoice();
      choice.verdict = verdict;
      choice.reason = reason;
    }
  }

  void virtualCall() {
    Site site = currentSite();
    if (site != null) {
      site.virtualCall();
    }
  }

  /// A call with a known target was generated.
  void directCall() {
    Site site = currentSite();
    if (site != null && site.lastChoice().verdict == Verdict.UNKNOWN) {
      site.lastChoice().verdict = Verdict.CALLED;
    }
  }

  /// What was decided last may come late, under this id.
  void promise(long inlineId) {
    Frame frame = top();
    if (inlineId >= 0 && frame != null && frame.site != null) {
      promises.put(inlineId, new Promise(frame.body, frame.site));
    }
  }

  /// A method's body begins.
  ///
  /// @return false if nothing is known about how it came here
  boolean parse(Method method) {
    if (failed) {
      beginAnew();
    }
    if (stack.isEmpty()) {
      boolean orphan = root != null;
      OpenTree body = new OpenTree(method);
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
    Choice choice = frame.body.announced(frame.bci, method);
    if (choice == null) {
      choice = impliedTarget(frame, method);
    }
    boolean known = choice != null;
    if (choice == null) {
      Site site = Site.unannounced(frame.bci, method);
      choice = site.lastChoice();
      frame.body.sites.add(site);
    }
    choice.verdict = Verdict.INLINED;
    OpenTree body = new OpenTree(method);
    choice.body = body;
    stack.add(new Frame(body, false));
    return known;
  }

  private void beginAnew() {
    failed = false;
    stack.clear();
    promises.clear();
    tooDeep = 0;
    root = null;
    attempts++;
  }

  /// C1 names the interface's method, or `invokeBasic`, in the call, and parses the one target
  /// there is.
  private static @Nullable Choice impliedTarget(Frame frame, Method method) {
    Site site = frame.site;
    if (site != null && site.bci == frame.bci && site.choices.size() == 1) {
      Choice only = site.lastChoice();
      if (only.body == null && only.verdict == Verdict.INLINED) {
        only.target = method;
        return only;
      }
    }
    return null;
  }

  /// A method's body ends.
  ///
  /// @return false if none had begun
  boolean parseDone() {
    if (tooDeep > 0) {
      tooDeep--;
      return true;
    }
    if (stack.isEmpty() || stack.get(stack.size() - 1).late) {
      return false;
    }
    stack.remove(stack.size() - 1);
    return true;
  }

  /// What follows is inlined late.
  ///
  /// @param inlineId of the promise; -1 if it has none
  /// @param path where it belongs, innermost frame first: enough where no bytecode is compiled
  ///   twice
  /// @return false if there is no such place
  boolean lateInline(long inlineId, List<Position> path) {
    stack.clear();
    tooDeep = 0;
    Promise promise = promises.get(inlineId);
    if (promise != null) {
      continueAt(promise.caller, promise.site.bci, promise.site);
      return true;
    }
    OpenTree body = root;
    for (int i = path.size() - 1; i >= 0 && body != null; i--) {
      Position position = path.get(i);
      if (!body.method.equals(position.method())) {
        return false;
      }
      if (i == 0) {
        continueAt(body, position.bci(), body.lastSite(position.bci()));
        return true;
      }
      body = body.body(position.bci(), path.get(i - 1).method());
    }
    return false;
  }

  private void continueAt(OpenTree body, int bci, @Nullable Site site) {
    Frame frame = new Frame(body, true);
    frame.bci = bci;
    frame.site = site;
    stack.add(frame);
  }

  /// {@return the tree as it stands; null if there is none}
  @Nullable CallTree build(SharedTrees shared) {
    return root == null ? null : root.close(shared);
  }
}
