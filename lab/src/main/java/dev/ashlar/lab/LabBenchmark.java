package dev.ashlar.lab;

import com.sun.management.ThreadMXBean;
import dev.ashlar.lab.Experiment.Case;
import dev.ashlar.lab.Experiment.Contender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// The one benchmark JMH knows: a pair of case and contender, given by name. Its JVM sees no other,
/// so that the call of the workload is as direct as in a benchmark written for it alone.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LabBenchmark {
  /// File that takes why a pair could not be measured.
  static final String REASON_FILE = "ashlar.lab.reason";

  /// File that takes what an [Observation] saw.
  static final String OBSERVED_FILE = "ashlar.lab.observed";

  /// The user's own lines for `strings`.
  static final String TEXT_FILE = "ashlar.lab.text";

  /// How thoroughly the run measures; `QUICK` if nobody says so.
  static final String MODE = "ashlar.lab.mode";

  /// The name under which JMH reports [Allocation#bytesPerCall].
  static final String BYTES_PER_CALL = "bytesPerCall";

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static final String UNAVAILABLE = "unavailable: ";
  static final String FAILED = "failed: ";

  @Param("")
  public String experiment = "";

  @Param("")
  public String theCase = "";

  @Param("")
  public String contender = "";

  private Workload workload = new Idle();

  @Setup
  public void prepare() {
    awaitIdleCompilers();
    try {
      Optional<Path> text = Optional.ofNullable(System.getProperty(TEXT_FILE)).map(Path::of);
      dev.ashlar.lab.Mode mode =
          dev.ashlar.lab.Mode.valueOf(System.getProperty(MODE, dev.ashlar.lab.Mode.QUICK.name()));
      Experiment found = Experiments.named(List.of(experiment), mode, text).getFirst();
      Case ofCase = named(found.cases(), Case::name, theCase);
      Contender by = named(found.contenders(), Contender::name, contender);
      workload = found.workload(ofCase, by);
      workload.verify();
    } catch (RuntimeException | Error e) {
      leaveReason(reason(e));
      throw e;
    }
  }

  /// Lets the compilers finish with the start of the JVM. While they are behind, they compile with
  /// few counts of what a program does, and what they make of them lasts.
  private static void awaitIdleCompilers() {
    CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
    long before = -1;
    for (int turn = 0; turn < 20 && before != compilers.getTotalCompilationTime(); turn++) {
      before = compilers.getTotalCompilationTime();
      try {
        Thread.sleep(25);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /// What a contender keeps in static fields may be what is missing.
  private static String reason(Throwable e) {
    Throwable thrown =
        e instanceof ExceptionInInitializerError && e.getCause() != null ? e.getCause() : e;
    String message = Optional.ofNullable(thrown.getMessage()).orElse("");
    return switch (thrown) {
      case UnavailableException _ -> UNAVAILABLE + message;
      case WrongResultException _ -> FAILED + "wrong result: " + message;
      default -> FAILED + thrown.getClass().getSimpleName() + ": " + message;
    };
  }

  @Benchmark
  public long run() {
    return workload.run();
  }

  /// As [#run], for work that takes so long that asking for what it allocated costs nothing.
  @Benchmark
  public long runLong(Allocation allocation) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long result = workload.run();
    allocation.bytes += THREADS.getCurrentThreadAllocatedBytes() - before;
    allocation.calls++;
    return result;
  }

  /// As [#run], for an [Observation], which leaves what it saw.
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  public long runOnce() throws IOException {
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

  /// What calls of [#runLong] allocated themselves. JMH reports the method after each iteration.
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Allocation {
    long bytes;
    long calls;

    @Setup(Level.Iteration)
    public void reset() {
      bytes = 0;
      calls = 0;
    }

    /// {@return bytes allocated a call}
    public double bytesPerCall() {
      return (double) bytes / calls;
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

  /// What a benchmark holds before it is prepared.
  private static final class Idle implements Workload {
    @Override
    public void verify() {}

    @Override
    public long run() {
      return 0;
    }
  }
}
