// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.testing.ShortStack;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// What a pool does as a whole: its bound, its policies, its reports.
final class NativePoolTest {
  private static final long KIB = 1 << 10;

  @Test
  void releasedBlocksAreLentAgain() {
    try (NativePool pool = NativePool.create(1 << 20)) {
      long address;
      try (Lease lease = pool.acquire(KIB)) {
        address = lease.segment().address();
      }
      for (int i = 0; i < 100; i++) {
        try (Lease lease = pool.acquire(KIB)) {
          assertThat(lease.segment().address()).isEqualTo(address);
        }
      }
      assertThat(pool.statistics()).isEqualTo(new NativePool.Statistics(KIB, 0, KIB, 0, 0, 0));
    }
  }

  /// The JDK looks for the callers by reflection, and makes another error of an overflow there.
  @Test
  void whereToFindTheCallersNeedsStack() throws Throwable {
    try (NativePool pool = NativePool.builder(KIB).trackingOneIn(1).create()) {
      pool.acquire(1).close();
      ShortStack.inSmallThread(() -> {
        int failures = 0;
        Throwable thrown;
        while ((thrown = ShortStack.attempt(failures, () -> pool.acquire(1).close())) != null) {
          assertThat(thrown).isInstanceOf(StackOverflowError.class);
          failures++;
        }
        assertThat(failures).isPositive();
      });
      assertThat(pool.statistics().inUseBytes()).isZero();
    }
  }

  @Test
  void failsWhenExhausted() {
    try (NativePool pool =
        NativePool.builder(4 * KIB).whenExhausted(ExhaustionPolicy.THROW).create()) {
      List<Lease> leases = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        leases.add(pool.acquire(KIB));
      }
      for (long byteSize : new long[] {0, 1, KIB, 4 * KIB, 5 * KIB, Long.MAX_VALUE}) {
        assertThatExceptionOfType(NativeMemoryExhaustedException.class)
            .isThrownBy(() -> pool.acquire(byteSize));
        assertThatExceptionOfType(NativeMemoryExhaustedException.class)
            .isThrownBy(() -> pool.acquireShared(byteSize));
      }
      assertThat(pool.statistics())
          .isEqualTo(new NativePool.Statistics(4 * KIB, 4 * KIB, 4 * KIB, 0, 0, 0));
      leases.getFirst().close();
      pool.acquire(KIB).close();
      leases.subList(1, 4).forEach(Lease::close);
    }
  }

  @Test
  void aBoundThatIsNoPowerOfTwoCanBeLentWhole() {
    try (NativePool pool = NativePool.create(100_000)) {
      try (Lease lease = pool.acquire(100_000)) {
        assertThat(lease.segment().byteSize()).isEqualTo(100_000);
        assertThat(pool.statistics().reservedBytes()).isEqualTo(100_000);
      }
    }
  }

  @Test
  void makesRoomForAnotherSize() {
    try (NativePool pool = NativePool.create(8 * KIB)) {
      List<Lease> small = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        small.add(pool.acquire(KIB));
      }
      assertThatExceptionOfType(NativeMemoryExhaustedException.class)
          .isThrownBy(() -> pool.acquire(4 * KIB));
      small.subList(0, 4).forEach(Lease::close);
      try (Lease lease = pool.acquire(4 * KIB)) {
        assertThat(lease.segment().byteSize()).isEqualTo(4 * KIB);
        assertThat(pool.statistics().reservedBytes()).isEqualTo(8 * KIB);
      }
      // And a large block serves a small lease.
      try (Lease lease = pool.acquire(KIB)) {
        assertThat(lease.byteSize()).isEqualTo(KIB);
        assertThat(pool.statistics().reservedBytes()).isEqualTo(8 * KIB);
      }
      small.subList(4, 8).forEach(Lease::close);
    }
  }

  @Test
  void memoryThatAStaleSegmentMayShowIsNotFreedBeforeThePool() {
    MemorySegment stale;
    try (NativePool pool = NativePool.create(4 * KIB)) {
      try (Lease lease = pool.acquireShared(2 * KIB)) {
        stale = lease.segment();
      }
      assertThatExceptionOfType(NativeMemoryExhaustedException.class)
          .isThrownBy(() -> pool.acquire(4 * KIB));
      stale.fill((byte) 1);
      assertThat(stale.get(ValueLayout.JAVA_BYTE, 0)).isEqualTo((byte) 1);
    }
    assertThatIllegalStateException().isThrownBy(() -> stale.get(ValueLayout.JAVA_BYTE, 0));
  }

  /// The block was shown to any thread before, so its memory is the collector's; but not yet.
  @Test
  void aPoolThatIsGivenUpKeepsTheMemoryOfItsLeases() throws Exception {
    MemorySegment segment = leaseOfAPoolGivenUp();
    segment.fill((byte) 7);
    Cleaner cleaner = Cleaner.create();
    for (int i = 0; i < 3; i++) {
      CountDownLatch cleaned = new CountDownLatch(1);
      cleaner.register(new Object(), cleaned::countDown);
      do {
        System.gc();
      } while (!cleaned.await(1, TimeUnit.MILLISECONDS));
    }
    assertThat(segment.get(ValueLayout.JAVA_BYTE, segment.byteSize() - 1)).isEqualTo((byte) 7);
    assertThat(segment.asSlice(1).mismatch(segment.asSlice(0, segment.byteSize() - 1)))
        .isEqualTo(-1);
  }

  /// So much that C gives it back to the system as soon as it is freed.
  private static MemorySegment leaseOfAPoolGivenUp() {
    NativePool pool = NativePool.create(64 << 20);
    pool.acquireShared(64 << 20).close();
    return pool.acquire(64 << 20).segment();
  }

  @Test
  void waitsForARelease() throws Exception {
    try (NativePool pool =
        NativePool.builder(KIB)
            .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofHours(1)))
            .create()) {
      Lease held = pool.acquireShared(KIB);
      ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int j = 0; j < 100; j++) {
                    try (Lease lease = pool.acquire(KIB)) {
                      lease.segment().fill((byte) j);
                    } catch (Throwable failure) {
                      failures.add(failure);
                    }
                  }
                }));
      }
      while (pool.statistics().waitCount() == 0) {
        Thread.sleep(1);
      }
      held.close();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      assertThat(pool.statistics().waitCount()).isPositive();
    }
  }

  @Test
  void waitsNoLongerThanTold() {
    try (NativePool pool =
            NativePool.builder(KIB)
                .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofMillis(20)))
                .create();
        Lease held = pool.acquire(KIB)) {
      long start = System.nanoTime();
      assertThatExceptionOfType(NativeMemoryExhaustedException.class)
          .isThrownBy(() -> pool.acquire(1));
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(20_000_000);
      assertThat(pool.statistics().waitCount()).isEqualTo(1);
      // Waiting would be in vain.
      assertThatExceptionOfType(NativeMemoryExhaustedException.class)
          .isThrownBy(() -> pool.acquire(2 * KIB));
      assertThat(pool.statistics().waitCount()).isEqualTo(1);
      assertThat(held.byteSize()).isEqualTo(KIB);
    }
  }

  @Test
  void anInterruptedWaitThrowsAndKeepsTheInterrupt() {
    try (NativePool pool =
            NativePool.builder(KIB)
                .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofHours(1)))
                .create();
        Lease held = pool.acquire(KIB)) {
      Thread.currentThread().interrupt();
      assertThatExceptionOfType(NativeMemoryExhaustedException.class)
          .isThrownBy(() -> pool.acquire(1))
          .withCauseInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(held.byteSize()).isEqualTo(KIB);
    }
  }

  @Test
  void aWaiterIsServedFromADeadThread() throws Exception {
    try (NativePool pool =
        NativePool.builder(KIB)
            .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofHours(1)))
            .onLeak(_ -> {})
            .create()) {
      Thread leaker = new Thread(() -> pool.acquire(KIB));
      leaker.start();
      leaker.join();
      pool.acquire(KIB).close();
      assertThat(pool.statistics().leakCount()).isEqualTo(1);
    }
  }

  @Test
  void allocatesBeyondItsBound() {
    try (NativePool pool =
        NativePool.builder(KIB).whenExhausted(ExhaustionPolicy.MALLOC).create()) {
      try (Lease pooled = pool.acquire(KIB);
          Lease beyond = pool.acquire(10 * KIB);
          Lease shared = pool.acquireShared(20 * KIB)) {
        pooled.segment().fill((byte) 1);
        beyond.segment().fill((byte) 2);
        shared.segment().fill((byte) 3);
        assertThat(pool.statistics())
            .isEqualTo(new NativePool.Statistics(31 * KIB, 31 * KIB, 31 * KIB, 2, 0, 0));
      }
      assertThat(pool.statistics()).isEqualTo(new NativePool.Statistics(KIB, 0, 31 * KIB, 2, 0, 0));
    }
  }

  @Test
  void reportsALeaseWhoseThreadHasEndedAndWhoAcquiredIt() throws Exception {
    LinkedBlockingQueue<Leak> leaks = new LinkedBlockingQueue<>();
    try (NativePool pool =
        NativePool.builder(KIB).name("io").trackingOneIn(1).onLeak(leaks::add).create()) {
      Thread leaker = new Thread(() -> leakFrom(pool), "the leaker");
      leaker.start();
      leaker.join();
      assertThat(pool.statistics()).isEqualTo(new NativePool.Statistics(KIB, 0, KIB, 0, 0, 1));
      Leak leak = leaks.take();
      assertThat(leaks).isEmpty();
      assertThat(leak.pool()).isEqualTo("io");
      assertThat(leak.byteSize()).isEqualTo(700);
      assertThat(leak.thread()).isEqualTo("the leaker");
      assertThat(leak.acquiredAt().getFirst().getMethodName()).isEqualTo("leakFrom");
      assertThat(leak.toString()).contains("700", "io", "the leaker", "leakFrom");
      // What it held is lent again.
      pool.acquire(KIB).close();
    }
  }

  @Test
  void aListenerThatThrowsIsNoReasonToLoseABlock() throws Exception {
    LinkedBlockingQueue<Leak> leaks = new LinkedBlockingQueue<>();
    try (NativePool pool =
        NativePool.builder(KIB)
            .trackingOneIn(1)
            .onLeak(leak -> {
              leaks.add(leak);
              throw new AssertionError(leak.pool());
            })
            .create()) {
      for (int i = 1; i <= 3; i++) {
        Thread leaker = new Thread(() -> leakFrom(pool));
        leaker.start();
        leaker.join();
        // Finds no idle block, and so the leak.
        pool.acquireShared(KIB).close();
        assertThat(pool.statistics()).isEqualTo(new NativePool.Statistics(KIB, 0, KIB, 0, 0, i));
        assertThat(leaks.take().byteSize()).isEqualTo(700);
      }
    }
  }

  @Test
  void aListenerThatBlocksHoldsUpNobody() throws Exception {
    LinkedBlockingQueue<Leak> leaks = new LinkedBlockingQueue<>();
    CountDownLatch end = new CountDownLatch(1);
    try (NativePool pool =
        NativePool.builder(KIB)
            .onLeak(leak -> {
              leaks.add(leak);
              awaitUninterruptibly(end);
            })
            .create()) {
      for (int i = 1; i <= 3; i++) {
        Thread leaker = new Thread(() -> leakFrom(pool));
        leaker.start();
        leaker.join();
        pool.acquire(KIB).close();
        assertThat(pool.statistics().leakCount()).isEqualTo(i);
      }
      leaks.take();
      assertThat(leaks).isEmpty();
      end.countDown();
      leaks.take();
      leaks.take();
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  @Test
  void theErrorNamesWhatWasAskedFor() {
    try (NativePool pool =
        NativePool.builder(KIB).whenExhausted(ExhaustionPolicy.MALLOC).create()) {
      assertThatExceptionOfType(OutOfMemoryError.class)
          .isThrownBy(() -> pool.acquire(Long.MAX_VALUE))
          .withMessageContaining("9223372036854775807 bytes");
      assertThat(pool.statistics()).isEqualTo(new NativePool.Statistics(0, 0, 0, 0, 0, 0));
    }
  }

  private static void leakFrom(NativePool pool) {
    pool.acquire(700);
  }

  @Test
  void reportsALeaseNobodyCanReachAnyMore() throws Exception {
    LinkedBlockingQueue<Leak> leaks = new LinkedBlockingQueue<>();
    NativePool pool = NativePool.builder(KIB).trackingOneIn(1).onLeak(leaks::add).create();
    pool.acquireShared(600);
    for (int i = 0; i < 1000 && leaks.isEmpty(); i++) {
      System.gc();
      Thread.sleep(5);
      assertThat(pool.statistics().inUseBytes()).isEqualTo(KIB);
    }
    assertThat(leaks.take().byteSize()).isEqualTo(600);
    assertThat(leaks).isEmpty();
    assertThat(pool.statistics().leakCount()).isEqualTo(1);
    // Some segment may still show the memory, so it is not lent again.
    assertThatExceptionOfType(NativeMemoryExhaustedException.class)
        .isThrownBy(() -> pool.acquire(KIB));
    assertThatIllegalStateException()
        .isThrownBy(pool::close)
        .withMessageStartingWith(
            "Leases of pool " + pool.name() + " that are not released: 1. Release them");
  }

  @Test
  void tryAcquireReturnsNullWhereAcquireWouldThrow() throws Exception {
    for (ExhaustionPolicy policy :
        List.of(
            ExhaustionPolicy.THROW,
            ExhaustionPolicy.MALLOC,
            ExhaustionPolicy.waitAtMost(Duration.ofHours(1)))) {
      try (NativePool pool = NativePool.builder(KIB).whenExhausted(policy).create();
          Lease first = pool.tryAcquire(KIB, Duration.ZERO)) {
        assertThat(first).isNotNull();
        assertThat(pool.tryAcquire(1, Duration.ofSeconds(-1))).isNull();
        assertThat(pool.tryAcquire(1, Duration.ZERO)).isNull();
        assertThat(pool.tryAcquireShared(1, Duration.ZERO)).isNull();
        assertThat(pool.statistics().waitCount()).isZero();
        long start = System.nanoTime();
        assertThat(pool.tryAcquire(1, Duration.ofMillis(20))).isNull();
        assertThat(pool.tryAcquireShared(1, Duration.ofMillis(20))).isNull();
        assertThat(System.nanoTime() - start).isGreaterThan(40_000_000L);
        assertThat(pool.statistics().waitCount()).isEqualTo(2);
        assertThatExceptionOfType(NativeMemoryExhaustedException.class)
            .isThrownBy(() -> pool.tryAcquire(KIB + 1, Duration.ofHours(1)))
            .withMessageContaining("never has so many");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> pool.tryAcquire(-1, Duration.ofHours(1)));
      }
    }
  }

  @Test
  void tryAcquireGetsWhatAnotherThreadReleases() throws Exception {
    try (NativePool pool = NativePool.create(KIB)) {
      for (boolean shared : List.of(false, true)) {
        Lease held = pool.acquireShared(KIB);
        Thread releaser =
            Thread.ofPlatform()
                .start(() -> {
                  while (pool.statistics().waitCount() == 0) {
                    Thread.onSpinWait();
                  }
                  held.close();
                });
        Duration hour = Duration.ofHours(1);
        try (Lease lease = shared ? pool.tryAcquireShared(8, hour) : pool.tryAcquire(8, hour)) {
          assertThat(Objects.requireNonNull(lease).byteSize()).isEqualTo(8);
        }
        releaser.join();
      }
    }
  }

  @Test
  void tryAcquireIsInterrupted() {
    try (NativePool pool = NativePool.create(KIB);
        Lease held = pool.acquire(KIB)) {
      Thread.currentThread().interrupt();
      assertThatExceptionOfType(InterruptedException.class)
          .isThrownBy(() -> pool.tryAcquire(held.byteSize(), Duration.ofHours(1)));
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  @Test
  void closesOnceAndForGood() {
    NativePool pool = NativePool.create(KIB);
    pool.acquire(KIB).close();
    pool.close();
    pool.close();
    assertThatIllegalStateException().isThrownBy(() -> pool.acquire(KIB));
    assertThatIllegalStateException().isThrownBy(() -> pool.tryAcquire(KIB, Duration.ZERO));
    assertThatIllegalStateException().isThrownBy(() -> pool.acquireShared(KIB));
    assertThat(pool.statistics().reservedBytes()).isZero();
  }

  @Test
  void refusesWhatMakesNoPool() {
    assertThatIllegalArgumentException().isThrownBy(() -> NativePool.create(0));
    assertThatIllegalArgumentException().isThrownBy(() -> NativePool.create(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> NativePool.create(Long.MAX_VALUE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExhaustionPolicy.waitAtMost(Duration.ofNanos(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> NativePool.builder(1).trackingOneIn(-1));
  }

  @Test
  void whoDebugsLearnsTheOriginOfEachLease() throws Exception {
    int count = 500;
    LinkedBlockingQueue<Leak> leaks = new LinkedBlockingQueue<>();
    try (NativePool pool = NativePool.builder(count * KIB).debug().onLeak(leaks::add).create()) {
      Thread leaker =
          new Thread(() -> {
            for (int i = 0; i < count; i++) {
              leakFrom(pool);
            }
          });
      leaker.start();
      leaker.join();
      assertThat(pool.statistics().leakCount()).isEqualTo(count);
      for (int i = 0; i < count; i++) {
        assertThat(leaks.take().acquiredAt().getFirst().getMethodName()).isEqualTo("leakFrom");
      }
    }
  }

  @Test
  void aThreadIsNotKeptByAPool() throws Exception {
    try (NativePool pool = NativePool.create(KIB)) {
      WeakReference<Thread> thread = used(pool);
      while (!thread.refersTo(null)) {
        System.gc();
        Thread.sleep(1);
      }
      // The block knows whom it was lent to last.
      pool.acquire(KIB).close();
    }
  }

  private static WeakReference<Thread> used(NativePool pool) throws InterruptedException {
    Thread thread = new Thread(() -> pool.acquire(KIB).close());
    thread.start();
    thread.join();
    return new WeakReference<>(thread);
  }

  /// Each thread has a few leases, and some end with their thread; others wait for those.
  @Test
  void threadsThatDieWithLeasesLoseNone() throws Exception {
    long seed = System.nanoTime();
    System.out.println("NativePoolTest seed " + seed);
    Random seeds = new Random(seed);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    AtomicLong left = new AtomicLong();
    try (NativePool pool =
        NativePool.builder(8 * KIB)
            .whenExhausted(ExhaustionPolicy.waitAtMost(Duration.ofMinutes(1)))
            .onLeak(_ -> {})
            .create()) {
      for (int round = 0; round < 25; round++) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          Random random = new Random(seeds.nextLong());
          Runnable life =
              () -> {
                try {
                  leaveSome(pool, random, left);
                } catch (Throwable failure) {
                  failures.add(failure);
                }
              };
          threads.add(
              i % 2 == 0 ? Thread.ofPlatform().start(life) : Thread.startVirtualThread(life));
        }
        for (Thread thread : threads) {
          thread.join();
        }
      }
      assertThat(failures).isEmpty();
      assertThat(pool.statistics().inUseBytes()).isZero();
      assertThat(pool.statistics().leakCount()).isEqualTo(left.get()).isPositive();
    }
  }

  private static void leaveSome(NativePool pool, Random random, AtomicLong left) {
    for (int i = 0; i < 50; i++) {
      byte mark = (byte) random.nextInt();
      Lease lease = pool.acquire(KIB);
      lease.segment().fill(mark);
      Thread.onSpinWait();
      for (byte b : lease.segment().toArray(ValueLayout.JAVA_BYTE)) {
        if (b != mark) {
          throw new AssertionError("Somebody else wrote here");
        }
      }
      if (i == 49 && random.nextInt(3) > 0) {
        left.incrementAndGet();
      } else {
        lease.close();
      }
    }
  }

  @Test
  void manyThreadsNeverShareABlock() throws Exception {
    long seed = System.nanoTime();
    System.out.println("NativePoolTest seed " + seed);
    Random seeds = new Random(seed);
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    AtomicLong exhausted = new AtomicLong();
    CountDownLatch start = new CountDownLatch(1);
    try (NativePool pool =
        NativePool.builder(64 * KIB).whenExhausted(ExhaustionPolicy.THROW).create()) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Random random = new Random(seeds.nextLong());
        Runnable life =
            () -> {
              try {
                start.await();
                for (int j = 0; j < 20_000; j++) {
                  useOne(pool, random, exhausted);
                }
              } catch (Throwable failure) {
                failures.add(failure);
              }
            };
        threads.add(i % 2 == 0 ? Thread.ofPlatform().start(life) : Thread.ofVirtual().start(life));
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).isEmpty();
      assertThat(pool.statistics().inUseBytes()).isZero();
      assertThat(pool.statistics().highWaterBytes()).isLessThanOrEqualTo(64 * KIB);
      // All of it is still there.
      pool.acquire(KIB).close();
    }
  }

  private static void useOne(NativePool pool, Random random, AtomicLong exhausted) {
    int byteSize = 1 + random.nextInt(1 << random.nextInt(15));
    try (Lease lease =
        random.nextBoolean() ? pool.acquire(byteSize) : pool.acquireShared(byteSize)) {
      byte mark = (byte) random.nextInt();
      lease.segment().fill(mark);
      if (random.nextInt(50) == 0) {
        Thread.onSpinWait();
      }
      for (byte b : lease.segment().toArray(ValueLayout.JAVA_BYTE)) {
        if (b != mark) {
          throw new AssertionError("Somebody else wrote here");
        }
      }
    } catch (NativeMemoryExhaustedException expected) {
      exhausted.incrementAndGet();
    }
  }
}
