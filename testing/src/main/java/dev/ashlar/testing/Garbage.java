// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Measures what is left for the collector, by the thread's own counter.
public final class Garbage {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 50_000;
  private static final long NANOS_TO_COMPILE = TimeUnit.SECONDS.toNanos(60);

  /// A single round may be clean by chance: until C2 compiles again, and inlines less.
  private static final int ROUNDS_IN_A_ROW = 3;

  /// The code that is called repeatedly, each time with another number.
  public interface Call {
    /// Returns a value that depends on everything that the call did.
    long run(int i) throws Throwable;
  }

  /// The code that is measured as a whole.
  public interface Round<E extends Throwable> {
    void run() throws E;
  }

  private Garbage() {}

  /// {@return the bytes that this thread has allocated so far}
  public static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /// Fails if a call leaves garbage however often it has run.
  public static void assertNone(Call call) throws Throwable {
    // With several callees the loop inlines none, and the call is compiled for itself.
    for (Call other : List.<Call>of(i -> i, i -> i + 1, i -> i + 2, i -> i + 3)) {
      callOften(other);
    }
    assertAtMost(CALLS / 2, () -> callOften(call));
  }

  private static void callOften(Call call) throws Throwable {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      sum += call.run(i);
    }
    assertThat(sum).isNotEqualTo(Long.MIN_VALUE);
  }

  /// Fails unless a round leaves at most so many bytes, several times in a row.
  public static <E extends Throwable> void assertAtMost(long bytes, Round<E> round) throws E {
    assertThat(afterCompilation(bytes, round)).isLessThanOrEqualTo(bytes);
  }

  /// Measures rounds until several in a row leave at most the bytes that are expected. Compilation
  /// takes as long as it takes, so this goes on for up to a minute.
  ///
  /// @return the most that one of the last rounds has left
  public static <E extends Throwable> long afterCompilation(long expected, Round<E> round)
      throws E {
    long start = System.nanoTime();
    long[] last = new long[ROUNDS_IN_A_ROW];
    int clean = 0;
    for (int i = 0; i < last.length || (clean < last.length && isEarly(start)); i++) {
      long before = allocatedBytes();
      round.run();
      long left = allocatedBytes() - before;
      last[i % last.length] = left;
      clean = left <= expected ? clean + 1 : 0;
    }
    return Arrays.stream(last).max().orElseThrow();
  }

  private static boolean isEarly(long start) {
    return System.nanoTime() - start < NANOS_TO_COMPILE;
  }
}
