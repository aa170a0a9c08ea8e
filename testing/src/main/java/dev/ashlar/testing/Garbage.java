// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/// Measures what is left for the collector, by the thread's own counter.
public final class Garbage {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int CALLS = 50_000;
  private static final long NANOS_TO_COMPILE = 60_000_000_000L;

  /// What is called again and again; the number differs from call to call.
  public interface Call {
    /// Returns something that depends on all it did.
    long run(int i) throws Throwable;
  }

  private Garbage() {}

  /// {@return the bytes that this thread has allocated so far}
  public static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /// Fails if a call leaves garbage however often it has run. Compilation takes as long as it
  /// takes, so this goes on until a round is clean, and fails only if none ever is.
  public static void assertNone(Call call) throws Throwable {
    // With several callees the loop inlines none, and the call is compiled for itself.
    for (Call other : List.<Call>of(i -> i, i -> i + 1, i -> i + 2, i -> i + 3)) {
      perCall(other);
    }
    double least = Double.MAX_VALUE;
    long start = System.nanoTime();
    while (least >= 0.5 && System.nanoTime() - start < NANOS_TO_COMPILE) {
      least = Math.min(least, perCall(call));
    }
    assertThat(least).isLessThan(0.5);
  }

  private static double perCall(Call call) throws Throwable {
    long sum = 0;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      sum += call.run(i);
    }
    long after = THREADS.getCurrentThreadAllocatedBytes();
    assertThat(sum).isNotEqualTo(Long.MIN_VALUE);
    return (after - before) / (double) CALLS;
  }
}
