// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.memory.internal.StripedSlots;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Lends all slabs of the process. It owns them: a stack only borrows. So nothing is freed when a
/// stack becomes unreachable or a thread-local is cleared. A slab that was not given back is taken
/// back when its thread has ended, and only then. Slabs that exceed the bound for idle ones are
/// dropped, and the collector frees them.
///
/// Giving back allocates nothing. The lock is a monitor, because leaving a monitor calls nothing.
/// So neither [OutOfMemoryError] nor [StackOverflowError] leaves a slab between two lists. Callers
/// have called [StackHeadroom].
final class StackSlabSource {
  static final long PLATFORM_SLAB_BYTE_SIZE = 64 << 10;
  static final long VIRTUAL_SLAB_BYTE_SIZE = 16 << 10;

  /// The bound for idle slabs. The slots of [#WITHIN_REACH] are not counted.
  static final long MAX_IDLE_BYTE_SIZE = 16 << 20;

  /// How many living tenants are checked for each slab that is needed while none is idle. Then one
  /// is allocated. So the thousandth thread costs no more than the hundredth.
  private static final int CHECKS_PER_LOAN = 64;

  private static final Object LOCK = new Object();

  /// By the logarithm of their size.
  private static final @Nullable StackSlab[] IDLE = new StackSlab[Long.SIZE];

  /// Slabs for virtual threads, which borrow one for every outermost frame.
  private static final StripedSlots<StackSlab> WITHIN_REACH = new StripedSlots<>(8);

  private static final AtomicLong HIGH_WATER = new AtomicLong();
  private static final LongAdder SPILLED = new LongAdder();
  private static final LongAdder MISSES = new LongAdder();

  /// The list of all slabs, in any order.
  private static @Nullable StackSlab first;

  /// Where the next search for a dead tenant begins.
  private static @Nullable StackSlab nextCheck;

  private static long idleBytes;
  private static long reservedBytes;
  private static long leakCount;

  static {
    JfrSupport.watchStacks();
  }

  private StackSlabSource() {}

  /// @param byteSize a power of two
  static StackSlab lend(NativeStack tenant, long byteSize) {
    StackSlab slab = byteSize == VIRTUAL_SLAB_BYTE_SIZE ? WITHIN_REACH.take() : null;
    if (slab == null) {
      slab = idleSlab(byteSize);
    }
    if (slab == null) {
      slab = allocate(byteSize);
    }
    slab.tenant(tenant);
    return slab;
  }

  static void giveBack(StackSlab slab) {
    if (slab.byteSize != VIRTUAL_SLAB_BYTE_SIZE || !WITHIN_REACH.giveQuietly(slab)) {
      synchronized (LOCK) {
        keepOrDrop(slab);
      }
    }
  }

  static void countMiss() {
    MISSES.increment();
  }

  static void countSpilled(long byteSize) {
    SPILLED.add(byteSize);
  }

  static void raiseHighWater(long inUseBytes) {
    long known = HIGH_WATER.get();
    while (inUseBytes > known && !HIGH_WATER.compareAndSet(known, inUseBytes)) {
      known = HIGH_WATER.get();
    }
  }

  static NativeStack.Statistics statistics() {
    StackHeadroom.requireLittle();
    synchronized (LOCK) {
      // A slab that is dropped meanwhile keeps its link to the next one.
      for (StackSlab slab = first; slab != null; slab = slab.next) {
        settleIfDead(slab);
      }
      return counters();
    }
  }

  /// The counters as they are, without a search for threads that have ended.
  static NativeStack.Statistics counters() {
    synchronized (LOCK) {
      long inUse = 0;
      long highWater = HIGH_WATER.get();
      for (StackSlab slab = first; slab != null; slab = slab.next) {
        NativeStack tenant = slab.tenant();
        if (tenant != null && tenant.bottom() == slab) {
          inUse += tenant.inUseBytes();
          highWater = Math.max(highWater, tenant.highWaterBytes());
        }
      }
      return new NativeStack.Statistics(
          reservedBytes + SPILLED.sum(), inUse, highWater, MISSES.sum(), leakCount);
    }
  }

  private static @Nullable StackSlab idleSlab(long byteSize) {
    int list = Long.numberOfTrailingZeros(byteSize);
    synchronized (LOCK) {
      int living = 0;
      boolean wrapped = false;
      while (IDLE[list] == null && living < CHECKS_PER_LOAN) {
        StackSlab checked = nextCheck;
        if (checked == null) {
          if (wrapped || first == null) {
            break;
          }
          wrapped = true;
          checked = first;
        }
        nextCheck = checked.next;
        if (!settleIfDead(checked)) {
          living++;
        }
      }
      StackSlab slab = IDLE[list];
      if (slab != null) {
        IDLE[list] = slab.nextIdle;
        slab.nextIdle = null;
        idleBytes -= byteSize;
      }
      return slab;
    }
  }

  private static StackSlab allocate(long byteSize) {
    StackSlab slab = allocateOrDropIdle(byteSize);
    JfrSupport.slabReserved(byteSize);
    synchronized (LOCK) {
      slab.next = first;
      if (first != null) {
        first.previous = slab;
      }
      first = slab;
      reservedBytes += byteSize;
    }
    return slab;
  }

  private static StackSlab allocateOrDropIdle(long byteSize) {
    try {
      return StackSlab.allocate(byteSize);
    } catch (OutOfMemoryError full) {
      dropIdle();
      return StackSlab.allocate(byteSize);
    }
  }

  private static void dropIdle() {
    synchronized (LOCK) {
      for (int list = 0; list < IDLE.length; list++) {
        for (StackSlab slab = IDLE[list]; slab != null; slab = slab.nextIdle) {
          drop(slab);
        }
        IDLE[list] = null;
      }
      idleBytes = 0;
    }
  }

  /// Returns false if the slab has a tenant whose thread is alive.
  private static boolean settleIfDead(StackSlab slab) {
    NativeStack tenant = slab.tenant();
    if (tenant == null) {
      return true;
    }
    if (!tenant.ownerIsDead()) {
      return false;
    }
    int leaked = tenant.settle();
    // A slab that its last tenant gave back may serve another by now.
    slab.forget(tenant);
    if (leaked > 0) {
      countLeaked(tenant.ownerThreadId, leaked);
    }
    return true;
  }

  static void countLeaked(long threadId, int frames) {
    synchronized (LOCK) {
      leakCount += frames;
    }
    JfrSupport.framesLeaked(threadId, frames);
  }

  private static void keepOrDrop(StackSlab slab) {
    slab.tenant(null);
    if (idleBytes + slab.byteSize <= MAX_IDLE_BYTE_SIZE) {
      int list = Long.numberOfTrailingZeros(slab.byteSize);
      slab.nextIdle = IDLE[list];
      IDLE[list] = slab;
      idleBytes += slab.byteSize;
    } else {
      drop(slab);
    }
  }

  private static void drop(StackSlab slab) {
    StackSlab previous = slab.previous;
    StackSlab next = slab.next;
    if (previous == null) {
      first = next;
    } else {
      previous.next = next;
    }
    if (next != null) {
      next.previous = previous;
    }
    if (nextCheck == slab) {
      nextCheck = next;
    }
    reservedBytes -= slab.byteSize;
    JfrSupport.slabFreed(slab.byteSize);
  }
}
