// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.time.Duration;

/// Makes all calls of a case, one after another.
final class CallWorkload implements Workload {
  /// The number of verifications of each result. Later verifications run compiled code. There are
  /// fewer if they take long.
  private static final int TURNS = 64;

  private static final Duration LONG = Duration.ofMillis(100);

  private final NativeCall calls;

  CallWorkload(NativeCall calls) {
    this.calls = calls;
  }

  @Override
  public void verify() {
    long start = System.nanoTime();
    for (int turn = 0; turn < TURNS && System.nanoTime() - start < LONG.toNanos(); turn++) {
      for (int i = 0; i < Inputs.COUNT; i++) {
        verify(i);
      }
    }
  }

  private void verify(int i) {
    long result = call(i);
    if (result != calls.expected(i)) {
      throw new WrongResultException(
          "call %d came to %d, not %d".formatted(i, result, calls.expected(i)));
    }
  }

  @Override
  public long run() {
    long sum = 0;
    for (int i = 0; i < Inputs.COUNT; i++) {
      sum += call(i);
    }
    return sum;
  }

  private long call(int i) {
    try {
      return calls.call(i);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
