package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Certainty;
import dev.ashlar.jit.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Findings about single calls: not inlined, or intrinsics.
final class CallFindings {
  /// C2 compiles a method after some thousand calls. Calls that were counted less often than this are
  /// not reported.
  private static final double REPORTED_CALLS = 1000;

  /// A cold call is reported only if its count is this high all the same.
  private static final double REPORTED_COLD_CALLS = 10 * REPORTED_CALLS;

  /// If the call is inlined so many times more often than not, the rest is in cold callers.
  private static final double MOSTLY = 4;

  private final CompilationLog log;
  private final Places places;
  private final @Nullable Recording recording;
  private final CallWording wording;
  private final List<Finding> findings = new ArrayList<>();

  CallFindings(CompilationLog log, Places places, @Nullable Recording recording) {
    this.log = log;
    this.places = places;
    this.recording = recording;
    this.wording = new CallWording(log, places);
  }

  List<Finding> all() {
    List<Compilation> compilations = log.currentC2Code();
    Sites sites = new Sites(compilations);
    Recording samples = recording;
    Limits limits = new Limits(log.vm());
    Map<Sites.Place, Sites.Standing> staleProfiles =
        samples == null ? Map.of() : RareCalls.hot(compilations, samples, limits.value("FreqInlineSize"));
    staleProfiles.values().forEach(standing -> add(Kind.STALE_PROFILE, standing));
    for (Sites.Standing standing : sites.refusals()) {
      if (!staleProfiles.containsKey(Sites.Place.of(standing.path(), standing.site()))) {
        refusal(standing);
      }
    }
    sites
        .intrinsics()
        .forEach(standing -> {
          if (standing.lost() >= REPORTED_CALLS) {
            add(Kind.INTRINSIC_USED, standing);
          }
        });
    return findings;
  }

  private void refusal(Sites.Standing standing) {
    if (standing.lost() < REPORTED_CALLS || standing.won() > MOSTLY * standing.lost()) {
      return;
    }
    Decision decision = standing.decision();
    Kind kind = wording.kindOf(decision);
    if (kind == Kind.NATIVE_CALL && places.isIntrinsicCandidate(decision.target())) {
      kind = Kind.INTRINSIC_MISSED;
    }
    boolean cold = kind == Kind.COLD_CALL && standing.lost() < REPORTED_COLD_CALLS;
    if (!cold && !(kind == Kind.METHOD_HANDLE && isSharedForm(standing.path().get(0)))) {
      add(kind, standing);
    }
  }

  /// A LambdaForm of java.lang.invoke that is compiled by itself serves callers that C2 has not
  /// compiled yet. In compiled callers it is inlined, and the handle is a constant.
  private static boolean isSharedForm(Method root) {
    return root.holder().startsWith("java.lang.invoke.");
  }

  private void add(Kind kind, Sites.Standing standing) {
    CallSite site = standing.site();
    Decision decision = standing.decision();
    List<Method> path = standing.path();
    Method caller = path.get(path.size() - 1);
    boolean virtual = kind == Kind.VIRTUAL_CALL;
    findings.add(
        new Finding(
            kind,
            path,
            places.changeable(path),
            site.bci(),
            places.line(caller, site.bci()),
            Optional.of(decision.target()),
            decision.reason().isEmpty() ? "virtual call" : decision.reason(),
            wording.meaning(kind, decision, site),
            wording.advice(kind, standing),
            wording.numbers(kind, standing),
            virtual ? site.receivers() : List.of(),
            virtual ? site.unnamedCount() : 0,
            Certainty.WHEN_COMPILED,
            standing.lost() * weight(kind),
            Sampled.NONE));
  }

  /// The cost of a call relative to one that is merely not inlined.
  private static double weight(Kind kind) {
    return switch (kind) {
      case HUGE_METHOD -> 20;
      case VIRTUAL_CALL, INTRINSIC_MISSED -> 2;
      default -> 1;
    };
  }
}
