// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.results.LabRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// The finished cases of an experiment that is being measured. Each is stored as an experiment with
/// one case. Not thread-safe.
final class Progress {
  private final Plan plan;
  private final List<LabRun.Experiment> cases = new ArrayList<>();
  private final Set<String> begun = new HashSet<>();

  Progress(Plan plan) {
    this.plan = plan;
  }

  Progress(Progress other) {
    plan = other.plan;
    cases.addAll(other.cases);
    begun.addAll(other.begun);
  }

  void add(String caseName, LabRun.Experiment ofOneCase) {
    begun.add(caseName);
    cases.add(ofOneCase);
  }

  /// {@return all finished cases as one experiment} The pairs of other cases are listed as skipped.
  LabRun.Experiment toExperiment() {
    Experiment experiment = plan.experiment();
    Set<String> measured = new LinkedHashSet<>();
    cases.forEach(one -> one.contenders().forEach(c -> measured.add(c.name())));
    List<LabRun.Omission> skipped = new ArrayList<>(plan.skipped());
    skipped.addAll(all(LabRun.Experiment::skipped));
    plan.cases().stream()
        .filter(one -> !begun.contains(one.theCase().name()))
        .forEach(one -> one.pairs().forEach(pair -> skipped.add(CaseRun.notReached(pair))));
    return new LabRun.Experiment(
        experiment.name(),
        experiment.title(),
        experiment.question(),
        cases.stream().mapToDouble(LabRun.Experiment::seconds).sum(),
        all(LabRun.Experiment::cases),
        experiment.contenders().stream().filter(one -> measured.contains(one.name())).toList(),
        all(LabRun.Experiment::rows),
        all(LabRun.Experiment::comparisons),
        skipped,
        all(LabRun.Experiment::failed),
        all(LabRun.Experiment::series),
        all(LabRun.Experiment::evidence));
  }

  private <T> List<T> all(Function<LabRun.Experiment, List<T>> part) {
    return cases.stream().flatMap(one -> part.apply(one).stream()).toList();
  }
}
