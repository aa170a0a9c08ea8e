// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.NativeStack.Frame;
import dev.ashlar.testing.FullHeap;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Programs that run out of stack or heap at every point they can, and then look whether a stack or
/// a pool is as it was or as it should be. Each runs in a JVM of its own; see [FailureTest].
@SuppressWarnings("InfiniteRecursion") // that is how it runs out of stack
final class FailureProgram {
  private static int overflows;
  private static int exhaustions;

  private FailureProgram() {}

  static void main(String[] args) throws InterruptedException {
    // What the checks need of the JDK: a class whose initialization fails is lost.
    check(Arena.ofAuto().allocate(10), (byte) 0);
    require(new Throwable().getStackTrace().length > 0, "stack traces");
    int rounds = Integer.parseInt(args[1]);
    long seed = Long.parseLong(args[2]);
    Runnable program =
        switch (args[0]) {
          case "frames" -> () -> frames(rounds, seed);
          case "caught" -> () -> caughtFrames(rounds);
          case "leases" -> () -> leases(rounds);
          case "refusals" -> () -> refusals(rounds);
          case "heap" -> () -> fullHeap(rounds, seed);
          default -> throw new IllegalArgumentException(args[0]);
        };
    Thread thread =
        args[3].equals("virtual")
            ? Thread.ofVirtual().unstarted(program)
            : Thread.ofPlatform().stackSize(400_000).unstarted(program);
    List<Throwable> failures = new ArrayList<>();
    thread.setUncaughtExceptionHandler((_, failure) -> failures.add(failure));
    thread.start();
    thread.join();
    if (!failures.isEmpty()) {
      failures.getFirst().printStackTrace();
      System.exit(1);
    }
    System.out.println("failed as planned: " + (overflows + exhaustions));
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  /// The thread's own stack and one of each policy, popped by try-with-resources on the way out.
  private static void frames(int rounds, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < rounds; round++) {
      NativeStack stack =
          random.nextBoolean()
              ? NativeStack.create(1024, 1 << 16, ExhaustionPolicy.MALLOC)
              : NativeStack.create(1024, 1 << 16, ExhaustionPolicy.THROW);
      int byteSize = random.nextInt(1, 900);
      try {
        descend(random.nextBoolean() ? NativeStack.current() : stack, byteSize, 1);
      } catch (StackOverflowError expected) {
        overflows++;
      } catch (NativeMemoryExhaustedException expected) {
        exhaustions++;
      }
      // Throws if a frame is open.
      stack.close();
      try (Frame frame = NativeStack.current().push()) {
        frame.allocate(1000).fill((byte) 1);
      }
    }
    requireNothingInUse();
  }

  private static void descend(NativeStack stack, int byteSize, int depth) {
    try (Frame frame = stack.push()) {
      MemorySegment memory = frame.allocate(byteSize).fill((byte) depth);
      MemorySegment more = frame.allocate(byteSize, 32).fill((byte) ~depth);
      try {
        descend(stack, byteSize, depth + 1);
      } finally {
        check(memory, (byte) depth);
        check(more, (byte) ~depth);
      }
    }
  }

  /// Overlapping memory would have been written by another frame.
  private static void check(MemorySegment memory, byte expected) {
    for (long i = 0; i < memory.byteSize(); i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, i) != expected) {
        throw new AssertionError("overwritten");
      }
    }
  }

  /// Every depth goes on after the error, so that each kind of call fails at each depth.
  private static void caughtFrames(int rounds) {
    for (int round = 0; round < rounds; round++) {
      NativeStack stack = NativeStack.create(1024, 1 << 20, ExhaustionPolicy.MALLOC);
      goOnAtEachDepth(stack, 1, 300 + round % 500);
      stack.close();
    }
    requireNothingInUse();
  }

  private static void goOnAtEachDepth(NativeStack stack, int depth, int byteSize) {
    Frame frame;
    try {
      frame = stack.push();
    } catch (StackOverflowError expected) {
      overflows++;
      return;
    }
    MemorySegment memory = null;
    try {
      memory = frame.allocate(byteSize);
      memory.fill((byte) depth);
      goOnAtEachDepth(stack, depth + 1, byteSize);
      check(memory, (byte) depth);
    } catch (StackOverflowError expected) {
      overflows++;
      for (int deeper = 0; deeper < 100; deeper++) {
        attempt(stack, deeper, byteSize);
      }
    }
    // Fails with StackOverflowError only where push would have.
    close(frame);
  }

  /// The whole life of a frame, a few calls deeper.
  private static void attempt(NativeStack stack, int deeper, int byteSize) {
    try {
      if (deeper > 0) {
        attempt(stack, deeper - 1, byteSize);
      } else {
        try (Frame frame = stack.push()) {
          check(frame.allocate(byteSize).fill((byte) 1), (byte) 1);
          frame.allocate(100L * byteSize).fill((byte) 2);
        }
      }
    } catch (StackOverflowError expected) {
      overflows++;
    }
  }

  /// Not compiled, see [FailureTest]: needs more of the Java stack than its caller's code.
  private static void close(Frame frame) {
    frame.close();
  }

  private static void leases(int rounds) {
    for (int round = 0; round < rounds; round++) {
      NativePool.Builder builder = NativePool.builder(1 << 16).trackingOneIn(round % 3);
      NativePool pool =
          switch (round % 3) {
            case 0 -> builder.whenExhausted(ExhaustionPolicy.MALLOC).create();
            case 1 -> builder.whenExhausted(ExhaustionPolicy.THROW).create();
            default -> builder.debug().whenExhausted(ExhaustionPolicy.THROW).create();
          };
      try {
        acquire(pool, round % 2 == 0, 1);
      } catch (StackOverflowError expected) {
        overflows++;
      }
      NativePool.Statistics stats = pool.statistics();
      require(stats.inUseBytes() == 0, stats.toString());
      require(stats.leakCount() == 0, stats.toString());
      pool.close();
    }
  }

  private static void acquire(NativePool pool, boolean shared, int depth) {
    Lease lease = null;
    try {
      lease = shared ? pool.acquireShared(100 + depth) : pool.acquire(100 + depth);
      acquire(pool, shared, depth + 1);
    } catch (StackOverflowError expected) {
      overflows++;
    } catch (NativeMemoryExhaustedException expected) {
      exhaustions++;
      acquire(pool, shared, depth + 1);
    } finally {
      if (lease != null) {
        close(lease);
      }
    }
  }

  private static void close(Lease lease) {
    lease.close();
  }

  /// Access to memory that has ended, for the first time where there is hardly any stack left.
  private static void refusals(int rounds) {
    Bytes ended;
    try (Arena arena = Arena.ofConfined()) {
      ended = Bytes.of(arena.allocate(8));
    }
    for (int round = 0; round < rounds; round++) {
      refuseOnTheWayUp(ended);
    }
  }

  private static void refuseOnTheWayUp(Bytes ended) {
    try {
      refuseOnTheWayUp(ended);
    } catch (StackOverflowError expected) {
      overflows++;
    }
    try {
      throw new AssertionError("read " + ended.getLong(0));
    } catch (IllegalStateException expected) {
      // As it has to.
    }
  }

  /// With a heap that is just full, anything that allocates may fail at any of its allocations.
  private static void fullHeap(int rounds, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NativeStack stack = NativeStack.create(1024, 1 << 14, ExhaustionPolicy.MALLOC);
    NativePool pool =
        NativePool.builder(1 << 14)
            .whenExhausted(ExhaustionPolicy.MALLOC)
            .trackingOneIn(2)
            .onLeak(_ -> {})
            .create();
    for (int what = 0; what < 4; what++) {
      // What links functions and fills memory is the JDK's, and lost if its initialization fails.
      act(stack, pool, what, 20_000);
      act(stack, pool, what, 1);
    }
    FullHeap heap = new FullHeap();
    for (int round = 0; round < rounds; round++) {
      heap.fillBut(random.nextInt(12));
      try {
        act(stack, pool, random.nextInt(4), 1 + random.nextInt(3000));
      } catch (OutOfMemoryError expected) {
        exhaustions++;
      }
    }
    heap.empty();
    stack.close();
    NativePool.Statistics stats = pool.statistics();
    require(stats.inUseBytes() == 0, stats.toString());
    pool.close();
    requireNothingInUse();
  }

  private static void act(NativeStack stack, NativePool pool, int what, int byteSize) {
    switch (what) {
      case 0 -> {
        try (Frame frame = stack.push();
            Frame inner = stack.push()) {
          inner.allocate(byteSize).fill((byte) 1);
          require(frame.scope().isAlive(), "the outer frame lives");
          inner.allocate(8L * byteSize).fill((byte) 2);
        }
      }
      case 1 -> {
        try (Lease lease = pool.acquire(byteSize);
            Lease other = pool.acquire(byteSize)) {
          lease.segment().fill((byte) 1);
          other.segment().fill((byte) 2);
        }
      }
      case 2 -> {
        try (Lease lease = pool.acquireShared(byteSize)) {
          lease.segment().fill((byte) 1);
        }
      }
      default -> {
        try (Frame frame = NativeStack.current().push()) {
          frame.allocate(byteSize).fill((byte) 1);
        }
      }
    }
  }

  private static void requireNothingInUse() {
    NativeStack.Statistics stats = NativeStack.statistics();
    require(stats.inUseBytes() == 0, stats.toString());
    require(stats.leakCount() == 0, stats.toString());
  }
}
