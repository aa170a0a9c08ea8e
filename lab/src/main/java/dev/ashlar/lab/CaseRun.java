// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.Plan.CasePlan;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.statistics.Comparison;
import dev.ashlar.lab.statistics.Comparisons;
import dev.ashlar.lab.statistics.StoppingRule;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Kind;
import dev.ashlar.results.LabRun.Omission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/// One case that is being measured. In each round, every contender that is still needed has one
/// JVM, in random order. Rounds go on until every comparison is decided, or until the stopping rule
/// allows no further round. Not thread-safe.
final class CaseRun {
  private final Experiment experiment;
  private final CasePlan plan;
  private final StoppingRule rule;
  private final Random random;
  private final Map<Pair, Samples> samples = new LinkedHashMap<>();
  private final List<Omission> skipped = new ArrayList<>();
  private final List<Omission> failed = new ArrayList<>();
  private final List<LabRun.Evidence> evidence = new ArrayList<>();
  private final Set<Pair> out = new LinkedHashSet<>();
  private final long start = System.nanoTime();
  private Set<Pair> needed;
  private int rounds;

  /// Begins a case.
  ///
  /// @param seed the seed of the order of the pairs in each round
  CaseRun(Experiment experiment, CasePlan plan, StoppingRule rule, long seed) {
    this.experiment = experiment;
    this.plan = plan;
    this.rule = rule;
    this.random =
        new Random(seed + 31L * experiment.name().hashCode() + plan.theCase().name().hashCode());
    this.needed = new LinkedHashSet<>(plan.pairs());
    for (Pair pair : plan.pairs()) {
      samples.put(pair, new Samples(pair, experiment.flags(pair.theCase(), pair.contender())));
    }
  }

  CasePlan plan() {
    return plan;
  }

  /// {@return the number of the current round, or of the next round, from 0}
  int round() {
    return rounds;
  }

  /// {@return the pairs of the next round, in the order of their JVMs; empty if no further round is
  /// needed or allowed}
  List<Pair> draw() {
    List<Pair> order = new ArrayList<>();
    if (rounds < rule.maximum()) {
      needed.stream().filter(pair -> !out.contains(pair)).forEach(order::add);
      Collections.shuffle(order, random);
    }
    return order;
  }

  /// {@return the random generator for the order of the JVMs and of their turns}
  Random random() {
    return random;
  }

  /// Ends the round of the pairs from [#draw]. A contender whose comparisons are all decided is not
  /// measured any more.
  void endRound() {
    rounds++;
    if (rule.isLook(rounds)) {
      Set<Pair> open = new LinkedHashSet<>();
      forEachComparison((subject, rival, comparison) -> {
        if (comparison.isOpen()) {
          open.add(subject);
          open.add(rival);
        }
      });
      needed = open;
    }
  }

  private interface ComparisonVisitor {
    void visit(Pair subject, Pair rival, Comparison comparison);
  }

  private void forEachComparison(ComparisonVisitor visitor) {
    samples.forEach((subject, ours) -> {
      if (subject.contender().kind() == Kind.ASHLAR && isComparable(subject)) {
        samples.forEach((rival, theirs) -> {
          if (rival.contender().kind().isRival() && isComparable(rival)) {
            visitor.visit(
                subject, rival, Comparison.of(ours.scores(rounds), theirs.scores(rounds), rule));
          }
        });
      }
    });
  }

  private boolean isComparable(Pair pair) {
    return !out.contains(pair) && !samplesOf(pair).isEmpty();
  }

  /// {@return true if this pair is not measured again, because it is unavailable or has failed}
  boolean isOut(Pair pair) {
    return out.contains(pair);
  }

  /// Adds the outcome of a JVM.
  ///
  /// @param position the position of the JVM in its round
  void add(Pair pair, int position, Outcome outcome) {
    switch (outcome) {
      case Outcome.Measured measured -> samplesOf(pair).add(rounds, position, measured);
      case Outcome.Watched watched -> samplesOf(pair).add(rounds, position, watched);
      case Outcome.Unavailable(String why) -> leaveOut(skipped, pair, why);
      case Outcome.Failed(String why) -> leaveOut(failed, pair, why);
    }
  }

  void add(LabRun.Evidence seen) {
    evidence.add(seen);
  }

  private Samples samplesOf(Pair pair) {
    Samples found = samples.get(pair);
    if (found == null) {
      throw new IllegalArgumentException("not of this case: " + pair);
    }
    return found;
  }

  private void leaveOut(List<Omission> list, Pair pair, String why) {
    list.add(new Omission(pair.theCase().name(), pair.contender().name(), why));
    out.add(pair);
  }

  static Omission notReached(Pair pair) {
    return new Omission(
        pair.theCase().name(), pair.contender().name(), "the run was interrupted before its turn");
  }

  /// {@return the results so far, as an experiment with this case only} Pairs that were not
  /// measured yet are listed as skipped.
  LabRun.Experiment toExperiment() {
    List<Omission> omitted = new ArrayList<>(skipped);
    List<LabRun.Contender> contenders = new ArrayList<>();
    List<LabRun.Row> rows = new ArrayList<>();
    List<LabRun.Series> series = new ArrayList<>();
    samples.forEach((pair, measured) -> {
      if (!measured.isEmpty()) {
        rows.add(measured.toRow());
        series.addAll(measured.series());
        contenders.add(pair.contender());
      } else if (!isOut(pair)) {
        omitted.add(notReached(pair));
      }
    });
    return new LabRun.Experiment(
        experiment.name(),
        experiment.title(),
        experiment.question(),
        Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0,
        rows.isEmpty() ? List.of() : List.of(plan.theCase()),
        contenders,
        rows,
        Comparisons.of(rows, contenders, rule),
        omitted,
        failed,
        series,
        evidence);
  }
}
