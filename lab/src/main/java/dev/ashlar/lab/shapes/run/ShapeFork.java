// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.shapes.run;

import com.sun.management.ThreadMXBean;
import dev.ashlar.lab.Compilers;
import dev.ashlar.lab.Forks;
import dev.ashlar.lab.experiment.Proof;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/// Times one side of a shape in its own JVM, and prints the figures.
///
/// A verification fills the memory, does the work twice, and sums up the results and the memory.
/// There is one before timing and one after it. The second verification runs compiled code, and
/// must come to the same sum.
final class ShapeFork {
  private static final int WARMUP_ITERATIONS = 4;
  private static final int MOST_WARMUP_ITERATIONS = 60;

  /// The warmup ends after this many iterations in a row without compilation. New code may hit an
  /// uncommon trap in one iteration and be compiled again only after the next one.
  private static final int QUIET_ITERATIONS = 3;

  /// The minimum number of runs in the warmup. C2 compiles a method with a loop after a few hundred
  /// calls.
  private static final long WARMUP_RUNS = 1000;

  private static final int ITERATIONS = 4;
  private static final long ITERATION_NANOS = 20_000_000;
  private static final double NANOS_PER_MILLI = 1e6;

  /// The maximum number of timed batches in an iteration. So few calls of the clock cost nothing.
  private static final int MOST_BATCHES = 400;

  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private final List<LongSupplier> side;
  private final LongSupplier run;
  private final long[] batchNanos = new long[MOST_BATCHES];
  private long batch = 1;
  private long runs;

  /// A field that any thread may read, so that the JIT compiler cannot remove the work.
  public volatile long results;

  private ShapeFork(List<LongSupplier> side) {
    this.side = side;
    this.run = side.get(1);
  }

  /// @param args the class of the shape, the side, and the number of operations in one run
  @SuppressWarnings("unchecked") // The generated method returns this type.
  static void main(String[] args) throws ReflectiveOperationException {
    List<LongSupplier> side =
        (List<LongSupplier>)
            Class.forName(args[0]).getMethod("side", String.class).invoke(null, args[1]);
    System.out.println(new ShapeFork(side).measure(Integer.parseInt(args[2])));
  }

  /// {@return a line that [ShapeForks] reads}
  private String measure(int operations) {
    long proof = prove();
    warmUp();
    List<String> scores = new ArrayList<>();
    long compiled = 0;
    long allocated = 0;
    long counted = 0;
    for (int i = 0; i < ITERATIONS; i++) {
      Compilers.awaitIdle();
      long compiledBefore = Compilers.totalMillis();
      long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
      double nanos = iterate();
      allocated += THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
      compiled += Compilers.totalMillis() - compiledBefore;
      counted += runs;
      scores.add(String.format(Locale.ROOT, "%.4f", nanos / operations));
    }
    Proof.requireEqual(prove(), proof, "the result after timing");
    return String.format(
        Locale.ROOT,
        "%d %.3f %b %s",
        proof,
        allocated / (double) counted / operations,
        compiled > Forks.COMPILED_SHARE * ITERATIONS * ITERATION_NANOS / NANOS_PER_MILLI,
        String.join(" ", scores));
  }

  private long prove() {
    long sum = side.get(0).getAsLong();
    sum = sum * 31 + run.getAsLong();
    sum = sum * 31 + run.getAsLong();
    return sum * 31 + side.get(2).getAsLong();
  }

  /// Iterates until some iterations in a row had no compilation. An iteration includes the wait for
  /// the compilers before it.
  private void warmUp() {
    long total = 0;
    int quiet = 0;
    for (int i = 0;
        i < MOST_WARMUP_ITERATIONS
            && (i < WARMUP_ITERATIONS || total < WARMUP_RUNS || quiet < QUIET_ITERATIONS);
        i++) {
      long before = Compilers.totalMillis();
      Compilers.awaitIdle();
      iterate();
      total += runs;
      quiet = Compilers.totalMillis() > before ? 0 : quiet + 1;
    }
  }

  /// {@return the nanoseconds of one run in the median batch}
  ///
  /// Other work of the machine affects only a few batches, so the median ignores it.
  private double iterate() {
    long start = System.nanoTime();
    long before = start;
    int batches = 0;
    long added = 0;
    runs = 0;
    while (before - start < ITERATION_NANOS) {
      if (batches == batchNanos.length) {
        batch *= 2;
        batches = 0;
      }
      for (long i = 0; i < batch; i++) {
        added += run.getAsLong();
      }
      runs += batch;
      long now = System.nanoTime();
      batchNanos[batches++] = now - before;
      before = now;
    }
    results = added;
    Arrays.sort(batchNanos, 0, batches);
    return batchNanos[batches / 2] / (double) batch;
  }
}
