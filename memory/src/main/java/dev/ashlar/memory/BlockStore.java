package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The blocks of a pool. One that is idle is taken, and given back, without the lock; all else
/// happens under it: reserving, waiting, making room, taking back what dead threads held.
final class BlockStore {
  static final long MAX_MAX_BYTE_SIZE = 1L << 44;

  /// What a pool does that has no block to lend.
  enum WhenExhausted {
    FAIL,
    WAIT,
    ALLOCATE
  }

  private static final int MIN_SIZE_SHIFT = 9;

  /// A thread that ends while it holds a lease wakes nobody, so waiting threads look for
  /// themselves.
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final String pool;
  private final long maxByteSize;
  private final WhenExhausted whenExhausted;
  private final long timeoutNanos;
  private final LeaseTracker tracker;

  /// Ascending; each holds twice as much as the one before, the last the bound.
  private final SizeClass[] sizeClasses;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition released = lock.newCondition();

  /// All blocks, idle and lent, those beyond the bound included.
  private final Set<Block> blocks = new HashSet<>();

  /// How many threads wait; looked at after giving a block back, and before looking for one.
  private final AtomicInteger waiting = new AtomicInteger();

  private long pooledBytes;
  private long reservedBytes;
  private long highWaterBytes;
  private long missCount;
  private long waitCount;
  private boolean closed;

  BlockStore(
      String pool,
      long maxByteSize,
      WhenExhausted whenExhausted,
      Duration timeout,
      LeaseTracker tracker) {
    this.pool = pool;
    this.maxByteSize = maxByteSize;
    this.whenExhausted = whenExhausted;
    this.timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
    this.tracker = tracker;
    this.sizeClasses = new SizeClass[sizeClassIndex(maxByteSize) + 1];
    for (int i = 0; i < sizeClasses.length; i++) {
      sizeClasses[i] = new SizeClass(Math.min(1L << (i + MIN_SIZE_SHIFT), maxByteSize));
    }
  }

  private static int sizeClassIndex(long byteSize) {
    return Math.max(0, Long.SIZE - Long.numberOfLeadingZeros(byteSize - 1) - MIN_SIZE_SHIFT);
  }

  Block take(long byteSize) {
    if (byteSize < 0) {
      throw new IllegalArgumentException("Negative byte size: " + byteSize);
    }
    if (byteSize <= maxByteSize) {
      Block block = sizeClasses[sizeClassIndex(Math.max(byteSize, 1))].takeWithinReach();
      if (block != null) {
        return block;
      }
    }
    return takeSlowly(byteSize);
  }

  /// Takes back a block that was released already.
  void giveBack(Block block) {
    block.forget();
    SizeClass home = block.home;
    if (home == null || !home.giveWithinReach(block)) {
      giveBackSlowly(block);
    }
    if (waiting.get() > 0) {
      wake();
    }
  }

  void released(LeaseTracker.Trace trace) {
    tracker.released(trace);
  }

  MemoryStats stats() {
    tracker.report();
    MemoryStats stats;
    lock.lock();
    try {
      takeBackAbandoned();
      long inUse = 0;
      for (Block block : blocks) {
        if (block.generation.isLent()) {
          inUse += block.byteSize;
        }
      }
      stats =
          new MemoryStats(
              reservedBytes, inUse, highWaterBytes, missCount, waitCount, tracker.leakCount());
    } finally {
      lock.unlock();
    }
    tracker.report();
    return stats;
  }

  void close(Arena session) {
    lock.lock();
    try {
      requireOpen();
      takeBackAbandoned();
      List<Block> idle = new ArrayList<>();
      for (SizeClass sizeClass : sizeClasses) {
        idle.addAll(sizeClass.takeAll());
      }
      try {
        if (idle.size() < blocks.size()) {
          throw new IllegalStateException(
              "Leases not released: " + (blocks.size() - idle.size()) + " of pool " + pool);
        }
        session.close();
      } catch (IllegalStateException inUse) {
        idle.forEach(this::keep);
        throw inUse;
      }
      closed = true;
      idle.forEach(this::free);
      released.signalAll();
    } finally {
      lock.unlock();
    }
    tracker.report();
  }

  private Block takeSlowly(long byteSize) {
    try {
      lock.lock();
      try {
        requireOpen();
        SizeClass wanted =
            byteSize <= maxByteSize ? sizeClasses[sizeClassIndex(Math.max(byteSize, 1))] : null;
        Block block = wanted == null ? null : find(wanted);
        return block != null ? block : doWithout(wanted, byteSize);
      } finally {
        lock.unlock();
      }
    } finally {
      tracker.report();
    }
  }

  private Block doWithout(@Nullable SizeClass wanted, long byteSize) {
    return switch (whenExhausted) {
      case FAIL -> throw exhausted(byteSize, "");
      case WAIT -> {
        if (wanted == null) {
          throw exhausted(byteSize, "");
        }
        yield await(wanted, byteSize);
      }
      case ALLOCATE -> {
        Block block = reserve(byteSize, null);
        missCount++;
        Flight.poolMissed(pool, byteSize);
        yield block;
      }
    };
  }

  private Block await(SizeClass wanted, long byteSize) {
    long start = System.nanoTime();
    waitCount++;
    waiting.incrementAndGet();
    try {
      while (true) {
        // Only what is given back from here on wakes this thread; so look once more.
        Block block = find(wanted);
        if (block != null) {
          return block;
        }
        long left = timeoutNanos - (System.nanoTime() - start);
        if (left <= 0) {
          throw exhausted(byteSize, " after waiting for " + timeoutNanos + " ns");
        }
        var _ = released.awaitNanos(Math.min(left, LOOK_AGAIN_NANOS));
        requireOpen();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      NativeMemoryExhaustedException failure = exhausted(byteSize, " and interrupted");
      failure.initCause(interrupted);
      throw failure;
    } finally {
      waiting.decrementAndGet();
      Flight.poolWaited(pool, byteSize, System.nanoTime() - start);
    }
  }

  private @Nullable Block find(SizeClass wanted) {
    Block block = wanted.take();
    if (block == null && !hasRoomFor(wanted)) {
      takeBackAbandoned();
      block = wanted.take();
    }
    if (block == null && hasRoomFor(wanted)) {
      block = reserve(wanted.byteSize, wanted);
    }
    for (int i = sizeClassIndex(wanted.byteSize) + 1;
        block == null && i < sizeClasses.length;
        i++) {
      block = sizeClasses[i].take();
    }
    if (block == null && makeRoomFor(wanted)) {
      block = reserve(wanted.byteSize, wanted);
    }
    return block;
  }

  private boolean hasRoomFor(SizeClass wanted) {
    return wanted.byteSize <= maxByteSize - pooledBytes;
  }

  /// Frees idle blocks of other sizes, if that is enough.
  private boolean makeRoomFor(SizeClass wanted) {
    List<Block> idle = new ArrayList<>();
    long freeable = 0;
    for (SizeClass sizeClass : sizeClasses) {
      for (Block block : sizeClass.takeAll()) {
        idle.add(block);
        freeable += block.isExposed() ? 0 : block.byteSize;
      }
    }
    boolean enough = wanted.byteSize <= maxByteSize - pooledBytes + freeable;
    for (Block block : idle) {
      if (enough && !block.isExposed() && !hasRoomFor(wanted)) {
        free(block);
      } else {
        keep(block);
      }
    }
    return enough;
  }

  private void takeBackAbandoned() {
    List<Block> abandoned = new ArrayList<>();
    for (Block block : blocks) {
      if (block.releaseIfAbandoned()) {
        abandoned.add(block);
      }
    }
    for (Block block : abandoned) {
      tracker.abandoned(block);
      block.forget();
      if (block.home == null) {
        free(block);
      } else {
        keep(block);
      }
    }
  }

  private void giveBackSlowly(Block block) {
    lock.lock();
    try {
      if (block.home == null) {
        free(block);
      } else {
        keep(block);
      }
    } finally {
      lock.unlock();
    }
  }

  private void wake() {
    lock.lock();
    try {
      released.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private Block reserve(long byteSize, @Nullable SizeClass home) {
    Block block = Block.reserve(byteSize, home);
    blocks.add(block);
    reservedBytes += byteSize;
    pooledBytes += home == null ? 0 : byteSize;
    highWaterBytes = Math.max(highWaterBytes, reservedBytes);
    return block;
  }

  private void free(Block block) {
    blocks.remove(block);
    reservedBytes -= block.byteSize;
    pooledBytes -= block.home == null ? 0 : block.byteSize;
    block.free();
  }

  private void keep(Block block) {
    SizeClass home = block.home;
    if (home != null) {
      home.give(block);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("Already closed");
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
}
