package dev.ashlar.lab;

import dev.ashlar.jit.CompilationLog;
import dev.ashlar.lab.Experiment.Case;
import dev.ashlar.lab.Plan.Pair;
import dev.ashlar.report.LabRun;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Starts the JVMs that measure, one at a time, through JMH.
final class Forks {
  /// Flags of every measured JVM: a small heap whose young part is touched during warm-up.
  static final List<String> COMMON_FLAGS =
      List.of("-XX:+UseG1GC", "-Xms256m", "-Xmx256m", "-Xmn64m");

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final LabOptions options;
  private final OutputFormat log;

  /// @param log takes what JMH and the measured JVMs print
  Forks(LabOptions options, PrintStream log) {
    this.options = options;
    this.log = OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL);
    System.setProperty("jmh.ignoreLock", "true");
  }

  /// What one JVM measured, or why it did not.
  sealed interface Outcome {
    /// Nanoseconds an operation, one for each iteration; bytes allocated an operation.
    record Measured(List<Double> scores, double bytesPerOp) implements Outcome {}

    /// What an [Observation] told.
    record Watched(Observation.Observed observed) implements Outcome {}

    record Unavailable(String why) implements Outcome {}

    record Failed(String why) implements Outcome {}
  }

  Outcome measure(Experiment experiment, Pair pair) {
    Path reasonFile = createFile(".txt");
    Path observedFile = createFile(".txt");
    try {
      Collection<RunResult> results =
          new Runner(jmhOptions(experiment, pair, reasonFile, observedFile).build(), log).run();
      if (results.size() != 1) {
        return notMeasured(Files.readString(reasonFile));
      }
      return experiment.isObserved(pair.theCase())
          ? new Outcome.Watched(ObservedFile.read(observedFile))
          : measured(results.iterator().next(), experiment, pair.theCase());
    } catch (RunnerException | IOException e) {
      return new Outcome.Failed(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
    } finally {
      ScratchFiles.delete(reasonFile);
      ScratchFiles.delete(observedFile);
    }
  }

  /// Runs the pair once more, with HotSpot's compilation log on and so not timed, and looks up what
  /// became of the calls in the method that the experiment names.
  LabRun.Evidence explain(Experiment experiment, Pair pair) {
    Path reasonFile = createFile(".txt");
    Path observedFile = createFile(".txt");
    Path compilations = createFile(".log");
    try {
      ChainedOptionsBuilder builder =
          jmhOptions(experiment, pair, reasonFile, observedFile)
              .jvmArgsAppend(CompilationLog.jvmFlags(compilations).toArray(String[]::new))
              .measurementIterations(1);
      if (new Runner(builder.build(), log).run().size() != 1) {
        return CallEvidence.none(pair, reason(Files.readString(reasonFile)));
      }
      String method = experiment.explained(pair.theCase(), pair.contender()).orElseThrow();
      return new CallEvidence(CompilationLog.read(compilations), method).of(pair);
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
    List<String> flags = new ArrayList<>(COMMON_FLAGS);
    flags.addAll(experiment.flags(pair.theCase(), pair.contender()));
    flags.add("-D" + LabBenchmark.REASON_FILE + "=" + reasonFile);
    flags.add("-D" + LabBenchmark.OBSERVED_FILE + "=" + observedFile);
    flags.add("-D" + LabBenchmark.MODE + "=" + mode.name());
    options
        .text()
        .ifPresent(text -> flags.add("-D" + LabBenchmark.TEXT_FILE + "=" + text.toAbsolutePath()));
    boolean once = experiment.isObserved(pair.theCase());
    String method = once ? "runOnce" : experiment.isLong(pair.theCase()) ? "runLong" : "run";
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .include("^" + Pattern.quote(LabBenchmark.class.getName() + "." + method) + "$")
            .param("experiment", experiment.name())
            .param("theCase", pair.theCase().name())
            .param("contender", pair.contender().name())
            .threads(experiment.threads(pair.theCase()))
            .operationsPerInvocation(experiment.operations(pair.theCase()))
            .forks(1)
            .warmupIterations(once ? 0 : mode.warmupIterations())
            .warmupTime(TimeValue.milliseconds(mode.warmupTime().toMillis()))
            .measurementIterations(once ? 1 : mode.iterations())
            .measurementTime(TimeValue.milliseconds(mode.iterationTime().toMillis()))
            .jvmArgs(flags.toArray(String[]::new))
            .addProfiler(GCProfiler.class)
            .shouldFailOnError(false);
    return builder;
  }

  private static Outcome measured(RunResult result, Experiment experiment, Case theCase) {
    boolean isLong = experiment.isLong(theCase);
    String bytesResult = isLong ? LabBenchmark.BYTES_PER_CALL : ALLOCATED;
    // JMH adds up what the threads report, and knows of no operations in what is counted.
    int share = isLong ? experiment.operations(theCase) * experiment.threads(theCase) : 1;
    List<Double> scores = new ArrayList<>();
    double allocated = 0;
    int iterations = 0;
    for (var fork : result.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        scores.add(iteration.getPrimaryResult().getScore());
        Result<?> bytes = iteration.getSecondaryResults().get(bytesResult);
        allocated += bytes == null ? Double.NaN : bytes.getScore();
        iterations++;
      }
    }
    return new Outcome.Measured(scores, allocated / iterations / share);
  }

  private static Outcome notMeasured(String written) {
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

  private static Path createFile(String suffix) {
    try {
      return Files.createTempFile(ScratchFiles.PREFIX, suffix);
    } catch (IOException e) {
      throw LabException.failed("cannot write to the temporary folder: " + e.getMessage());
    }
  }
}
