// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.compilation.CallSite;
import dev.ashlar.jit.compilation.CallTree;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Decision;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Verdict;
import dev.ashlar.jit.internal.classfile.ClassFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Finds out from the call trees of a log why sampled calls are not inlined. The inlining path, the
/// bytecode index and the callee identify a call.
final class CallReasons {
  /// A call instruction.
  record Site(Method caller, int bci) {}

  /// @param kind empty if the log does not say
  /// @param words the reason as text; empty if there is none
  record Reason(Optional<Finding.Kind> kind, String words) {
    static final Reason NONE = unknown("");
    static final Reason INTERPRETED_CALLER = unknown("its caller is interpreted");
    static final Reason UNKNOWN = unknown("the log does not say why");

    private static Reason unknown(String words) {
      return new Reason(Optional.empty(), words);
    }

    private Reason with(String addition) {
      return new Reason(kind, words + addition);
    }
  }

  private record Candidate(List<Site> path, CallSite site, Decision decision) {
    boolean hasTarget(Method callee) {
      return Recording.dotted(decision.target()).equals(callee);
    }

    /// {@return whether this is a virtual call with the name and descriptor of `callee`}
    boolean mayReach(Method callee) {
      Method target = decision.target();
      return decision.verdict() == Verdict.VIRTUAL
          && target.name().equals(callee.name())
          && target.descriptor().equals(callee.descriptor());
    }
  }

  private final CallWording wording;
  private final Map<Site, List<Candidate>> candidates = new HashMap<>();

  /// @param sites the calls to find
  CallReasons(CompilationLog log, Set<Site> sites) {
    wording = new CallWording(log, new SourceLocator(ClassFiles.none()));
    for (Compilation compilation : log.compilations()) {
      CallTree tree = compilation.tree();
      if (tree != null) {
        collect(tree, List.of(), sites);
      }
    }
  }

  private void collect(CallTree tree, List<Site> outer, Set<Site> sites) {
    Method caller = Recording.dotted(tree.method());
    for (CallSite call : tree.sites()) {
      Site site = new Site(caller, call.bci());
      List<Site> path = new ArrayList<>(outer);
      path.add(site);
      for (Decision decision : call.decisions()) {
        if (sites.contains(site)) {
          candidates
              .computeIfAbsent(site, s -> new ArrayList<>())
              .add(new Candidate(path, call, decision));
        }
        CallTree body = decision.body();
        if (body != null) {
          collect(body, path, sites);
        }
      }
    }
  }

  /// {@return the reason for a call in compiled code}
  ///
  /// @param path the calls from the compiled method to the call itself, which is the last
  Reason of(List<Site> path, Method callee) {
    List<Candidate> all = candidates.getOrDefault(path.get(path.size() - 1), List.of());
    List<Candidate> here =
        about(callee, all.stream().filter(one -> one.path.equals(path)).toList());
    if (!here.isEmpty()) {
      // OSR code may have inlined what ordinary code calls, and the reverse.
      return reason(
          here.stream().filter(one -> one.decision.isCall()).findFirst().orElse(here.get(0)));
    }
    // C1's code, earlier code, or a stack whose outer frames are missing.
    List<Reason> elsewhere =
        about(callee, all).stream().filter(one -> one.decision.isCall()).map(this::reason).toList();
    return elsewhere.stream().map(Reason::kind).distinct().count() == 1
        ? elsewhere.get(0).with("; in the log, this is about another compilation")
        : Reason.UNKNOWN;
  }

  /// {@return the decisions about a callee; about virtual calls only if there are no others}
  private static List<Candidate> about(Method callee, List<Candidate> decisions) {
    List<Candidate> direct = decisions.stream().filter(one -> one.hasTarget(callee)).toList();
    return direct.isEmpty()
        ? decisions.stream().filter(one -> one.mayReach(callee)).toList()
        : direct;
  }

  private Reason reason(Candidate candidate) {
    Decision decision = candidate.decision;
    if (!decision.isCall()) {
      return Reason.unknown(
          decision.verdict() == Verdict.UNKNOWN
              ? Reason.UNKNOWN.words
              : "in the log, this call is %s; earlier code, or C1's, made it"
                  .formatted(decision.verdict().words()));
    }
    Finding.Kind kind = wording.kindOf(decision);
    CallSite site = candidate.site;
    double count = Math.max(0, site.frequency());
    String numbers =
        Metric.joined(
            wording.numbers(
                kind,
                new CallSiteStats.SiteStats(
                    candidate.path.stream().map(Site::caller).toList(),
                    site,
                    decision,
                    count,
                    count,
                    count,
                    0)),
            ", ");
    String said = kind == Finding.Kind.REFUSED ? ": " + decision.reason() : "";
    return new Reason(
        Optional.of(kind),
        wording.meaning(kind, decision, site)
            + said
            + (numbers.isEmpty() ? "" : " (" + numbers + ")"));
  }
}
