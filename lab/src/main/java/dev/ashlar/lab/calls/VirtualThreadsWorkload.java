// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.calls.NativeCall.StrlenCall;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Makes the calls from many virtual threads at once. Each thread yields once while its memory is
/// open. Two threads on one carrier must not get the same memory.
final class VirtualThreadsWorkload implements Workload {
  static final int THREADS = 1000;
  static final int CALLS_PER_THREAD = 100;

  private final Supplier<StrlenCall<?>> calls;
  private final long[] totals = new long[THREADS];
  private volatile @Nullable Throwable failure;

  /// @param calls supplies the call of a thread, with memory of its own
  VirtualThreadsWorkload(Supplier<StrlenCall<?>> calls) {
    this.calls = calls;
  }

  @Override
  public boolean isSpread() {
    return true;
  }

  @Override
  public void verify() {
    var _ = run();
    StrlenCall<?> any = calls.get();
    for (int thread = 0; thread < THREADS; thread++) {
      long expected = 0;
      for (int k = 0; k < CALLS_PER_THREAD; k++) {
        expected += any.expected(index(thread, k));
      }
      if (totals[thread] != expected) {
        throw new WrongResultException(
            "the calls of thread %d came to %d, not %d"
                .formatted(thread, totals[thread], expected));
      }
    }
  }

  @Override
  public long run() {
    Thread[] threads = new Thread[THREADS];
    for (int t = 0; t < THREADS; t++) {
      int number = t;
      threads[t] = Thread.startVirtualThread(() -> totals[number] = total(number));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    Throwable failed = failure;
    if (failed != null) {
      throw new WrongResultException("a thread failed: " + failed.getMessage());
    }
    return Arrays.stream(totals).sum();
  }

  private long total(int thread) {
    try {
      StrlenCall<?> own = calls.get();
      long total = own.makeWhileOthersRun(index(thread, 0));
      for (int k = 1; k < CALLS_PER_THREAD; k++) {
        total += own.call(index(thread, k));
      }
      return total;
    } catch (Throwable e) {
      failure = e;
      return 0;
    }
  }

  private static int index(int thread, int k) {
    return (thread + k) % Inputs.COUNT;
  }
}
