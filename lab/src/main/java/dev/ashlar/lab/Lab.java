// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import dev.ashlar.lab.Forks.Outcome;
import dev.ashlar.lab.Pieces.Piece;
import dev.ashlar.lab.Plan.CasePlan;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.JvmFlags;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.MachineMemory;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.machine.BusyMachine;
import dev.ashlar.lab.machine.Machine;
import dev.ashlar.lab.machine.MachineLoad;
import dev.ashlar.lab.machine.MeasuredJdk;
import dev.ashlar.lab.machine.ProcessorTimes;
import dev.ashlar.results.LabRun;
import dev.ashlar.results.LabRun.Case;
import java.io.PrintStream;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A run of experiments, case by case.
///
/// Before a case is timed, the results of its contenders are verified in separate JVMs.
/// Observations verify their results themselves. Then the rounds begin. In each round, every
/// contender that is still needed has one JVM, in random order. So changes of the machine (heat,
/// neighbors) affect all contenders alike. Any thread may call [#result] at any time.
public final class Lab {
  /// The number of pairs from which an archive of classes saves more time than it costs.
  private static final long MIN_ARCHIVE_PAIRS = 20;

  private final LabOptions options;
  private final LabListener listener;
  private final MeasuredJdk jdk;
  private final List<Plan> plans;
  private final long seed;
  private final String started =
      OffsetDateTime.now(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS).toString();
  private final double loadBefore = Machine.load();
  private final Optional<ProcessorTimes> timesBefore = ProcessorTimes.now();
  private final List<LabRun.Experiment> finished = new ArrayList<>();
  private final List<String> jmhJsons = new ArrayList<>();
  private List<String> warnings = List.of();
  private List<String> compileCommands = List.of();
  private double loads;
  private int loadCount;
  private boolean complete;
  private volatile boolean stopped;
  private @Nullable Progress current;
  private @Nullable CaseRun currentCase;

  /// Plans a run.
  ///
  /// @param seed the seed of the order of contenders in each round
  /// @throws LabException if the options name something that does not exist
  public Lab(LabOptions options, long seed, LabListener listener) {
    this.options = options;
    this.seed = seed;
    this.listener = listener;
    this.plans =
        Experiments.named(options.experiments(), options.mode(), options.text()).stream()
            .filter(experiment ->
                options.mode() != Mode.DEFAULT
                    || !options.experiments().isEmpty()
                    || experiment.isInDefaultRun())
            .map(experiment -> Plan.of(experiment, options))
            .filter(plan -> !plan.pairs().isEmpty())
            .toList();
    if (plans.isEmpty()) {
      throw LabException.wrongUsage(
          "no case and contender match; 'ashlar lab --list' shows what there is");
    }
    this.jdk = MeasuredJdk.of(options.jdk());
  }

  /// {@return the conditions on which the figures depend, by name} A stopped run can only be
  /// continued if all of them are the same.
  public Map<String, String> identity() {
    Map<String, String> identity = new LinkedHashMap<>();
    identity.put("Ashlar", ClassPathDigest.ofThisJvm());
    identity.put("JDK", jdk.version() + ", " + jdk.vm());
    identity.put("JVM flags", String.join(" ", vmFlags()));
    identity.put("processor", Machine.cpu() + " x " + Machine.cores());
    identity.put("system", Machine.os());
    identity.put("mode", options.mode().toString());
    identity.put(
        "experiments",
        plans.stream().map(plan -> plan.experiment().name()).collect(Collectors.joining(" ")));
    identity.put("--case", options.cases().orElse("*"));
    identity.put("--contender", options.contenders().orElse("*"));
    identity.put("--forks", options.rounds().isPresent() ? "" + options.rounds().getAsInt() : "");
    identity.put("--load", "" + options.load());
    identity.put("--prof", String.join(" ", options.profilers()));
    identity.put("--text", options.text().map(Object::toString).orElse(""));
    identity.put("content of --text", options.text().map(ClassPathDigest::ofFile).orElse(""));
    return identity;
  }

  /// {@return how long the run will take, without the cases that are finished}
  private Duration estimate(Optional<Pieces> pieces) {
    return plans.stream()
        .flatMap(plan ->
            plan.cases().stream()
                .filter(one -> !isFinished(plan, one, pieces))
                .map(one -> Estimate.of(plan.experiment(), one, options)))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private int countFinished(Optional<Pieces> pieces) {
    return (int)
        plans.stream()
            .flatMap(plan -> plan.cases().stream().filter(one -> isFinished(plan, one, pieces)))
            .count();
  }

  private static boolean isFinished(Plan plan, CasePlan one, Optional<Pieces> pieces) {
    return pieces
        .filter(kept -> kept.has(plan.experiment().name(), one.theCase().name()))
        .isPresent();
  }

  /// Runs all experiments.
  ///
  /// @param log gets the output of JMH and of the measured JVMs
  /// @param pieces stores the finished cases; a case that it already has is not measured again
  /// @return the measurements
  public LabRun run(PrintStream log, Optional<Pieces> pieces) {
    List<String> found = stopped ? List.of() : warnings();
    List<String> commands = stopped ? List.of() : Machine.compileCommands();
    synchronized (this) {
      warnings = found;
      compileCommands = commands;
    }
    Duration estimate = estimate(pieces);
    listener.started(
        plans.stream().mapToInt(plan -> plan.cases().size()).sum(),
        countFinished(pieces),
        estimate,
        seed,
        found);
    Clock clock = new Clock(estimate);
    try (Forks forks = new Forks(options, jdk, log);
        MachineLoad _ = MachineLoad.start(stopped ? 0 : options.load())) {
      Proofs proofs = new Proofs(options, jdk, log, forks);
      archiveClasses(forks);
      for (Plan plan : plans) {
        if (!stopped) {
          run(plan, forks, proofs, pieces, clock);
        }
      }
    }
    synchronized (this) {
      complete = !stopped;
    }
    return result();
  }

  /// Pays if many JVMs are started.
  private void archiveClasses(Forks forks) {
    long pairs =
        plans.stream()
            .flatMap(plan -> plan.cases().stream())
            .mapToLong(c -> c.pairs().size())
            .sum();
    if (stopped || pairs < MIN_ARCHIVE_PAIRS || !options.profilers().isEmpty()) {
      return;
    }
    Plan first = plans.getFirst();
    forks.archiveClasses(first.experiment(), first.cases().getFirst().pairs().getFirst());
  }

  private List<String> warnings() {
    List<String> found = new ArrayList<>(BusyMachine.warnings());
    if (options.load() > 0) {
      found.add(
          "on purpose, a process of the lab keeps one core busy %.0f %% of the time (--load %s)"
              .formatted(100 * options.load(), options.load()));
    }
    return found;
  }

  /// Stops the run: no further JVM is started, and the results of running JVMs are dropped. Any
  /// thread may call this.
  public void stop() {
    stopped = true;
  }

  private void run(Plan plan, Forks forks, Proofs proofs, Optional<Pieces> pieces, Clock clock) {
    Progress progress = new Progress(plan);
    synchronized (this) {
      current = progress;
    }
    String name = plan.experiment().name();
    listener.experimentStarted(name, plan.experiment().title(), plan.experiment().question());
    for (CasePlan casePlan : plan.cases()) {
      String caseName = casePlan.theCase().name();
      Optional<Piece> piece = pieces.flatMap(kept -> kept.find(name, caseName));
      if (piece.isPresent()) {
        add(progress, caseName, piece.get());
        listener.caseTakenOver(piece.get().run().experiments().getFirst());
        continue;
      }
      Duration estimate = Estimate.of(plan.experiment(), casePlan, options);
      listener.caseStarted(name, caseName);
      run(plan.experiment(), casePlan, forks, proofs, () -> clock.finish(estimate));
      if (stopped) {
        return;
      }
      Piece done = new Piece(ofOneCase(), forks.drainJmhJson());
      pieces.ifPresent(kept -> kept.add(name, caseName, done));
      add(progress, caseName, done);
    }
    LabRun.Experiment experiment;
    synchronized (this) {
      experiment = progress.toExperiment();
      finished.add(experiment);
      current = null;
    }
    listener.experimentFinished(experiment);
  }

  private synchronized void add(Progress progress, String caseName, Piece piece) {
    progress.add(caseName, piece.run().experiments().getFirst());
    jmhJsons.add(piece.jmhJson());
    currentCase = null;
  }

  private synchronized LabRun ofOneCase() {
    return describe(true, currentCase == null ? List.of() : List.of(currentCase.toExperiment()));
  }

  private void run(
      Experiment experiment, CasePlan plan, Forks forks, Proofs proofs, Supplier<Duration> left) {
    CaseRun run =
        new CaseRun(experiment, plan, options.rule(experiment.isObserved(plan.theCase())), seed);
    synchronized (this) {
      currentCase = run;
    }
    if (!experiment.isObserved(plan.theCase())) {
      // An observation is cold on purpose, and proves each of its results itself.
      Map<Pair, Outcome> refuted = proofs.refuted(experiment, plan.pairs());
      synchronized (this) {
        if (!stopped) {
          refuted.forEach((pair, why) -> run.add(pair, 0, why));
        }
      }
    }
    for (List<Pair> order = draw(run); !order.isEmpty(); order = draw(run)) {
      if (takesTurns(experiment, plan.theCase(), order)) {
        tell(experiment, order.getFirst(), run.round() + 1);
        List<Outcome> outcomes = forks.measureInTurns(experiment, order, run.random());
        for (int position = 0; position < order.size(); position++) {
          add(run, order.get(position), position, outcomes.get(position));
        }
      } else {
        for (int position = 0; position < order.size() && !stopped; position++) {
          Pair pair = order.get(position);
          tell(experiment, pair, run.round() + 1);
          add(run, pair, position, forks.measure(experiment, pair));
        }
      }
      synchronized (this) {
        if (!stopped) {
          run.endRound();
          loads += Machine.load();
          loadCount++;
        }
      }
    }
    if (!stopped) {
      listener.caseFinished(run.toExperiment(), left.get());
    }
    for (Pair pair : plan.explained()) {
      if (!stopped && !run.isOut(pair)) {
        tell(experiment, pair, 0);
        LabRun.Evidence evidence = forks.explain(experiment, pair);
        synchronized (this) {
          if (!stopped) {
            run.add(evidence);
          }
        }
      }
    }
  }

  private synchronized void add(CaseRun run, Pair pair, int position, Outcome outcome) {
    if (!stopped) {
      run.add(pair, position, outcome);
    }
  }

  /// Profilers want a JVM each, and some the whole machine.
  private boolean takesTurns(Experiment experiment, Case theCase, List<Pair> pairs) {
    long mebibytes =
        pairs.stream().mapToLong(pair -> experiment.mebibytes(theCase, pair.contender())).sum();
    return options.profilers().isEmpty()
        && !experiment.isAlone(theCase)
        && mebibytes <= MachineMemory.freeMebibytes() / 2;
  }

  private List<Pair> draw(CaseRun run) {
    return stopped ? List.of() : run.draw();
  }

  private void tell(Experiment experiment, Pair pair, int round) {
    listener.forkStarted(experiment.name(), pair.theCase().name(), pair.contender().name(), round);
  }

  /// {@return the measurements so far}
  public synchronized LabRun result() {
    List<LabRun.Experiment> experiments = new ArrayList<>(finished);
    if (current != null) {
      Progress progress = new Progress(current);
      if (currentCase != null) {
        progress.add(currentCase.plan().theCase().name(), currentCase.toExperiment());
      }
      LabRun.Experiment soFar = progress.toExperiment();
      if (!soFar.rows().isEmpty()) {
        experiments.add(soFar);
      }
    }
    return describe(complete, experiments);
  }

  /// {@return all timed pairs of finished cases, in JMH's JSON format}
  public synchronized String jmhJson() {
    return JmhJson.joined(jmhJsons);
  }

  private LabRun describe(boolean isComplete, List<LabRun.Experiment> experiments) {
    double steal =
        timesBefore
            .flatMap(before -> ProcessorTimes.now().map(now -> now.since(before)))
            .map(ProcessorTimes::stealShare)
            .orElse(Double.NaN);
    return Machine.describe(
        options.mode(),
        jdk,
        vmFlags(),
        started,
        isComplete,
        new LabRun.Conditions(
            Machine.governor(),
            Machine.turbo(),
            loadBefore,
            loads / loadCount,
            steal,
            compileCommands,
            seed,
            warnings),
        experiments);
  }

  private static List<String> vmFlags() {
    List<String> flags = new ArrayList<>(MeasuredFlags.COMMON);
    flags.addAll(JvmFlags.ofEnvironment(System.getenv()));
    return flags;
  }

  /// Measures how accurate the estimates were, to predict the remaining time.
  private static final class Clock {
    private final long start = System.nanoTime();
    private Duration rest;
    private Duration finished = Duration.ZERO;

    Clock(Duration estimate) {
      rest = estimate;
    }

    /// Records that a case is finished.
    ///
    /// @param estimate the estimated time of the case
    /// @return the predicted time of all remaining cases
    Duration finish(Duration estimate) {
      rest = rest.minus(estimate);
      finished = finished.plus(estimate);
      double factor = (double) (System.nanoTime() - start) / finished.toNanos();
      return Duration.ofNanos((long) (rest.toNanos() * factor));
    }
  }
}
