// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.NativeStack.Frame;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Slow;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Whose slabs are whose, and when they change hands.
final class NativeStackThreadsTest {
  private static final int VIRTUAL_THREADS = Slow.times(100_000, 1_000_000);

  @Test
  void aDeadThreadsSlabsAreReused() throws Throwable {
    useFromANewThread(false);
    long reserved = NativeStack.statistics().reservedBytes();
    for (int i = 0; i < 200; i++) {
      useFromANewThread(false);
    }
    assertThat(NativeStack.statistics().reservedBytes()).isEqualTo(reserved);
  }

  @Test
  void aDeadThreadsSlabsAreReusedEvenIfItsFramesWereLeaked() throws Throwable {
    useFromANewThread(true);
    NativeStack.Statistics before = NativeStack.statistics();
    for (int i = 0; i < 200; i++) {
      useFromANewThread(true);
    }
    NativeStack.Statistics after = NativeStack.statistics();
    assertThat(after.reservedBytes()).isEqualTo(before.reservedBytes());
    assertThat(after.inUseBytes()).isEqualTo(before.inUseBytes());
    assertThat(after.leakCount() - before.leakCount()).isEqualTo(400);
  }

  @Test
  void reuseNeedsNoSnapshot() throws Throwable {
    Set<Long> addresses = ConcurrentHashMap.newKeySet();
    for (int i = 0; i < 300; i++) {
      ArenaContract.elsewhere(() -> {
        try (Frame frame = NativeStack.current().push()) {
          addresses.add(frame.allocate(1).address());
        }
      });
    }
    assertThat(addresses).hasSizeLessThan(30);
  }

  @Test
  void aLeakedFrameNeverReadsFreedMemory() throws Throwable {
    Thread[] leaker = new Thread[1];
    CountDownLatch leaked = new CountDownLatch(1);
    CountDownLatch check = new CountDownLatch(1);
    AtomicInteger mismatches = new AtomicInteger(-1);
    leaker[0] =
        new Thread(() -> {
          MemorySegment segment = leak();
          leaked.countDown();
          awaitUninterruptibly(check);
          int wrong = 0;
          for (byte b : segment.toArray(ValueLayout.JAVA_BYTE)) {
            wrong += b == 77 ? 0 : 1;
          }
          mismatches.set(wrong);
        });
    leaker[0].start();
    leaked.await();
    for (int i = 0; i < 10; i++) {
      System.gc();
      for (int j = 0; j < 20; j++) {
        useFromANewThread(false);
      }
      NativeStack.statistics();
    }
    check.countDown();
    leaker[0].join();
    assertThat(mismatches).hasValue(0);
  }

  /// The stack and the frame are garbage when this returns; the segment is not.
  private static MemorySegment leak() {
    NativeStack stack = NativeStack.create(1 << 16, 1 << 16, ExhaustionPolicy.THROW);
    return stack.push().allocate(1 << 14).fill((byte) 77);
  }

  @Test
  void aCommonPoolWorkersSlabsAreNotLost() throws Exception {
    // The pool wipes a worker's thread-locals when it has run out of tasks.
    for (int i = 0; i < 20; i++) {
      useFromTheCommonPool();
    }
    long reserved = NativeStack.statistics().reservedBytes();
    for (int i = 0; i < 500; i++) {
      useFromTheCommonPool();
    }
    long mostWorkers = Math.max(2, ForkJoinPool.commonPool().getParallelism());
    assertThat(NativeStack.statistics().reservedBytes() - reserved)
        .isLessThanOrEqualTo(mostWorkers * StackSlabSource.PLATFORM_SLAB_BYTE_SIZE);
  }

  @Test
  void aFrameBelongsToTheVirtualThreadNotToItsCarrier() throws Throwable {
    AtomicInteger wrong = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      byte mark = (byte) i;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                try (Frame frame = NativeStack.current().push()) {
                  MemorySegment segment = frame.allocate(100).fill(mark);
                  for (int j = 0; j < 20; j++) {
                    try (Frame inner = NativeStack.current().push()) {
                      inner.allocate(50).fill((byte) ~mark);
                      LockSupport.parkNanos(1);
                      LockSupport.parkNanos(1000);
                    }
                  }
                  for (byte b : segment.toArray(ValueLayout.JAVA_BYTE)) {
                    if (b != mark) {
                      wrong.incrementAndGet();
                    }
                  }
                } catch (Throwable thrown) {
                  wrong.incrementAndGet();
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong).hasValue(0);
  }

  /// The bound: a slab for each virtual thread that has a frame open, and what is kept idle.
  @Test
  void manyVirtualThreadsStayUnderTheBound() throws Exception {
    int atOnce = 256;
    NativeStack.Statistics before = NativeStack.statistics();
    long bound =
        before.reservedBytes()
            + atOnce * StackSlabSource.VIRTUAL_SLAB_BYTE_SIZE
            + StackSlabSource.MAX_IDLE_BYTE_SIZE;
    Semaphore slots = new Semaphore(atOnce);
    AtomicInteger ended = new AtomicInteger();
    long most = 0;
    for (int i = 0; i < VIRTUAL_THREADS; i++) {
      slots.acquire();
      boolean pauses = i % 64 == 0;
      Thread.ofVirtual()
          .start(() -> {
            try (Frame frame = NativeStack.current().push()) {
              frame.allocate(64);
              if (pauses) {
                LockSupport.parkNanos(1);
                frame.allocate(64);
              }
              ended.incrementAndGet();
            } finally {
              slots.release();
            }
          });
      if (i % 10_000 == 0) {
        most = Math.max(most, NativeStack.statistics().reservedBytes());
      }
    }
    slots.acquire(atOnce);
    NativeStack.Statistics after = NativeStack.statistics();
    assertThat(ended).hasValue(VIRTUAL_THREADS);
    assertThat(Math.max(most, after.reservedBytes())).isLessThanOrEqualTo(bound);
    assertThat(after.inUseBytes()).isEqualTo(before.inUseBytes());
  }

  @Test
  void virtualThreadsThatLeakTheirFramesCostNothingOnceTheyHaveEnded() throws Exception {
    NativeStack.Statistics before = NativeStack.statistics();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      threads.add(Thread.ofVirtual().start(() -> NativeStack.current().push().allocate(100)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    NativeStack.Statistics after = NativeStack.statistics();
    assertThat(after.inUseBytes()).isEqualTo(before.inUseBytes());
    assertThat(after.leakCount() - before.leakCount()).isEqualTo(2000);
    assertThat(after.reservedBytes() - before.reservedBytes())
        .isLessThanOrEqualTo(StackSlabSource.MAX_IDLE_BYTE_SIZE);
  }

  private static void useFromANewThread(boolean leaking) throws Throwable {
    ArenaContract.elsewhere(() -> {
      Frame frame = NativeStack.current().push();
      frame.allocate(100);
      Frame inner = NativeStack.current().push();
      inner.allocate(StackSlabSource.PLATFORM_SLAB_BYTE_SIZE);
      if (!leaking) {
        inner.close();
        frame.close();
      }
    });
  }

  private static void useFromTheCommonPool() throws Exception {
    ForkJoinPool.commonPool()
        .submit(() -> {
          try (Frame frame = NativeStack.current().push()) {
            frame.allocate(100);
          }
        })
        .get();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  /// In a JVM of its own, where no other stack has reached more.
  private static String inChildJvm(Class<?> program) throws Exception {
    List<String> flags = List.of("--enable-native-access=ALL-UNNAMED");
    return ChildJvm.run(program.getSimpleName(), 60, flags, program.getName());
  }

  @Test
  void theHighWaterMarkIsWhatOneStackHadInUse() throws Exception {
    assertThat(inChildJvm(HighWater.class)).contains("3145728 of 3145728");
  }

  /// Fills two slabs, the second of which may lie anywhere.
  static final class HighWater {
    private HighWater() {}

    public static void main(String[] args) {
      try (NativeStack stack = NativeStack.create(1 << 20, 16 << 20, ExhaustionPolicy.THROW);
          NativeStack.Frame frame = stack.push()) {
        for (int turn = 0; turn < 100; turn++) {
          try (NativeStack.Frame inner = stack.push()) {
            inner.allocate(1 << 20);
            inner.allocate(2 << 20);
          }
        }
        frame.allocate(1);
      }
      System.out.println(NativeStack.statistics().highWaterBytes() + " of " + (3 << 20));
    }
  }

  /// A thread that only a finalizer knew, and woke: its memory is still its own.
  @Test
  void whatAFinalizerBringsBackHasNotDied() throws Exception {
    assertThat(inChildJvm(Revived.class)).contains("finds 1");
  }

  /// The thread must be one that nothing else keeps reachable.
  static final class Revived {
    private static final CountDownLatch PARKED = new CountDownLatch(1);
    private static volatile @Nullable Thread revived;
    private static volatile boolean woken;

    private Revived() {}

    private static final class Waker {
      private @Nullable Thread thread;

      @Override
      @SuppressWarnings({"removal", "deprecation", "Finalize"})
      protected void finalize() {
        revived = thread;
      }
    }

    private static void useMemory(Waker waker) {
      try (NativeStack.Frame frame = NativeStack.current().push()) {
        MemorySegment memory = frame.allocate(1000);
        memory.fill((byte) 1);
        waker.thread = Thread.currentThread();
        PARKED.countDown();
        while (!woken) {
          LockSupport.park();
        }
        System.out.println("finds " + memory.get(ValueLayout.JAVA_BYTE, 500));
      }
    }

    @SuppressWarnings("resource") // An executor that is closed would wait for the thread.
    private static void start() throws InterruptedException {
      Waker waker = new Waker();
      var _ = Executors.newVirtualThreadPerTaskExecutor().submit(() -> useMemory(waker));
      PARKED.await();
      while (Objects.requireNonNull(waker.thread).getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }

    public static void main(String[] args) throws Exception {
      start();
      Thread back = null;
      while (back == null) {
        System.gc();
        Thread.sleep(20);
        back = revived;
      }
      var _ = NativeStack.statistics();
      CountDownLatch written = new CountDownLatch(1);
      CountDownLatch read = new CountDownLatch(1);
      Thread other =
          Thread.ofVirtual()
              .start(() -> {
                try (NativeStack.Frame frame = NativeStack.current().push()) {
                  frame.allocate(1000).fill((byte) 2);
                  written.countDown();
                  read.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
              });
      written.await();
      woken = true;
      LockSupport.unpark(back);
      back.join();
      read.countDown();
      other.join();
    }
  }
}
