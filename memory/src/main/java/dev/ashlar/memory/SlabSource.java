package dev.ashlar.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Where all slabs of the process come from and go back to. It owns them: a stack only borrows, so
/// that a stack which became unreachable, or a thread-local that was wiped, frees nothing. A slab
/// that was not given back is taken back when the thread it was lent to has ended, and only then.
final class SlabSource {
  static final long PLATFORM_SLAB_BYTE_SIZE = 64 << 10;
  static final long VIRTUAL_SLAB_BYTE_SIZE = 16 << 10;

  /// Idle slabs are freed rather than kept once they come to so much. What the slots of
  /// [#WITHIN_REACH] hold is not counted.
  static final long MAX_IDLE_BYTE_SIZE = 16 << 20;

  /// How many tenants may turn out to live each time a slab is wanted and none is idle, before one
  /// is reserved. So a thousandth thread costs no more than the hundredth.
  private static final int CHECKS_PER_LOAN = 64;

  private static final ReentrantLock LOCK = new ReentrantLock();

  /// Every slab there is, in any order.
  private static final ArrayList<Slab> SLABS = new ArrayList<>();

  /// By the logarithm of their size.
  private static final ArrayList<ArrayDeque<Slab>> IDLE = new ArrayList<>();

  /// Slabs for virtual threads, which borrow one for every outermost frame.
  private static final StripedSlots<Slab> WITHIN_REACH = new StripedSlots<>(8);

  /// The own stacks of platform threads that have slabs, by thread id.
  private static final ConcurrentHashMap<Long, NativeStack> STACKS = new ConcurrentHashMap<>();

  private static final AtomicLong HIGH_WATER = new AtomicLong();
  private static final LongAdder SPILLED = new LongAdder();
  private static final LongAdder MISSES = new LongAdder();

  private static long idleBytes;
  private static long reservedBytes;
  private static long leakCount;
  private static int nextCheck;

  static {
    for (int i = 0; i < Long.SIZE; i++) {
      IDLE.add(new ArrayDeque<>());
    }
  }

  private SlabSource() {}

  /// A thread's own stack, if it has slabs. A worker of the common pool loses its thread-locals
  /// between two tasks; its stack it must find again.
  static @Nullable NativeStack stackOf(Thread thread) {
    return thread.isVirtual() ? null : STACKS.get(thread.threadId());
  }

  /// @param byteSize a power of two
  static Slab lend(SlabChain tenant, long byteSize) {
    Slab slab = byteSize == VIRTUAL_SLAB_BYTE_SIZE ? WITHIN_REACH.take() : null;
    if (slab == null) {
      slab = idleSlab(byteSize);
    }
    if (slab == null) {
      slab = reserve(byteSize);
    }
    slab.tenant(tenant);
    if (tenant.kind() == SlabChain.Kind.PLATFORM_THREAD) {
      STACKS.put(tenant.ownerThreadId(), tenant.stack());
    }
    return slab;
  }

  static void giveBack(Slab slab) {
    if (slab.byteSize != VIRTUAL_SLAB_BYTE_SIZE || !WITHIN_REACH.give(slab)) {
      LOCK.lock();
      try {
        keepOrFree(slab);
      } finally {
        LOCK.unlock();
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
    if (inUseBytes > HIGH_WATER.get()) {
      HIGH_WATER.accumulateAndGet(inUseBytes, Math::max);
    }
  }

  static MemoryStats stats() {
    LOCK.lock();
    try {
      for (int i = SLABS.size() - 1; i >= 0; i--) {
        // Settling a tenant may free several slabs.
        if (i < SLABS.size()) {
          settleIfDead(SLABS.get(i));
        }
      }
      long inUse = 0;
      long highWater = HIGH_WATER.get();
      for (Slab slab : SLABS) {
        SlabChain tenant = slab.tenant();
        if (tenant != null && tenant.bottom() == slab) {
          inUse += tenant.inUseBytes();
          highWater = Math.max(highWater, tenant.highWaterBytes());
        }
      }
      return new MemoryStats(
          reservedBytes + SPILLED.sum(), inUse, highWater, MISSES.sum(), 0, leakCount);
    } finally {
      LOCK.unlock();
    }
  }

  private static @Nullable Slab idleSlab(long byteSize) {
    LOCK.lock();
    try {
      ArrayDeque<Slab> idle = idle(byteSize);
      int living = 0;
      for (int i = SLABS.size(); i > 0 && living < CHECKS_PER_LOAN && idle.isEmpty(); i--) {
        nextCheck = nextCheck + 1 < SLABS.size() ? nextCheck + 1 : 0;
        if (nextCheck < SLABS.size() && !settleIfDead(SLABS.get(nextCheck))) {
          living++;
        }
      }
      Slab slab = idle.pollLast();
      if (slab != null) {
        idleBytes -= byteSize;
      }
      return slab;
    } finally {
      LOCK.unlock();
    }
  }

  private static Slab reserve(long byteSize) {
    Slab slab = Slab.reserve(byteSize);
    LOCK.lock();
    try {
      slab.index = SLABS.size();
      SLABS.add(slab);
      reservedBytes += byteSize;
    } finally {
      LOCK.unlock();
    }
    Flight.slabReserved(byteSize);
    return slab;
  }

  /// Returns false if the slab has a tenant that lives.
  private static boolean settleIfDead(Slab slab) {
    SlabChain tenant = slab.tenant();
    if (tenant == null) {
      return true;
    }
    if (!tenant.ownerIsDead()) {
      return false;
    }
    slab.forget(tenant);
    STACKS.remove(tenant.ownerThreadId(), tenant.stack());
    int leaked = tenant.settle();
    if (leaked > 0) {
      leakCount += leaked;
      Flight.framesLeaked(tenant.ownerThreadId(), leaked);
    }
    return true;
  }

  private static void keepOrFree(Slab slab) {
    slab.tenant(null);
    if (idleBytes + slab.byteSize <= MAX_IDLE_BYTE_SIZE) {
      idle(slab.byteSize).addLast(slab);
      idleBytes += slab.byteSize;
    } else {
      Slab last = SLABS.removeLast();
      if (last != slab) {
        SLABS.set(slab.index, last);
        last.index = slab.index;
      }
      reservedBytes -= slab.byteSize;
      slab.free();
      Flight.slabFreed(slab.byteSize);
    }
  }

  private static ArrayDeque<Slab> idle(long byteSize) {
    return IDLE.get(Long.numberOfTrailingZeros(byteSize));
  }
}
