package dev.ashlar.lab;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.report.LabRun;
import java.io.PrintStream;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A run of experiments.
///
/// The JVMs of a case are started round by round, each contender once a round, so that what changes
/// on the machine meanwhile (heat, neighbours) meets all of them. [#result] may be asked at any
/// time and from any thread: it is what has been measured so far.
public final class Lab {
  private final LabOptions options;
  private final LabListener listener;
  private final List<Plan> plans;
  private final String started =
      OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString();
  private final List<LabRun.Experiment> finished = new ArrayList<>();
  private boolean complete;
  private volatile boolean stopped;
  private @Nullable Progress current;

  /// Plans a run.
  ///
  /// @throws LabException if the options name what does not exist
  public Lab(LabOptions options, LabListener listener) {
    this.options = options;
    this.listener = listener;
    this.plans =
        Experiments.named(options.experiments(), options.mode(), options.text()).stream()
            .map(experiment -> Plan.of(experiment, options))
            .toList();
    if (plans.stream().allMatch(plan -> plan.pairs().isEmpty())) {
      throw LabException.wrongUsage(
          "no case and contender match; 'ashlar lab --list' shows what there is");
    }
  }

  /// Runs everything.
  ///
  /// @param log takes what JMH and the measured JVMs print
  /// @return what was measured
  public LabRun run(PrintStream log) {
    Forks forks = new Forks(options, log);
    listener.started(plans.stream().mapToInt(this::forks).sum());
    for (Plan plan : plans) {
      if (!plan.pairs().isEmpty() && !stopped) {
        run(plan, forks);
      }
    }
    synchronized (this) {
      complete = !stopped;
    }
    return result();
  }

  /// Starts no further JVM; from any thread. What the one that runs now brings is dropped.
  public void stop() {
    stopped = true;
  }

  private int forks(Plan plan) {
    return plan.pairs().isEmpty()
        ? 0
        : plan.pairs().stream().mapToInt(pair -> forks(plan, pair)).sum() + plan.explained().size();
  }

  private int forks(Plan plan, Pair pair) {
    return plan.experiment().isObserved(pair.theCase()) ? 1 : options.forks();
  }

  private void run(Plan plan, Forks forks) {
    Progress progress = new Progress(plan);
    synchronized (this) {
      current = progress;
    }
    for (int round = 0; round < options.forks(); round++) {
      for (Pair pair : plan.pairs()) {
        if (stopped) {
          return;
        }
        if (round < forks(plan, pair)) {
          fork(plan, pair, progress, () -> time(plan, pair, forks, progress));
        }
      }
    }
    // After all timing, which is to have the machine to itself.
    for (Pair pair : plan.explained()) {
      if (stopped) {
        return;
      }
      fork(plan, pair, progress, () -> explain(plan, pair, forks, progress));
    }
    LabRun.Experiment experiment;
    synchronized (this) {
      experiment = progress.toExperiment();
      finished.add(experiment);
      current = null;
    }
    listener.experimentFinished(experiment);
  }

  private void fork(Plan plan, Pair pair, Progress progress, Runnable work) {
    listener.forkStarted(plan.experiment().name(), pair.theCase().name(), pair.contender().name());
    if (!progress.isOut(pair)) {
      work.run();
    }
    listener.forkFinished();
  }

  private void time(Plan plan, Pair pair, Forks forks, Progress progress) {
    Outcome outcome = forks.measure(plan.experiment(), pair);
    synchronized (this) {
      if (!stopped) {
        progress.add(pair, outcome);
      }
    }
  }

  private void explain(Plan plan, Pair pair, Forks forks, Progress progress) {
    LabRun.Evidence evidence = forks.explain(plan.experiment(), pair);
    synchronized (this) {
      if (!stopped) {
        progress.add(evidence);
      }
    }
  }

  /// {@return what has been measured so far}
  public synchronized LabRun result() {
    List<LabRun.Experiment> experiments = new ArrayList<>(finished);
    if (current != null && current.hasRows()) {
      experiments.add(current.toExperiment());
    }
    List<String> flags = new ArrayList<>(Forks.COMMON_FLAGS);
    flags.addAll(JvmFlags.ofEnvironment(System.getenv()));
    return Machine.describe(options.mode(), flags, started, complete, experiments);
  }
}
