package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Certainty;
import dev.ashlar.jit.Finding.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Draws findings from a log.
final class Findings {
  /// C2 compiles a method after some thousand calls: what it counted less than this beside them is
  /// not worth a line.
  private static final double WORTH_TELLING = 1000;

  /// A call that is inlined this much more often than not is a remnant in some cold caller.
  private static final double MOSTLY = 4;

  /// Lines cost a look into class files.
  private static final int MOST_LINES = 2000;

  private final CompilationLog log;
  private final ClassFiles classes;
  private final Wording wording;
  private final List<Finding> findings = new ArrayList<>();

  Findings(CompilationLog log, ClassFiles classes) {
    this.log = log;
    this.classes = classes;
    this.wording = new Wording(log);
  }

  List<Finding> all() {
    Sites sites = new Sites(log.lastC2Words());
    sites.refusals().forEach(this::refusal);
    sites.intrinsics().forEach(this::intrinsic);
    Recompilations recompilations = new Recompilations(log, wording);
    findings.addAll(recompilations.findings());
    findings.sort(
        Comparator.comparing((Finding f) -> !f.kind().isProblem())
            .thenComparing(Comparator.comparingDouble(Finding::heat).reversed()));
    List<Finding> told = new ArrayList<>(findings.size());
    for (Finding finding : findings) {
      told.add(told.size() < MOST_LINES ? withLine(finding) : finding);
    }
    return List.copyOf(told);
  }

  private void refusal(Sites.Standing standing) {
    if (standing.lost() < WORTH_TELLING || standing.won() > MOSTLY * standing.lost()) {
      return;
    }
    Decision decision = standing.decision();
    Kind kind = wording.kindOf(decision);
    if (kind == Kind.NATIVE_CALL
        && classes.isIntrinsicCandidate(decision.target()).orElse(Boolean.FALSE)) {
      kind = Kind.INTRINSIC_MISSED;
    }
    if (kind == Kind.LOW_FREQUENCY && standing.lost() < WORTH_TELLING * 10) {
      return;
    }
    CallSite site = standing.site();
    findings.add(
        new Finding(
            kind,
            standing.caller(),
            site.bci(),
            OptionalInt.empty(),
            Optional.of(decision.target()),
            standing.root(),
            decision.reason().isEmpty() ? "virtual call" : decision.reason(),
            wording.meaning(kind, decision.target(), site),
            wording.advice(kind, decision.target(), site),
            wording.numbers(kind, standing),
            kind == Kind.VIRTUAL_CALL ? site.receivers() : List.of(),
            kind == Kind.VIRTUAL_CALL ? site.unnamedCount() : 0,
            Certainty.WHEN_COMPILED,
            standing.lost() * weight(kind)));
  }

  /// What one call costs, against one that is merely not inlined.
  private static double weight(Kind kind) {
    return switch (kind) {
      case HUGE_METHOD -> 20;
      case VIRTUAL_CALL, INTRINSIC_MISSED -> 2;
      default -> 1;
    };
  }

  private void intrinsic(Sites.Standing standing) {
    if (standing.lost() < WORTH_TELLING) {
      return;
    }
    Method target = standing.decision().target();
    findings.add(
        new Finding(
            Kind.INTRINSIC_USED,
            standing.caller(),
            standing.site().bci(),
            OptionalInt.empty(),
            Optional.of(target),
            standing.root(),
            standing.decision().reason(),
            wording.meaning(Kind.INTRINSIC_USED, target, standing.site()),
            wording.advice(Kind.INTRINSIC_USED, target, standing.site()),
            wording.numbers(Kind.INTRINSIC_USED, standing),
            List.of(),
            0,
            Certainty.WHEN_COMPILED,
            standing.lost()));
  }

  private Finding withLine(Finding f) {
    OptionalInt line = f.bci() < 0 ? OptionalInt.empty() : classes.line(f.method(), f.bci());
    return line.isEmpty()
        ? f
        : new Finding(
            f.kind(),
            f.method(),
            f.bci(),
            line,
            f.callee(),
            f.root(),
            f.said(),
            f.meaning(),
            f.advice(),
            f.numbers(),
            f.receivers(),
            f.unnamedCount(),
            f.certainty(),
            f.heat());
  }
}
