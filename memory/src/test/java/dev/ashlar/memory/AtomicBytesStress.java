// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.IJ_Result;
import org.openjdk.jcstress.infra.results.J_Result;

/// Two threads on the same memory, as jcstress runs them. Run by [StressTest].
final class AtomicBytesStress {
  private AtomicBytesStress() {}

  /// Updates of one word from two threads are both kept.
  @JCStressTest
  @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "both were added")
  @State
  public static class NativeAdds {
    private final AtomicBytes atomics = Bytes.of(Arena.ofAuto().allocate(16, 8)).atomics();

    @Actor
    public void one() {
      atomics.getAndAddLong(8, 1);
    }

    @Actor
    public void two() {
      atomics.getAndAddLong(8, 2);
    }

    @Arbiter
    public void sum(J_Result result) {
      result.r1 = atomics.getLongVolatile(8);
    }
  }

  @JCStressTest
  @Outcome(id = "3", expect = Expect.ACCEPTABLE, desc = "both were added")
  @State
  public static class LongArrayAdds {
    private final AtomicBytes atomics = Bytes.of(MemorySegment.ofArray(new long[2])).atomics();

    @Actor
    public void one() {
      atomics.getAndAddLong(8, 1);
    }

    @Actor
    public void two() {
      atomics.getAndAddLong(8, 2);
    }

    @Arbiter
    public void sum(J_Result result) {
      result.r1 = atomics.getLongVolatile(8);
    }
  }

  /// Of two threads that claim a word one wins.
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "one has it")
  @State
  public static class NativeClaims {
    private final AtomicBytes atomics = Bytes.of(Arena.ofAuto().allocate(16, 8)).atomics();

    @Actor
    public void one(II_Result result) {
      result.r1 = atomics.compareAndSetInt(4, 0, 1) ? 1 : 0;
    }

    @Actor
    public void two(II_Result result) {
      result.r2 = atomics.compareAndSetInt(4, 0, 2) ? 1 : 0;
    }
  }

  /// What was written before a release is seen after the acquire that sees it.
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "nothing yet")
  @Outcome(id = "0, 42", expect = Expect.ACCEPTABLE, desc = "written, not yet released")
  @Outcome(id = "1, 42", expect = Expect.ACCEPTABLE, desc = "released")
  @State
  public static class NativePublication {
    private final Bytes bytes = Bytes.of(Arena.ofAuto().allocate(16, 8));
    private final AtomicBytes atomics = bytes.atomics();

    @Actor
    public void write() {
      bytes.setLong(8, 42);
      atomics.setIntRelease(0, 1);
    }

    @Actor
    public void read(IJ_Result result) {
      result.r1 = atomics.getIntAcquire(0);
      result.r2 = bytes.getLong(8);
    }
  }

  /// Memory that is closed under a reader is read or refused.
  @JCStressTest
  @Outcome(id = "42", expect = Expect.ACCEPTABLE, desc = "read before the close")
  @Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "refused after it")
  @State
  public static class CloseUnderAccess {
    private final Arena arena = Arena.ofShared();
    private final Bytes bytes = Bytes.of(arena.allocate(16, 8));

    public CloseUnderAccess() {
      bytes.setLong(8, 42);
    }

    @Actor
    public void close() {
      arena.close();
    }

    @Actor
    public void read(J_Result result) {
      try {
        result.r1 = bytes.getLong(8);
      } catch (IllegalStateException closed) {
        result.r1 = -1;
      }
    }
  }
}
