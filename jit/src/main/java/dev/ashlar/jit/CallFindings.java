package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Certainty;
import dev.ashlar.jit.Finding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Findings about single calls: what was not inlined, and what was replaced.
final class CallFindings {
  /// C2 compiles a method after some thousand calls: what it counted less than this beside them is
  /// not worth a line.
  private static final double WORTH_TELLING = 1000;

  /// That a call is rare is an answer only if it is not.
  private static final double NOT_RARE = 10 * WORTH_TELLING;

  /// A call that is inlined this much more often than not is a remnant in some cold caller.
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
    List<Task> words = log.lastC2Words();
    Sites sites = new Sites(words);
    Recording samples = recording;
    Limits limits = new Limits(log.vm());
    Map<Sites.Place, Sites.Standing> hotAfterAll =
        samples == null ? Map.of() : RareCalls.hot(words, samples, limits.value("FreqInlineSize"));
    hotAfterAll.values().forEach(standing -> add(Kind.HOT_AFTER_ALL, standing));
    for (Sites.Standing standing : sites.refusals()) {
      if (!hotAfterAll.containsKey(Sites.Place.of(standing.path(), standing.site()))) {
        refusal(standing);
      }
    }
    sites
        .intrinsics()
        .forEach(standing -> {
          if (standing.lost() >= WORTH_TELLING) {
            add(Kind.INTRINSIC_USED, standing);
          }
        });
    return findings;
  }

  private void refusal(Sites.Standing standing) {
    if (standing.lost() < WORTH_TELLING || standing.won() > MOSTLY * standing.lost()) {
      return;
    }
    Decision decision = standing.decision();
    Kind kind = wording.kindOf(decision);
    if (kind == Kind.NATIVE_CALL && places.isIntrinsicCandidate(decision.target())) {
      kind = Kind.INTRINSIC_MISSED;
    }
    boolean rare = kind == Kind.LOW_FREQUENCY && standing.lost() < NOT_RARE;
    if (!rare && !(kind == Kind.METHOD_HANDLE && isSharedForm(standing.path().get(0)))) {
      add(kind, standing);
    }
  }

  /// A form of java.lang.invoke that is compiled for itself serves callers that C2 has not compiled
  /// yet. Those it has compiled have a copy in which the handle is a constant.
  private static boolean isSharedForm(Method root) {
    return root.holder().startsWith("java.lang.invoke.");
  }

  private void add(Kind kind, Sites.Standing standing) {
    CallSite site = standing.site();
    Decision decision = standing.decision();
    List<Method> path = standing.path();
    Method caller = path.get(path.size() - 1);
    boolean looksUp = kind == Kind.VIRTUAL_CALL;
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
            looksUp ? site.receivers() : List.of(),
            looksUp ? site.unnamedCount() : 0,
            Certainty.WHEN_COMPILED,
            standing.lost() * weight(kind),
            Sampled.NONE));
  }

  /// What one call costs, against one that is merely not inlined.
  private static double weight(Kind kind) {
    return switch (kind) {
      case HUGE_METHOD -> 20;
      case VIRTUAL_CALL, INTRINSIC_MISSED -> 2;
      default -> 1;
    };
  }
}
