package dev.ashlar.lab;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.statistics.Comparisons;
import dev.ashlar.lab.statistics.StoppingRule;
import dev.ashlar.report.LabRun;
import dev.ashlar.report.LabRun.Omission;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One experiment under way: what its JVMs have measured so far. Not thread-safe.
final class Progress {
  private final Experiment experiment;
  private final Map<Pair, Samples> samples = new LinkedHashMap<>();
  private final List<Omission> skipped;
  private final List<Omission> failed = new ArrayList<>();
  private final List<LabRun.Evidence> evidence = new ArrayList<>();
  private final Set<Pair> out = new LinkedHashSet<>();
  private final long start = System.nanoTime();

  Progress(Plan plan) {
    experiment = plan.experiment();
    skipped = new ArrayList<>(plan.skipped());
    plan.pairs().forEach(this::samplesOf);
  }

  /// {@return whether trying this pair again would be in vain}
  boolean isOut(Pair pair) {
    return out.contains(pair);
  }

  boolean hasRows() {
    return samples.values().stream().anyMatch(one -> !one.isEmpty());
  }

  void add(Pair pair, Outcome outcome) {
    switch (outcome) {
      case Outcome.Measured measured -> samplesOf(pair).add(measured);
      case Outcome.Watched watched -> samplesOf(pair).add(watched);
      case Outcome.Unavailable(String why) -> leaveOut(skipped, pair, why);
      case Outcome.Failed(String why) -> leaveOut(failed, pair, why);
    }
  }

  void add(LabRun.Evidence seen) {
    evidence.add(seen);
  }

  private Samples samplesOf(Pair pair) {
    return samples.computeIfAbsent(
        pair, key -> new Samples(key, experiment.flags(key.theCase(), key.contender())));
  }

  private void leaveOut(List<Omission> list, Pair pair, String why) {
    list.add(omission(pair, why));
    out.add(pair);
  }

  private static Omission omission(Pair pair, String why) {
    return new Omission(pair.theCase().name(), pair.contender().name(), why);
  }

  /// {@return what has been measured; a pair whose turn has not come is told as left out}
  LabRun.Experiment toExperiment() {
    List<LabRun.Row> rows =
        samples.values().stream().filter(one -> !one.isEmpty()).map(Samples::toRow).toList();
    List<Omission> omitted = new ArrayList<>(skipped);
    samples.forEach((pair, measured) -> {
      if (measured.isEmpty() && !isOut(pair)) {
        omitted.add(omission(pair, "the run was interrupted before its turn"));
      }
    });
    Set<String> cases = new LinkedHashSet<>();
    Set<String> contenders = new LinkedHashSet<>();
    rows.forEach(row -> {
      cases.add(row.caseName());
      contenders.add(row.contender());
    });
    List<LabRun.Contender> measured =
        experiment.contenders().stream()
            .filter(one -> contenders.contains(one.name()))
            .map(one -> new LabRun.Contender(one.name(), one.description(), experiment.kind(one)))
            .toList();
    int forks = rows.stream().mapToInt(LabRun.Row::forks).max().orElse(1);
    return new LabRun.Experiment(
        experiment.name(),
        experiment.title(),
        experiment.question(),
        Duration.ofNanos(System.nanoTime() - start).toMillis() / 1000.0,
        experiment.cases().stream()
            .filter(one -> cases.contains(one.name()))
            .map(one -> new LabRun.Case(one.name(), one.family(), one.description()))
            .toList(),
        measured,
        rows,
        Comparisons.of(rows, measured, new StoppingRule(forks)),
        omitted,
        failed,
        samples.values().stream().flatMap(one -> one.series().stream()).toList(),
        evidence);
  }
}
