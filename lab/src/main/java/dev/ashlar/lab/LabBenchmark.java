// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab;

import com.sun.management.ThreadMXBean;
import dev.ashlar.lab.experiment.Experiment;
import dev.ashlar.lab.experiment.Observation;
import dev.ashlar.lab.experiment.UnavailableException;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import dev.ashlar.lab.turns.Turn;
import dev.ashlar.results.LabRun.Case;
import dev.ashlar.results.LabRun.Contender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;

/// The only benchmark that JMH knows. It runs a pair of case and contender, given by name. Its JVM
/// runs no other pair. So the call of the workload is monomorphic, as in a benchmark of its own.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LabBenchmark {
  /// The system property with the file for the reason why a pair could not be measured.
  static final String REASON_FILE = "ashlar.lab.reason";

  /// The system property with the file for the figures of an [Observation].
  static final String OBSERVED_FILE = "ashlar.lab.observed";

  /// The system property with the file of the user's own lines, for the experiment `strings`.
  static final String TEXT_FILE = "ashlar.lab.text";

  /// The system property with the mode of the run; `QUICK` if absent.
  static final String MODE = "ashlar.lab.mode";

  /// JMH's name for [Meter#allocatedBytes], the bytes that an iteration allocated.
  static final String ALLOCATED = "allocatedBytes";

  /// JMH's name for [Meter#compiledMillis], the milliseconds of compilations in an iteration.
  static final String COMPILED = "compiledMillis";

  /// JMH's name for [Meter#collections], the number of garbage collections in an iteration.
  static final String COLLECTIONS = "collections";

  /// JMH's name for [Meter#collectedMillis], the milliseconds of those collections.
  static final String COLLECTED = "collectedMillis";

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static final String UNAVAILABLE = "unavailable: ";
  static final String FAILED = "failed: ";

  /// The time for which a JVM runs the work at the beginning of its turn, before JMH times it.
  private static final long UNCOUNTED_NANOS = 2_000_000;

  @Param("")
  public String experiment = "";

  @Param("")
  public String theCase = "";

  @Param("")
  public String contender = "";

  /// Null before [#prepare]: an empty workload would be a second receiver class of the call.
  @SuppressWarnings("NullAway.Init")
  private Workload workload;

  /// True if [Workload#isSpread]. [Meter] reads this field instead of a parameter: for a parameter,
  /// JMH would make another benchmark for each method, with a workload of its own.
  private static boolean spread;

  /// The benchmark of one of the threads. [Meter] runs this benchmark between iterations.
  private static @Nullable LabBenchmark current;

  private static @Nullable Turn turn;

  @Setup
  public void prepare() throws IOException {
    Compilers.awaitIdle();
    try {
      workload = workload(experiment, theCase, contender);
      spread = workload.isSpread();
      workload.prepare();
      current = this;
      turn = Turn.ofThisJvm().orElse(null);
    } catch (RuntimeException | Error e) {
      leaveReason(reason(e));
      throw e;
    }
  }

  /// Verifies the results in the JVM that timed the code, with the same compiled code.
  @TearDown
  public void verify() {
    try {
      if (turn != null) {
        // The other JVMs of the round may still measure.
        turn.await();
      }
      workload.verify();
    } catch (RuntimeException | Error e) {
      leaveReason(reason(e));
      throw e;
    }
  }

  /// Creates the workload of a pair. [#TEXT_FILE] and [#MODE] of this JVM configure the workload.
  static Workload workload(String experiment, String theCase, String contender) {
    Optional<Path> text = Optional.ofNullable(System.getProperty(TEXT_FILE)).map(Path::of);
    dev.ashlar.lab.experiment.Mode mode =
        dev.ashlar.lab.experiment.Mode.valueOf(
            System.getProperty(MODE, dev.ashlar.lab.experiment.Mode.QUICK.name()));
    Experiment found = Experiments.named(List.of(experiment), mode, text).getFirst();
    return found.workload(
        named(found.cases(), Case::name, theCase),
        named(found.contenders(), Contender::name, contender));
  }

  /// {@return the reason for [#REASON_FILE]} For a failed static initializer, the reason is its
  /// cause.
  static String reason(Throwable e) {
    Throwable thrown =
        e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    String message = Optional.ofNullable(thrown.getMessage()).orElse("");
    return switch (thrown) {
      case UnavailableException _ -> UNAVAILABLE + message;
      case WrongResultException _ -> FAILED + "wrong result: " + message;
      default -> FAILED + thrown.getClass().getSimpleName() + ": " + message;
    };
  }

  /// Does the work once, in a compilation of its own. Otherwise C2 would inline this method into
  /// both loops of JMH's method during the measurement. So much code exceeds the limits of one
  /// compilation.
  @Benchmark
  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  public long run(Meter meter) {
    return workload.run();
  }

  /// Does the work of an [Observation] once, and stores the figures in [#OBSERVED_FILE].
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  public long runOnce(Meter meter) throws IOException {
    try {
      long result = workload.run();
      ObservedFile.write(
          Path.of(System.getProperty(OBSERVED_FILE)), ((Observation) workload).observed());
      return result;
    } catch (RuntimeException | Error e) {
      leaveReason(reason(e));
      throw e;
    }
  }

  /// Counts allocations, compilations and garbage collections from before the first call of an
  /// iteration until after the last call. JMH reports the public fields, summed over threads.
  ///
  /// Before a measured iteration, the meter warms up the work and waits for the turn of this JVM.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Meter {
    public long allocatedBytes;
    public long compiledMillis;
    public long collections;
    public long collectedMillis;
    private long allocatedBefore;
    private long compiledBefore;
    private long compiledAfter;
    private long collectionsBefore;
    private long collectedBefore;

    private boolean warm;

    @Setup(Level.Iteration)
    public void start(IterationParams iteration) {
      LabBenchmark benchmark = Objects.requireNonNull(current);
      if (iteration.getType() == IterationType.MEASUREMENT && !warm) {
        Compilers.warmUp(() -> benchmark.run(this));
        warm = true;
      }
      if (!warm || Compilers.haveWorkedSince(compiledAfter)) {
        Compilers.awaitIdle();
      }
      if (iteration.getType() == IterationType.MEASUREMENT && turn != null) {
        turn.await();
        Compilers.repeat(() -> benchmark.run(this), UNCOUNTED_NANOS);
      }
      compiledBefore = Compilers.totalMillis();
      collectionsBefore = Collectors.count();
      collectedBefore = Collectors.totalMillis();
      allocatedBefore = allocated();
    }

    @TearDown(Level.Iteration)
    public void stop() {
      allocatedBytes = allocated() - allocatedBefore;
      compiledAfter = Compilers.totalMillis();
      compiledMillis = compiledAfter - compiledBefore;
      collections = Collectors.count() - collectionsBefore;
      collectedMillis = Collectors.totalMillis() - collectedBefore;
    }

    /// The bytes that this thread allocated. JMH allocates in other threads.
    private static long allocated() {
      return spread
          ? THREADS.getTotalThreadAllocatedBytes()
          : THREADS.getCurrentThreadAllocatedBytes();
    }
  }

  private static <T> T named(Collection<T> all, Function<T, String> name, String wanted) {
    return all.stream()
        .filter(one -> name.apply(one).equals(wanted))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(wanted));
  }

  private static void leaveReason(String reason) {
    String file = System.getProperty(REASON_FILE);
    if (file == null) {
      return;
    }
    try {
      Files.writeString(Path.of(file), reason.lines().findFirst().orElse(reason));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
