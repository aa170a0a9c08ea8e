// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.hotspot.DontInline;
import java.lang.foreign.Arena;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The blocks of a pool. An idle block is taken, and given back, without the lock. Allocating,
/// waiting, making room, and taking back the blocks of dead threads happen under the lock.
///
/// Giving back allocates nothing. Callers have called [StackHeadroom].
final class PoolBlocks {
  static final long MAX_MAX_BYTE_SIZE = 1L << 44;

  private static final int MIN_SIZE_SHIFT = 9;

  /// A thread that ends while it holds a lease wakes no waiting thread, so waiting threads look
  /// again after this time.
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final String pool;
  private final long maxByteSize;
  private final ExhaustionPolicy whenExhausted;
  private final PoolLeaseTracker tracker;

  /// Ascending; each holds twice as much as the one before, the last the bound.
  private final PoolSizeClass[] sizeClasses;

  /// A monitor, since leaving one calls nothing that could fail.
  private final Object lock = new Object();

  /// The list of all blocks, idle and lent, those beyond the bound included.
  private @Nullable PoolBlock first;

  /// How many threads wait. Read after a block was given back; increased before a thread searches
  /// for one.
  private final AtomicInteger waiting = new AtomicInteger();

  /// Whether a thread may be waiting. Set by the first that does: until then, giving back takes no
  /// full fence. A thread that is missed once looks for itself.
  private volatile boolean waits;

  private long pooledBytes;
  private long reservedBytes;
  private long highWaterBytes;
  private long missCount;
  private long waitCount;
  private boolean closed;

  PoolBlocks(
      String pool, long maxByteSize, ExhaustionPolicy whenExhausted, PoolLeaseTracker tracker) {
    this.pool = pool;
    this.maxByteSize = maxByteSize;
    this.whenExhausted = whenExhausted;
    this.waits = whenExhausted.kind == ExhaustionPolicy.Kind.WAIT;
    this.tracker = tracker;
    this.sizeClasses = new PoolSizeClass[sizeClassIndex(maxByteSize) + 1];
    for (int i = 0; i < sizeClasses.length; i++) {
      sizeClasses[i] = new PoolSizeClass(Math.min(1L << (i + MIN_SIZE_SHIFT), maxByteSize));
    }
  }

  private static int sizeClassIndex(long byteSize) {
    return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(byteSize - 1) - MIN_SIZE_SHIFT);
  }

  /// Lends a block to the calling thread.
  PoolBlock lend(long byteSize) {
    return lend(take(byteSize), byteSize);
  }

  /// Same as [#lend(long)]; null if there is none within `nanos`.
  @Nullable PoolBlock tryLend(long byteSize, long nanos) throws InterruptedException {
    PoolBlock block = tryTake(byteSize, nanos);
    return block == null ? null : lend(block, byteSize);
  }

  private PoolBlock lend(PoolBlock block, long byteSize) {
    boolean lent = false;
    try {
      track(block, block.lend(), byteSize);
      lent = true;
    } finally {
      if (!lent) {
        undo(block);
      }
    }
    return block;
  }

  /// Lends a block to any thread.
  ///
  /// @param outlived whether segments may still show it after its release
  PoolBlock lendToAny(long byteSize, boolean outlived) {
    return lendToAny(take(byteSize), byteSize, outlived);
  }

  /// Same as [#lendToAny(long, boolean)]; null if there is none within `nanos`.
  @Nullable PoolBlock tryLendToAny(long byteSize, boolean outlived, long nanos)
      throws InterruptedException {
    PoolBlock block = tryTake(byteSize, nanos);
    return block == null ? null : lendToAny(block, byteSize, outlived);
  }

  private PoolBlock lendToAny(PoolBlock block, long byteSize, boolean outlived) {
    boolean lent = false;
    try {
      // Memory that is freed at its release must not be shown by a segment that outlives the lease.
      if (outlived && block.home != null) {
        block.expose();
      }
      track(block, block.lendToAny(), byteSize);
      lent = true;
    } finally {
      if (!lent) {
        undo(block);
      }
    }
    return block;
  }

  private void track(PoolBlock block, long generation, long byteSize) {
    if (tracker.tracks(block.address + generation)) {
      block.track(tracker.track(byteSize));
      tracker.report();
    }
  }

  /// Ends a lease, unless it has ended before.
  ///
  /// @param confined whether only the calling thread may do so
  /// @throws WrongThreadException if it is confined to another thread
  void takeBack(
      PoolBlock block,
      long generation,
      boolean confined,
      PoolLeaseTracker.@Nullable Witness witness) {
    if (!block.end(generation, confined)) {
      return;
    }
    if (witness != null) {
      tracker.released(witness.trace);
    }
    giveBack(block);
  }

  private PoolBlock take(long byteSize) {
    PoolBlock block = takeIdle(byteSize);
    return block == null ? takeSlowly(byteSize) : block;
  }

  private @Nullable PoolBlock tryTake(long byteSize, long nanos) throws InterruptedException {
    PoolBlock block = takeIdle(byteSize);
    if (block != null) {
      return block;
    }
    try {
      synchronized (lock) {
        requireOpen();
        if (byteSize > maxByteSize) {
          throw exhausted(byteSize, "");
        }
        return await(sizeClass(byteSize), byteSize, nanos);
      }
    } finally {
      tracker.report();
    }
  }

  private @Nullable PoolBlock takeIdle(long byteSize) {
    if (byteSize < 0) {
      throw new IllegalArgumentException("Negative byte size: " + byteSize);
    }
    return byteSize <= maxByteSize ? sizeClass(byteSize).take() : null;
  }

  private PoolSizeClass sizeClass(long byteSize) {
    return sizeClasses[sizeClassIndex(Math.max(byteSize, 1))];
  }

  /// Takes back a block that was released already.
  private void giveBack(PoolBlock block) {
    block.forgetTrace();
    PoolSizeClass home = block.home;
    boolean waits = this.waits;
    if (home == null || !(waits ? home.give(block) : home.giveQuietly(block))) {
      synchronized (lock) {
        keepOrFree(block);
      }
    }
    if (waits && waiting.get() > 0) {
      synchronized (lock) {
        lock.notifyAll();
      }
    }
  }

  /// Takes back a block whose lease could not be made.
  void undo(PoolBlock block) {
    PoolLeaseTracker.Trace trace = block.trace();
    if (trace != null) {
      tracker.released(trace);
    }
    block.generation.end();
    giveBack(block);
  }

  NativePool.Statistics statistics() {
    synchronized (lock) {
      takeBackAbandoned();
    }
    tracker.report();
    return counters();
  }

  String pool() {
    return pool;
  }

  /// The current counters, without a search for leaks.
  NativePool.Statistics counters() {
    synchronized (lock) {
      long inUse = 0;
      for (PoolBlock block = first; block != null; block = block.next) {
        if (block.generation.isLent()) {
          inUse += block.byteSize;
        }
      }
      return new NativePool.Statistics(
          reservedBytes, inUse, highWaterBytes, missCount, waitCount, tracker.leakCount());
    }
  }

  void close(Arena session) {
    synchronized (lock) {
      if (closed) {
        return;
      }
      takeBackAbandoned();
      PoolBlock idle = takeAllIdle();
      try {
        int lent = count() - countIdle(idle);
        if (lent > 0) {
          throw notReleased(lent);
        }
        session.close();
        closed = true;
      } finally {
        if (!closed) {
          keepAll(idle);
        }
      }
      for (PoolBlock next = idle; next != null; ) {
        PoolBlock block = next;
        next = block.nextIdle;
        free(block);
      }
      lock.notifyAll();
    }
    tracker.report();
  }

  private PoolBlock takeSlowly(long byteSize) {
    try {
      synchronized (lock) {
        requireOpen();
        PoolSizeClass wanted = byteSize <= maxByteSize ? sizeClass(byteSize) : null;
        PoolBlock block = wanted == null ? null : find(wanted);
        return block != null ? block : doWithout(wanted, byteSize);
      }
    } finally {
      tracker.report();
    }
  }

  private PoolBlock doWithout(@Nullable PoolSizeClass wanted, long byteSize) {
    switch (whenExhausted.kind) {
      case MALLOC -> {
        PoolBlock block = add(PoolBlock.beyond(this, byteSize));
        missCount++;
        JfrSupport.poolMissed(pool, byteSize);
        return block;
      }
      case WAIT -> {
        if (wanted != null) {
          return awaitOrThrow(wanted, byteSize);
        }
      }
      case THROW -> {}
    }
    throw exhausted(byteSize, "");
  }

  private PoolBlock awaitOrThrow(PoolSizeClass wanted, long byteSize) {
    try {
      PoolBlock block = await(wanted, byteSize, whenExhausted.timeoutNanos);
      if (block != null) {
        return block;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      NativeMemoryExhaustedException failure = exhausted(byteSize, " and interrupted");
      failure.initCause(interrupted);
      throw failure;
    }
    throw exhausted(byteSize, " after waiting for " + whenExhausted.timeoutNanos + " ns");
  }

  /// Returns null if there is no block within `nanos`.
  private @Nullable PoolBlock await(PoolSizeClass wanted, long byteSize, long nanos)
      throws InterruptedException {
    if (nanos <= 0) {
      return find(wanted);
    }
    long start = System.nanoTime();
    waits = true;
    waiting.incrementAndGet();
    boolean waited = false;
    try {
      while (true) {
        // Only what is given back from here on wakes this thread; so look once more.
        PoolBlock block = find(wanted);
        if (block != null) {
          return block;
        }
        long left = nanos - (System.nanoTime() - start);
        if (left <= 0) {
          return null;
        }
        if (!waited) {
          waited = true;
          waitCount++;
        }
        TimeUnit.NANOSECONDS.timedWait(lock, Math.min(left, LOOK_AGAIN_NANOS));
        requireOpen();
      }
    } finally {
      waiting.decrementAndGet();
      if (waited) {
        JfrSupport.poolWaited(pool, byteSize, System.nanoTime() - start);
      }
    }
  }

  private @Nullable PoolBlock find(PoolSizeClass wanted) {
    PoolBlock block = wanted.takeAny();
    if (block == null && !hasRoomFor(wanted)) {
      takeBackAbandoned();
      block = wanted.takeAny();
    }
    if (block == null && hasRoomFor(wanted)) {
      block = add(PoolBlock.pooled(this, wanted));
    }
    for (int i = sizeClassIndex(wanted.byteSize) + 1;
        block == null && i < sizeClasses.length;
        i++) {
      block = sizeClasses[i].takeAny();
    }
    if (block == null && makeRoomFor(wanted)) {
      block = add(PoolBlock.pooled(this, wanted));
    }
    return block;
  }

  private boolean hasRoomFor(PoolSizeClass wanted) {
    return wanted.byteSize <= maxByteSize - pooledBytes;
  }

  /// Frees idle blocks of other sizes, if that is enough.
  private boolean makeRoomFor(PoolSizeClass wanted) {
    PoolBlock idle = takeAllIdle();
    long freeable = 0;
    for (PoolBlock block = idle; block != null; block = block.nextIdle) {
      freeable += block.isExposed() ? 0 : block.byteSize;
    }
    boolean enough = wanted.byteSize <= maxByteSize - pooledBytes + freeable;
    for (PoolBlock next = idle; next != null; ) {
      PoolBlock block = next;
      next = block.nextIdle;
      if (enough && !block.isExposed() && !hasRoomFor(wanted)) {
        free(block);
      } else {
        keepOrFree(block);
      }
    }
    return enough;
  }

  private void takeBackAbandoned() {
    for (PoolBlock next = first; next != null; ) {
      PoolBlock block = next;
      next = block.next;
      if (block.releaseIfAbandoned()) {
        PoolLeaseTracker.Trace trace = block.trace();
        String holder = block.holderName();
        block.forgetTrace();
        keepOrFree(block);
        tracker.abandoned(block.byteSize, holder, trace);
      }
    }
  }

  private @Nullable PoolBlock takeAllIdle() {
    PoolBlock idle = null;
    for (PoolSizeClass sizeClass : sizeClasses) {
      idle = sizeClass.takeAll(idle);
    }
    return idle;
  }

  private void keepAll(@Nullable PoolBlock idle) {
    for (PoolBlock next = idle; next != null; ) {
      PoolBlock block = next;
      next = block.nextIdle;
      keepOrFree(block);
    }
  }

  private static int countIdle(@Nullable PoolBlock idle) {
    int count = 0;
    for (PoolBlock block = idle; block != null; block = block.nextIdle) {
      count++;
    }
    return count;
  }

  private int count() {
    int count = 0;
    for (PoolBlock block = first; block != null; block = block.next) {
      count++;
    }
    return count;
  }

  private void keepOrFree(PoolBlock block) {
    PoolSizeClass home = block.home;
    block.nextIdle = null;
    if (home != null) {
      home.giveOrKeep(block);
    } else {
      free(block);
    }
  }

  private PoolBlock add(PoolBlock block) {
    block.next = first;
    if (first != null) {
      first.previous = block;
    }
    first = block;
    reservedBytes += block.byteSize;
    pooledBytes += block.home == null ? 0 : block.byteSize;
    if (reservedBytes > highWaterBytes) {
      highWaterBytes = reservedBytes;
    }
    return block;
  }

  private void free(PoolBlock block) {
    PoolBlock previous = block.previous;
    PoolBlock next = block.next;
    if (previous == null) {
      first = next;
    } else {
      previous.next = next;
    }
    if (next != null) {
      next.previous = previous;
    }
    reservedBytes -= block.byteSize;
    pooledBytes -= block.home == null ? 0 : block.byteSize;
    block.free();
  }

  /// A listener is called for lost leases only: a lease that is still reachable may yet be
  /// released.
  private IllegalStateException notReleased(int lent) {
    return new IllegalStateException(
        "Leases of pool "
            + pool
            + " that are not released: "
            + lent
            + ". Release them, then close the pool. With trackingOneIn(1) the listener of onLeak"
            + " hears where those were acquired that nobody holds any more");
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The pool " + pool + " is already closed");
    }
  }

  private NativeMemoryExhaustedException exhausted(long byteSize, String how) {
    return new NativeMemoryExhaustedException(
        "No "
            + byteSize
            + " bytes in pool "
            + pool
            + how
            + ": "
            + pooledBytes
            + " of "
            + maxByteSize
            + " bytes are reserved, "
            + (byteSize > maxByteSize
                ? "and it never has so many"
                : "and none that is idle has so many"));
  }

  /// Slow paths of hot methods.
  static final class Slow extends DontInline {
    private static final long serialVersionUID = 1;

    private Slow() {}

    static PoolBlock lend(PoolBlocks blocks, long byteSize) {
      return blocks.lend(byteSize);
    }

    static @Nullable PoolBlock tryLend(PoolBlocks blocks, long byteSize, long nanos)
        throws InterruptedException {
      return blocks.tryLend(byteSize, nanos);
    }

    static void giveBack(
        PoolBlock block,
        long generation,
        boolean confined,
        PoolLeaseTracker.@Nullable Witness witness) {
      block.blocks.takeBack(block, generation, confined, witness);
    }
  }
}
