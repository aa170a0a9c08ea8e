// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Receiver;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.results.LabRun;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds out, from a compilation log, how the calls in one method were compiled.
///
/// @param method the class and the name of the method, such as `SegmentDecoder::decode`
record CallEvidence(CompilationLog log, String method) {
  /// The lowest frequency of a listed call inside an inlined method, as a share of the frequency of
  /// the inlined call.
  private static final double OFTEN = 0.01;

  static LabRun.Evidence none(Pair pair, String why) {
    return evidence(pair, "", List.of(), why);
  }

  private static LabRun.Evidence evidence(
      Pair pair, String method, List<LabRun.Call> calls, String note) {
    return new LabRun.Evidence(pair.theCase().name(), pair.contender().name(), method, calls, note);
  }

  LabRun.Evidence of(Pair pair) {
    List<CallTree> code = log.codeOf(method);
    if (code.isEmpty()) {
      return evidence(pair, method, List.of(), "C2 did not compile " + method);
    }
    CallTree tree = code.getFirst();
    List<LabRun.Call> calls =
        tree.sites().stream()
            .sorted(Comparator.comparingInt(CallSite::bci))
            .map(site -> call(name(site.callee(), tree), site, remaining(site)))
            .toList();
    return evidence(pair, method, calls, "");
  }

  /// {@return class and method, and the parameters where the tree's method calls another one of
  /// that name}
  private static String name(Method callee, CallTree tree) {
    boolean overloaded =
        tree.sites().stream()
            .map(CallSite::callee)
            .anyMatch(other ->
                other.shortName().equals(callee.shortName())
                    && !other.descriptor().equals(callee.descriptor()));
    return overloaded
        ? MethodTypeDesc.ofDescriptor(callee.descriptor()).parameterList().stream()
            .map(ClassDesc::displayName)
            .collect(Collectors.joining(", ", callee.shortName() + "(", ")"))
        : callee.shortName();
  }

  private static List<LabRun.Call> remaining(CallSite site) {
    // A method that is inlined twice has its calls twice.
    Set<LabRun.Call> remaining = new LinkedHashSet<>();
    double often = Math.max(1, site.frequency() * OFTEN);
    for (Decision decision : site.decisions()) {
      CallTree body = decision.body();
      if (body != null) {
        body.forEachSite((path, inner) -> {
          if (!inner.isInlined() && inner.frequency() >= often) {
            remaining.add(call(inner.callee().shortName(), inner, List.of()));
          }
        });
      }
    }
    return List.copyOf(remaining);
  }

  private static LabRun.Call call(String callee, CallSite site, List<LabRun.Call> remaining) {
    int[] counts = new int[2];
    for (Decision decision : site.decisions()) {
      CallTree body = decision.body();
      if (body != null) {
        body.forEachDecision((path, inner, below) -> {
          counts[0] += below.verdict() == Verdict.INLINED ? 1 : 0;
          counts[1] += below.verdict() == Verdict.INTRINSIC ? 1 : 0;
        });
      }
    }
    return new LabRun.Call(
        site.bci(), callee, outcome(site), counts[0], counts[1], shares(site), remaining);
  }

  private static String outcome(CallSite site) {
    Set<String> outcomes = new LinkedHashSet<>();
    for (Decision decision : site.decisions()) {
      outcomes.add(
          decision.verdict() == Verdict.CALLED ? decision.reason() : decision.verdict().words());
    }
    return String.join(", ", outcomes);
  }

  private static List<LabRun.Share> shares(CallSite site) {
    if (!site.virtual() || site.receivers().isEmpty()) {
      return List.of();
    }
    double all = Receiver.total(site.receivers(), site.otherReceiverCount());
    List<LabRun.Share> shares = new ArrayList<>();
    for (Receiver receiver : site.receivers()) {
      shares.add(new LabRun.Share(receiver.holder(), receiver.count() / all));
    }
    if (site.otherReceiverCount() > 0) {
      shares.add(new LabRun.Share("", site.otherReceiverCount() / all));
    }
    return shares;
  }
}
