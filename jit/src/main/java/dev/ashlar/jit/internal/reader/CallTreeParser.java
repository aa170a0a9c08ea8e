// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.reader;

import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.internal.reader.CallTreeBuilder.Site;
import dev.ashlar.jit.internal.reader.CallTreeBuilder.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Parses the call tree of one compilation from its tags.
///
/// A call is `<bc>`, `<call>`, a decision, and, if it was inlined, `<parse>` … `</parse>`. There
/// are three exceptions:
///
/// - A bimorphic call has a `<call>` for itself and one for each receiver type; the bodies follow
///   in reverse order.
/// - Late inlining is logged after the end of the root. Its id, or else its `<jvms>`, names the
///   call.
/// - After a `<failure>` C2 may retry the compilation.
final class CallTreeParser {
  /// Far more than HotSpot's inlining limits allow. A damaged log has no limit.
  private static final int DEEPEST = 400;

  private static final class Frame {
    final CallTreeBuilder body;

    /// The method whose call is inlined late, and is therefore logged twice; null in a method's
    /// body.
    final @Nullable Method late;

    int bci = -1;

    /// The call that the next decision is about; null until there is one at `bci`.
    @Nullable Site site;

    Frame(CallTreeBuilder body, @Nullable Method late) {
      this.body = body;
      this.late = late;
    }
  }

  /// A frame of a `<late_inline>` element: a bytecode index in a method.
  record JvmsFrame(int bci, Method method) {}

  /// A call that C2 may inline late.
  private record LateInline(CallTreeBuilder caller, Site site) {}

  private final List<Frame> stack = new ArrayList<>();
  private final Map<Long, LateInline> lateInlines = new HashMap<>();
  private @Nullable CallTreeBuilder root;
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

  /// Adds a call, or a target of the previous call.
  ///
  /// @param repeated whether the log repeats the call with a target
  /// @return false if no body is open, or if the decision about the previous target is missing
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

  /// {@return whether there is a call that needs a decision}
  boolean isAtCall() {
    return tooDeep > 0 || currentSite() != null;
  }

  /// {@return whether all bodies that began have ended}
  boolean isClosed() {
    return tooDeep == 0 && stack.stream().allMatch(frame -> frame.late != null);
  }

  void inlined(String reason) {
    decide(Verdict.INLINED, reason);
  }

  void intrinsic(String name) {
    Site site = currentSite();
    if (site != null) {
      site.intrinsicTarget().decide(Verdict.INTRINSIC, name);
    }
  }

  /// The call is not inlined.
  ///
  /// @param withoutBinding whether the instruction dispatches by receiver type
  void refused(String reason, boolean withoutBinding) {
    Site site = currentSite();
    // Late inlining may refuse what remained as a virtual call.
    boolean unbound =
        site != null
            && (site.lastTarget().verdict == Verdict.VIRTUAL
                || (site.targets.size() == 1
                    && (site.virtual || withoutBinding)
                    && site.lastTarget().target.equals(site.callee)));
    decide(unbound ? Verdict.VIRTUAL : Verdict.CALLED, reason);
  }

  private void decide(Verdict verdict, String reason) {
    Site site = currentSite();
    if (site != null) {
      site.lastTarget().decide(verdict, reason);
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
    if (site != null) {
      site.directCall();
    }
  }

  /// The last call may be inlined late, under this id.
  void announceLateInline(long inlineId) {
    Frame frame = top();
    if (inlineId >= 0 && frame != null && frame.site != null) {
      lateInlines.put(inlineId, new LateInline(frame.body, frame.site));
    }
  }

  /// Begins a method's body.
  ///
  /// @return false if there is no call of it
  boolean parse(Method method) {
    if (failed) {
      restart();
    }
    if (stack.isEmpty()) {
      boolean orphan = root != null;
      CallTreeBuilder body = new CallTreeBuilder(method);
      if (!orphan) {
        root = body;
      }
      stack.add(new Frame(body, null));
      return !orphan;
    }
    if (tooDeep > 0 || stack.size() >= DEEPEST) {
      tooDeep++;
      return false;
    }
    Frame frame = stack.get(stack.size() - 1);
    Target target = frame.body.callWithoutBody(frame.bci, method);
    if (target == null) {
      target = impliedTarget(frame, method);
    }
    boolean known = target != null;
    if (target == null) {
      Site site = Site.withoutCall(frame.bci, method);
      target = site.lastTarget();
      frame.body.sites.add(site);
    }
    target.verdict = Verdict.INLINED;
    CallTreeBuilder body = new CallTreeBuilder(method);
    target.body = body;
    stack.add(new Frame(body, null));
    return known;
  }

  private void restart() {
    failed = false;
    stack.clear();
    lateInlines.clear();
    tooDeep = 0;
    root = null;
    attempts++;
  }

  /// C1 logs the interface's method, or `invokeBasic`, as the callee, and then parses the only
  /// target.
  private static @Nullable Target impliedTarget(Frame frame, Method method) {
    Site site = frame.site;
    if (site != null && site.bci == frame.bci && site.targets.size() == 1) {
      Target only = site.lastTarget();
      if (only.body == null && only.verdict == Verdict.INLINED) {
        only.target = method;
        return only;
      }
    }
    return null;
  }

  /// Ends a method's body.
  ///
  /// @return false if none has begun
  boolean parseDone() {
    if (tooDeep > 0) {
      tooDeep--;
      return true;
    }
    if (stack.isEmpty() || stack.get(stack.size() - 1).late != null) {
      return false;
    }
    stack.remove(stack.size() - 1);
    return true;
  }

  /// Begins late inlining.
  ///
  /// @param late the target of the call when C2 parsed it
  /// @param inlineId the id of the call; 0 for a virtual call, for which C2 logs no id
  ///   (`LateInlineVirtualCallGenerator`); -1 if it has none
  /// @param path the frames of the call, innermost first; they are ambiguous if C2 compiled a
  ///   bytecode twice
  /// @return false if there is no such call
  boolean lateInline(Method late, long inlineId, List<JvmsFrame> path) {
    stack.clear();
    tooDeep = 0;
    LateInline lateInline = lateInlines.get(inlineId);
    if (lateInline != null) {
      continueAt(late, lateInline.caller, lateInline.site.bci, lateInline.site);
      return true;
    }
    List<CallTreeBuilder> callers = callers(path);
    if (callers.isEmpty()) {
      return false;
    }
    int bci = path.get(0).bci();
    CallTreeBuilder last = callers.get(callers.size() - 1);
    for (CallTreeBuilder caller : callers) {
      Site site = caller.virtualSite(bci, late);
      if (site != null) {
        continueAt(late, caller, bci, site);
        return true;
      }
    }
    continueAt(late, last, bci, last.lastSite(bci));
    return true;
  }

  /// {@return the bodies of the innermost frame}
  private List<CallTreeBuilder> callers(List<JvmsFrame> path) {
    CallTreeBuilder compiled = root;
    if (compiled == null
        || path.isEmpty()
        || !compiled.method.equals(path.get(path.size() - 1).method())) {
      return List.of();
    }
    List<CallTreeBuilder> callers = List.of(compiled);
    for (int i = path.size() - 1; i > 0; i--) {
      int bci = path.get(i).bci();
      Method callee = path.get(i - 1).method();
      callers = callers.stream().flatMap(caller -> caller.bodies(bci, callee)).toList();
    }
    return callers;
  }

  private void continueAt(Method late, CallTreeBuilder body, int bci, @Nullable Site site) {
    Frame frame = new Frame(body, late);
    frame.bci = bci;
    frame.site = site;
    stack.add(frame);
  }

  /// {@return the tree; null if there is none}
  @Nullable CallTree build(CallTreeInterner shared) {
    return root == null ? null : root.build(shared);
  }
}
