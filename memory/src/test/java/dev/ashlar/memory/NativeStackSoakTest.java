// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.NativeStack.Frame;
import dev.ashlar.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// Random pushes, exceptions inside frames, frames that are not closed and threads that die, for a
/// while; in the end nothing is in use, and nothing was ever overwritten.
final class NativeStackSoakTest {
  private static final int THREADS_PER_ROUND = 8;

  private static final class Planned extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Test
  void endsWithNothingInUse() throws Exception {
    long seconds = Slow.times(3, 120);
    long seed = System.nanoTime();
    System.out.println("NativeStackSoakTest seed " + seed + ", " + seconds + " s");
    long inUseBefore = NativeStack.statistics().inUseBytes();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    Random seeds = new Random(seed);
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    while (System.nanoTime() < end && failures.isEmpty()) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < THREADS_PER_ROUND; i++) {
        Random random = new Random(seeds.nextLong());
        Runnable life = () -> live(random, failures);
        threads.add(
            random.nextInt(4) > 0
                ? Thread.ofVirtual().start(life)
                : Thread.ofPlatform().start(life));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    assertThat(failures).isEmpty();
    assertThat(NativeStack.statistics().inUseBytes()).isEqualTo(inUseBefore).isZero();
  }

  private static void live(Random random, ConcurrentLinkedQueue<Throwable> failures) {
    try {
      for (int calls = random.nextInt(60); calls > 0; calls--) {
        try {
          call(random, random.nextInt(12));
        } catch (Planned expected) {
          // Frames on the way were closed.
        }
      }
      if (random.nextInt(3) == 0) {
        NativeStack.current().push().allocate(random.nextInt(200_000));
        NativeStack.current().push();
      }
    } catch (Throwable failure) {
      failures.add(failure);
    }
  }

  private static void call(Random random, int deeper) {
    try (Frame frame = NativeStack.current().push()) {
      byte mark = (byte) random.nextInt();
      List<MemorySegment> segments = new ArrayList<>();
      for (int n = random.nextInt(6); n > 0; n--) {
        int bits = random.nextInt(random.nextInt(8) == 0 ? 21 : 11);
        segments.add(frame.allocate(random.nextInt(1 << bits), 1L << random.nextInt(8)).fill(mark));
      }
      if (random.nextInt(10) == 0) {
        LockSupport.parkNanos(1);
      }
      if (random.nextInt(15) == 0) {
        throw new Planned();
      }
      if (deeper > 0) {
        call(random, deeper - 1);
      }
      for (MemorySegment segment : segments) {
        if (segment.byteSize() > 0
            && (segment.get(ValueLayout.JAVA_BYTE, 0) != mark
                || segment.get(ValueLayout.JAVA_BYTE, segment.byteSize() - 1) != mark)) {
          throw new AssertionError("Overwritten: " + segment);
        }
      }
    }
  }
}
