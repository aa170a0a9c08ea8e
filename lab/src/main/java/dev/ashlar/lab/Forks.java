// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.FailureReason;
import dev.ashlar.lab.experiment.LabException;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.machine.MeasuredJdk;
import dev.ashlar.lab.statistics.Slices;
import dev.ashlar.lab.statistics.Slices.Slice;
import dev.ashlar.lab.turns.Turns;
import dev.ashlar.results.LabRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Starts the measured JVMs through JMH. The JVMs of a round start together if they take turns, and
/// otherwise one after another.
final class Forks implements AutoCloseable {
  /// The share of the measured time above which compilations may have affected the result. A JVM
  /// always has some small method to compile.
  static final double COMPILED_SHARE = 0.05;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final String QUIET_ARCHIVE = "-Xlog:cds*=off,aot*=off";

  private final LabOptions options;
  private final MeasuredJdk jdk;
  private final OutputFormat log;
  private final List<RunResult> results = new ArrayList<>();

  /// The file of [#archiveClasses]; null if there is none.
  private @Nullable Path archive;

  /// @param log takes what JMH and the measured JVMs print
  Forks(LabOptions options, MeasuredJdk jdk, PrintStream log) {
    this.options = options;
    this.jdk = jdk;
    this.log = format(log);
    // JMH would take for each JVM the lock that the whole run has, see RunLock.
    System.setProperty("jmh.ignoreLock", "true");
  }

  private static OutputFormat format(PrintStream log) {
    return OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
  }

  /// The result of one JVM, or the reason why there is none.
  sealed interface Outcome {
    /// The timed scores.
    ///
    /// @param score the score of the fork, in nanoseconds per operation
    /// @param scores the scores of the iterations, in nanoseconds per operation
    /// @param disturbed the numbers of iterations that other JVMs of the round disturbed, from 0
    /// @param bytesPerOp bytes allocated per operation
    /// @param compiledDuring whether the JIT compilers worked for more than [Forks#COMPILED_SHARE]
    ///   of the measured time
    record Measured(
        double score,
        List<Double> scores,
        List<Integer> disturbed,
        double bytesPerOp,
        boolean compiledDuring)
        implements Outcome {}

    /// The result of an `Observation`.
    record Watched(Observation.Observed observed) implements Outcome {}

    record Unavailable(String why) implements Outcome {}

    record Failed(String why) implements Outcome {}
  }

  /// Runs a pair once, to archive the classes that each measured JVM needs (CDS, JEP 350). The
  /// archive saves later JVMs a third of their start. It has no compiled code and, unlike an AOT
  /// cache (JEP 515), no profiles.
  void archiveClasses(Experiment experiment, Pair pair) {
    Path file = ScratchFiles.create(".jsa");
    try (Reports reports = new Reports()) {
      ChainedOptionsBuilder builder =
          jmhOptions(experiment, pair, reports)
              .jvmArgsAppend("-XX:ArchiveClassesAtExit=" + file, QUIET_ARCHIVE)
              .warmupIterations(0)
              .measurementIterations(1);
      new Runner(builder.build(), log).run();
      archive = Files.size(file) > 0 ? file : null;
    } catch (RunnerException | IOException none) {
      archive = null;
    } finally {
      if (archive == null) {
        ScratchFiles.delete(file);
      }
    }
  }

  /// The files into which a measured JVM writes the reason for a failure, and its observation.
  private record Reports(Path reason, Path observed) implements AutoCloseable {
    Reports() {
      this(ScratchFiles.create(".txt"), ScratchFiles.create(".txt"));
    }

    @Override
    public void close() {
      ScratchFiles.delete(reason);
      ScratchFiles.delete(observed);
    }
  }

  /// Returns the flags with which a JVM uses the archived classes; none without an archive. A JVM
  /// whose other flags do not fit the archive ignores it.
  List<String> archiveFlags() {
    return archive == null ? List.of() : List.of("-XX:SharedArchiveFile=" + archive, QUIET_ARCHIVE);
  }

  @Override
  public void close() {
    if (archive != null) {
      ScratchFiles.delete(archive);
    }
  }

  /// Measures pairs of a case, each in a JVM of its own. The JVMs take turns: see [Turns].
  ///
  /// @return the outcomes, in the order of the pairs
  List<Outcome> measureInTurns(Experiment experiment, List<Pair> pairs, Random random) {
    List<ByteArrayOutputStream> logs =
        pairs.stream().map(_ -> new ByteArrayOutputStream()).toList();
    List<Future<Outcome>> forks = new ArrayList<>();
    // The turns end first: JVMs that wait for one go on without, and end.
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new);
        Turns turns = new Turns(pairs.size(), random)) {
      for (int i = 0; i < pairs.size(); i++) {
        int participant = i;
        OutputFormat format = format(new PrintStream(logs.get(i), true, UTF_8));
        forks.add(
            threads.submit(() -> {
              try {
                return measure(
                    experiment,
                    pairs.get(participant),
                    List.of(turns.flag(participant)),
                    format,
                    () -> turns.disturbed(participant));
              } finally {
                turns.ended(participant);
              }
            }));
      }
      turns.conduct(options.mode().iterations());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw LabException.failed("interrupted while measuring");
    } catch (IOException e) {
      throw LabException.failed("cannot open a local socket: " + FailureReason.of(e));
    }
    logs.forEach(one -> log.print(one.toString(UTF_8)));
    return forks.stream().map(Future::resultNow).toList();
  }

  Outcome measure(Experiment experiment, Pair pair) {
    return measure(experiment, pair, List.of(), log, BitSet::new);
  }

  private Outcome measure(
      Experiment experiment,
      Pair pair,
      List<String> flags,
      OutputFormat log,
      Supplier<BitSet> disturbed) {
    try (Reports reports = new Reports()) {
      ChainedOptionsBuilder builder =
          jmhOptions(experiment, pair, reports)
              .jvmArgsAppend(
                  Stream.concat(archiveFlags().stream(), flags.stream()).toArray(String[]::new));
      for (String profiler : options.profilers()) {
        int colon = profiler.indexOf(':');
        builder.addProfiler(
            colon < 0 ? profiler : profiler.substring(0, colon),
            colon < 0 ? "" : profiler.substring(colon + 1));
      }
      Collection<RunResult> ran = new Runner(builder.build(), log).run();
      if (ran.size() != 1) {
        return notMeasured(Files.readString(reports.reason));
      }
      RunResult result = ran.iterator().next();
      synchronized (results) {
        results.add(result);
      }
      return experiment.isObserved(pair.theCase())
          ? new Outcome.Watched(ObservedFile.read(reports.observed))
          : measured(result, disturbed.get());
    } catch (RunnerException | IOException e) {
      return new Outcome.Failed(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
    }
  }

  /// Runs the pair in a further JVM with HotSpot's compilation log, without adding its score to the
  /// results. The evidence shows how C2 compiled the calls in the method that the experiment names.
  /// It also has the loops of this method if [Experiment#showsLoops].
  LabRun.Evidence explain(Experiment experiment, Pair pair) {
    Path compilations = ScratchFiles.create(".log");
    try (Reports reports = new Reports()) {
      String method = experiment.explained(pair.theCase(), pair.contender()).orElseThrow();
      List<String> flags = new ArrayList<>(CompilationLog.jvmFlags(compilations));
      if (experiment.showsLoops()) {
        flags.addAll(LoopEvidence.jvmFlags(compilations, method));
      }
      ChainedOptionsBuilder builder =
          jmhOptions(experiment, pair, reports)
              .jvmArgsAppend(flags.toArray(String[]::new))
              .measurementIterations(1);
      if (new Runner(builder.build(), log).run().size() != 1) {
        return CallEvidence.none(pair, reason(Files.readString(reports.reason)));
      }
      LabRun.Evidence calls = new CallEvidence(CompilationLog.read(compilations), method).of(pair);
      return experiment.showsLoops() ? LoopEvidence.addTo(calls, compilations) : calls;
    } catch (RunnerException | IOException e) {
      return CallEvidence.none(pair, Optional.ofNullable(e.getMessage()).orElse(e.toString()));
    } finally {
      ScratchFiles.delete(compilations);
    }
  }

  private ChainedOptionsBuilder jmhOptions(Experiment experiment, Pair pair, Reports reports) {
    Mode mode = options.mode();
    List<String> flags = new ArrayList<>(MeasuredFlags.of(experiment, pair, options));
    flags.add("-D" + LabBenchmark.REASON_FILE + "=" + reports.reason);
    flags.add("-D" + LabBenchmark.OBSERVED_FILE + "=" + reports.observed);
    boolean once = experiment.isObserved(pair.theCase());
    String method = once ? "runOnce" : "run";
    return new OptionsBuilder()
        .include("^" + Pattern.quote(LabBenchmark.class.getName() + "." + method) + "$")
        .param("experiment", experiment.name())
        .param("theCase", pair.theCase().name())
        .param("contender", pair.contender().name())
        .threads(experiment.threads(pair.theCase()))
        .operationsPerInvocation(experiment.operations(pair.theCase()))
        .jvm(jdk.java().toString())
        .forks(1)
        .warmupIterations(once ? 0 : mode.warmupIterations())
        .warmupTime(TimeValue.milliseconds(mode.warmupTime().toMillis()))
        .measurementIterations(once ? 1 : mode.iterations())
        .measurementTime(TimeValue.milliseconds(mode.iterationTime().toMillis()))
        .jvmArgs(flags.toArray(String[]::new))
        .shouldFailOnError(false);
  }

  private static Outcome measured(RunResult result, BitSet disturbed) {
    List<Slice> slices = new ArrayList<>();
    double allocated = 0;
    double operations = 0;
    double compiledMillis = 0;
    for (var fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        double score = iteration.getPrimaryResult().getScore();
        double count = iteration.getMetadata().getAllOps();
        int threads = iteration.getBenchmarkParams().getThreads();
        slices.add(
            new Slice(
                score,
                score * count / threads / NANOS_PER_MILLI,
                (long) counted(iteration, LabBenchmark.COLLECTIONS) / threads,
                (long) counted(iteration, LabBenchmark.COLLECTED) / threads,
                disturbed.get(slices.size())));
        allocated += counted(iteration, LabBenchmark.ALLOCATED);
        operations += count;
        compiledMillis += counted(iteration, LabBenchmark.COMPILED) / threads;
      }
    }
    double measuredMillis = slices.stream().mapToDouble(Slice::millis).sum();
    return new Outcome.Measured(
        Slices.score(slices),
        slices.stream().map(Slice::score).toList(),
        disturbed.stream().boxed().toList(),
        allocated / operations,
        compiledMillis > COMPILED_SHARE * measuredMillis);
  }

  private static double counted(IterationResult iteration, String name) {
    Result<?> counted = iteration.getSecondaryResults().get(name);
    return counted == null ? Double.NaN : counted.getScore();
  }

  /// {@return JMH's results since the last call, in JMH's JSON format, with one result for each
  /// pair}
  String drainJmhJson() {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(json, true, UTF_8))
        .writeOut(merged());
    results.clear();
    return json.toString(UTF_8);
  }

  /// JMH knows one run for each JVM; its viewers want one result for each pair.
  private List<RunResult> merged() {
    Map<String, List<RunResult>> pairs = new LinkedHashMap<>();
    results.forEach(
        one -> pairs.computeIfAbsent(one.getParams().id(), _ -> new ArrayList<>()).add(one));
    return pairs.values().stream()
        .map(runs ->
            new RunResult(
                runs.getFirst().getParams(),
                runs.stream().flatMap(run -> run.getBenchmarkResults().stream()).toList()))
        .toList();
  }

  static Outcome notMeasured(String written) {
    return written.startsWith(LabBenchmark.UNAVAILABLE)
        ? new Outcome.Unavailable(reason(written))
        : new Outcome.Failed(reason(written));
  }

  private static String reason(String written) {
    for (String kind : List.of(LabBenchmark.UNAVAILABLE, LabBenchmark.FAILED)) {
      if (written.startsWith(kind)) {
        return written.substring(kind.length());
      }
    }
    return "its JVM ended without a result; see lab.log";
  }
}
