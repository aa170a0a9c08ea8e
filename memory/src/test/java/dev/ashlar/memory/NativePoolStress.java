// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/// Two threads at one pool. Run by [StressTest].
final class NativePoolStress {
  private NativePoolStress() {}

  private static @Nullable Lease acquire(NativePool pool) {
    try {
      return pool.acquireShared(512);
    } catch (NativeMemoryExhaustedException exhausted) {
      return null;
    }
  }

  private static int release(@Nullable Lease lease) {
    try {
      if (lease != null) {
        lease.close();
        return 1;
      }
    } catch (IllegalStateException released) {
      // By the other.
    }
    return 0;
  }

  /// One block is lent once.
  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The first had it.")
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "The second had it.")
  @State
  public static class OneBlock {
    final NativePool pool = NativePool.create(512);
    @Nullable Lease first;
    @Nullable Lease second;

    @Actor
    public void first() {
      first = acquire(pool);
    }

    @Actor
    public void second() {
      second = acquire(pool);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = release(first);
      r.r2 = release(second);
      pool.close();
    }
  }

  /// A shared lease is released once, and its block is idle once.
  @JCStressTest
  @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "Both return, lent again once.")
  @State
  public static class DoubleRelease {
    final NativePool pool = NativePool.create(512);
    final Lease lease = pool.acquireShared(512);
    int first;
    int second;

    @Actor
    public void first() {
      first = release(lease);
    }

    @Actor
    public void second() {
      second = release(lease);
    }

    @Arbiter
    public void count(II_Result r) {
      r.r1 = first + second;
      Lease again = acquire(pool);
      Lease oneTooMany = acquire(pool);
      r.r2 = release(again) + release(oneTooMany);
      pool.close();
    }
  }

  /// Who waits is woken by a release.
  @JCStressTest
  @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "Woken.")
  @State
  public static class Wait {
    final NativePool pool =
        NativePool.builder(512)
            .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofSeconds(20)))
            .create();
    final Lease lease = pool.acquireShared(512);
    @Nullable Lease waited;

    @Actor
    public void releaser() {
      lease.close();
    }

    @Actor
    public void waiter() {
      waited = acquire(pool);
    }

    @Arbiter
    public void count(I_Result r) {
      r.r1 = release(waited);
      pool.close();
    }
  }
}
