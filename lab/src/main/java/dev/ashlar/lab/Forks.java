// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Mode;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.machine.MeasuredJdk;
import dev.ashlar.results.LabRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
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

/// Starts the measured JVMs one after another, through JMH.
public final class Forks {
  /// The share of the measured time above which compilations may have affected the result. A JVM
  /// always has some small method to compile.
  public static final double COMPILED_SHARE = 0.05;

  private final LabOptions options;
  private final MeasuredJdk jdk;
  private final OutputFormat log;
  private final List<RunResult> results = new ArrayList<>();

  /// @param log takes what JMH and the measured JVMs print
  Forks(LabOptions options, MeasuredJdk jdk, PrintStream log) {
    this.options = options;
    this.jdk = jdk;
    this.log = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
    // JMH would take for each JVM the lock that the whole run has, see RunLock.
    System.setProperty("jmh.ignoreLock", "true");
  }

  /// The result of one JVM, or the reason why there is none.
  public sealed interface Outcome {
    /// The timed scores.
    ///
    /// @param scores nanoseconds per operation, one for each iteration
    /// @param bytesPerOp bytes allocated per operation
    /// @param compiledDuring whether the JIT compilers worked for more than [Forks#COMPILED_SHARE]
    ///   of the measured time
    record Measured(List<Double> scores, double bytesPerOp, boolean compiledDuring)
        implements Outcome {}

    /// The result of an `Observation`.
    record Watched(Observation.Observed observed) implements Outcome {}

    record Unavailable(String why) implements Outcome {}

    record Failed(String why) implements Outcome {}
  }

  Outcome measure(Experiment experiment, Pair pair) {
    Path reasonFile = ScratchFiles.create(".txt");
    Path observedFile = ScratchFiles.create(".txt");
    try {
      ChainedOptionsBuilder builder = jmhOptions(experiment, pair, reasonFile, observedFile);
      for (String profiler : options.profilers()) {
        int colon = profiler.indexOf(':');
        builder.addProfiler(
            colon < 0 ? profiler : profiler.substring(0, colon),
            colon < 0 ? "" : profiler.substring(colon + 1));
      }
      Collection<RunResult> ran = new Runner(builder.build(), log).run();
      if (ran.size() != 1) {
        return notMeasured(Files.readString(reasonFile));
      }
      RunResult result = ran.iterator().next();
      results.add(result);
      return experiment.isObserved(pair.theCase())
          ? new Outcome.Watched(ObservedFile.read(observedFile))
          : measured(result);
    } catch (RunnerException | IOException e) {
      return new Outcome.Failed(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
    } finally {
      ScratchFiles.delete(reasonFile);
      ScratchFiles.delete(observedFile);
    }
  }

  /// Runs the pair once more with HotSpot's compilation log, not timed, and looks up what became of
  /// the calls in the method that the experiment names, and of its loops.
  LabRun.Evidence explain(Experiment experiment, Pair pair) {
    Path reasonFile = ScratchFiles.create(".txt");
    Path observedFile = ScratchFiles.create(".txt");
    Path compilations = ScratchFiles.create(".log");
    try {
      String method = experiment.explained(pair.theCase(), pair.contender()).orElseThrow();
      List<String> flags = new ArrayList<>(CompilationLog.jvmFlags(compilations));
      if (experiment.showsLoops()) {
        flags.addAll(LoopEvidence.jvmFlags(compilations, method));
      }
      ChainedOptionsBuilder builder =
          jmhOptions(experiment, pair, reasonFile, observedFile)
              .jvmArgsAppend(flags.toArray(String[]::new))
              .measurementIterations(1);
      if (new Runner(builder.build(), log).run().size() != 1) {
        return CallEvidence.none(pair, reason(Files.readString(reasonFile)));
      }
      LabRun.Evidence calls = new CallEvidence(CompilationLog.read(compilations), method).of(pair);
      return experiment.showsLoops() ? LoopEvidence.addTo(calls, compilations) : calls;
    } catch (RunnerException | IOException e) {
      return CallEvidence.none(pair, Optional.ofNullable(e.getMessage()).orElse(e.toString()));
    } finally {
      ScratchFiles.delete(reasonFile);
      ScratchFiles.delete(observedFile);
      ScratchFiles.delete(compilations);
    }
  }

  private ChainedOptionsBuilder jmhOptions(
      Experiment experiment, Pair pair, Path reasonFile, Path observedFile) {
    Mode mode = options.mode();
    List<String> flags = new ArrayList<>(MeasuredFlags.of(experiment, pair, options));
    flags.add("-D" + LabBenchmark.REASON_FILE + "=" + reasonFile);
    flags.add("-D" + LabBenchmark.OBSERVED_FILE + "=" + observedFile);
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

  private Outcome measured(RunResult result) {
    List<Double> scores = new ArrayList<>();
    double allocated = 0;
    double operations = 0;
    double compiledMillis = 0;
    for (var fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        scores.add(iteration.getPrimaryResult().getScore());
        allocated += counted(iteration, LabBenchmark.ALLOCATED);
        operations += iteration.getMetadata().getAllOps();
        compiledMillis +=
            counted(iteration, LabBenchmark.COMPILED) / iteration.getBenchmarkParams().getThreads();
      }
    }
    double measuredMillis = scores.size() * (double) options.mode().iterationTime().toMillis();
    return new Outcome.Measured(
        scores, allocated / operations, compiledMillis > COMPILED_SHARE * measuredMillis);
  }

  private static double counted(IterationResult iteration, String name) {
    Result<?> counted = iteration.getSecondaryResults().get(name);
    return counted == null ? Double.NaN : counted.getScore();
  }

  /// {@return all that was timed since the last call, a JVM of each pair and round, as JMH's own
  /// JSON}
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
