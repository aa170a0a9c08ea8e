// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit;

import dev.ashlar.jit.Finding.Certainty;
import dev.ashlar.jit.Finding.Kind;
import dev.ashlar.jit.compilation.Compilation;
import dev.ashlar.jit.compilation.Method;
import dev.ashlar.jit.compilation.Trap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Findings about deoptimizations and failed compilations.
final class DeoptimizationFindings {
  /// HotSpot drops an assumption after a few uncommon traps (`PerMethodTrapLimit`,
  /// `PerBytecodeTrapLimit`). Fewer traps than this are not reported.
  private static final long REPEATED_TRAPS = 50;

  /// HotSpot recompiles once or twice while a program warms up.
  private static final int LOOP_LENGTH = 3;

  /// The cost of an uncommon trap, in calls.
  private static final double TRAP_WEIGHT = 500;

  /// The cost of code that is made not entrant, in calls.
  private static final double NOT_ENTRANT_WEIGHT = 10_000;

  private static final double INTERPRETED_WEIGHT = 10;

  private final CompilationLog log;
  private final SourceLocator locator;
  private final @Nullable Recording recording;
  private final DeoptimizationWording wording;
  private final List<Finding> findings = new ArrayList<>();

  DeoptimizationFindings(CompilationLog log, SourceLocator locator, @Nullable Recording recording) {
    this.log = log;
    this.locator = locator;
    this.recording = recording;
    this.wording = new DeoptimizationWording(log, locator);
  }

  List<Finding> findings() {
    byPlace(log.traps()).stream()
        .filter(t -> t.count() >= REPEATED_TRAPS)
        .forEach(this::deoptimization);
    CompilationLog.byMethod(log.compilations().stream().filter(Compilation::isC2))
        .forEach((method, compilations) -> {
          loop(method, compilations);
          failed(method, compilations);
        });
    return findings;
  }

  /// Sums the traps of one bytecode over all methods in which it is inlined.
  private static Collection<Trap> byPlace(List<Trap> traps) {
    Map<List<Object>, Trap> places = new LinkedHashMap<>();
    for (Trap trap : traps) {
      places.merge(
          List.of(trap.method(), trap.bci(), trap.reason(), trap.action()), trap, Trap::plus);
    }
    return places.values();
  }

  private void deoptimization(Trap trap) {
    List<Metric> numbers = new ArrayList<>(List.of(Metric.times((double) trap.count())));
    numbers.addAll(Metric.period(trap.firstSeconds(), trap.lastSeconds()));
    Recording events = recording;
    String stack = events == null ? "" : events.stackAt(trap);
    add(
        Kind.DEOPTIMIZATION,
        trap.path(),
        trap.bci(),
        trap.reason() + ", " + trap.action(),
        wording.trapMeaning(trap) + (stack.isEmpty() ? "" : "; called by " + stack),
        wording.trapAdvice(trap),
        numbers,
        Certainty.CERTAIN,
        (double) trap.count() * TRAP_WEIGHT);
  }

  private void loop(Method method, List<Compilation> compilations) {
    List<Double> notEntrant =
        compilations.stream()
            .filter(t -> !t.isOsr())
            .flatMap(t -> Stream.ofNullable(t.notEntrant()))
            .filter(d -> d.reason().equals("uncommon trap"))
            .map(Compilation.NotEntrant::seconds)
            .sorted()
            .toList();
    int times = notEntrant.size();
    if (times < LOOP_LENGTH) {
      return;
    }
    List<Metric> numbers = new ArrayList<>(List.of(Metric.times(times)));
    numbers.addAll(Metric.period(notEntrant.get(0), notEntrant.get(times - 1)));
    add(
        Kind.DEOPTIMIZATION_LOOP,
        List.of(method),
        -1,
        "made not entrant, uncommon trap",
        wording.loopMeaning(method),
        wording.loopAdvice(log.traps(), method),
        numbers,
        Certainty.INFERRED,
        times * NOT_ENTRANT_WEIGHT);
  }

  private void failed(Method method, List<Compilation> compilations) {
    Compilation last = null;
    for (Compilation compilation : compilations) {
      if (compilation.succeeded() && !compilation.isOsr()) {
        last = null;
      } else if (!compilation.failure().isEmpty()) {
        last = compilation;
      }
    }
    if (last == null || wording.isHarmless(last.failure())) {
      return;
    }
    add(
        Kind.COMPILATION_FAILED,
        List.of(method),
        -1,
        last.failure(),
        wording.failureMeaning(last),
        wording.failureAdvice(last),
        wording.failureNumbers(last),
        Certainty.CERTAIN,
        Math.max(0, last.invocations() + last.backedgeCount()) * INTERPRETED_WEIGHT);
  }

  private OptionalInt line(Method method, int bci) {
    OptionalInt line = locator.line(method, bci);
    Recording events = recording;
    return line.isPresent() || events == null ? line : events.trapLine(method, bci);
  }

  private void add(
      Kind kind,
      List<Method> path,
      int bci,
      String said,
      String meaning,
      Advice advice,
      List<Metric> numbers,
      Certainty certainty,
      double heat) {
    findings.add(
        new Finding(
            kind,
            path,
            locator.innermostOwn(path),
            bci,
            line(path.get(path.size() - 1), bci),
            Optional.empty(),
            said,
            meaning,
            advice,
            List.copyOf(numbers),
            List.of(),
            0,
            certainty,
            heat,
            SampleCounts.NONE));
  }
}
