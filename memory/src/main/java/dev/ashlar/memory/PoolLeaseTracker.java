// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.Log;
import java.lang.StackWalker.StackFrame;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Records where some of a pool's leases were acquired, and reports leases that can no longer be
/// released. Either the lease is unreachable, or the only thread that may release it has ended.
final class PoolLeaseTracker {
  /// 2^64 by the golden ratio: multiples spread evenly (Knuth, vol. 3, 6.4).
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  /// By how much fewer leases are drawn while there are too many.
  private static final int THINNED = 32;

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String pool;

  /// The highest hash that is tracked, unsigned; 0 for none.
  private final long mostDrawn;

  /// The current value: [#mostDrawn], or less while that would track too many. So the clock is
  /// rarely read. Threads may race to set it.
  private long drawn;

  private final long intervalNanos;
  private final Consumer<Leak> listener;
  private final AtomicLong leakCount = new AtomicLong();
  private final ReferenceQueue<Witness> lost = new ReferenceQueue<>();

  /// Keeps the traces alive until their leases are released or reported.
  private final Set<Trace> traces = ConcurrentHashMap.newKeySet();

  private final ConcurrentLinkedQueue<Leak> found = new ConcurrentLinkedQueue<>();

  /// Whether a thread is calling the listener.
  private final AtomicBoolean telling = new AtomicBoolean();

  /// When the next lease may be tracked. If threads race, one more is tracked.
  private volatile long due = System.nanoTime() - SECOND_NANOS;

  /// @param oneIn of how many leases one is tracked; 0 for none
  /// @param perSecond how many are tracked at most
  PoolLeaseTracker(String pool, int oneIn, int perSecond, Consumer<Leak> listener) {
    this.pool = pool;
    this.mostDrawn = oneIn == 0 ? 0 : Long.divideUnsigned(-1, oneIn);
    this.drawn = mostDrawn;
    this.intervalNanos = SECOND_NANOS / perSecond;
    this.listener = listener;
  }

  /// Draws by a hash, without state. So neither the first leases of all blocks nor every n-th lease
  /// of one block are drawn together.
  ///
  /// @param number another one for each lease
  boolean tracks(long number) {
    return Long.compareUnsigned(number * GOLDEN, drawn) <= 0 && isDue();
  }

  /// Whether fewer than allowed were tracked, in the last second and on average. If not, draws
  /// fewer.
  private boolean isDue() {
    long now = System.nanoTime();
    if (now - due < 0) {
      drawn = mostDrawn / THINNED;
      return false;
    }
    drawn = mostDrawn;
    due = Math.max(due - now, -SECOND_NANOS) + now + intervalNanos;
    return true;
  }

  Witness track(long byteSize) {
    Witness witness = new Witness(byteSize);
    traces.add(witness.trace);
    return witness;
  }

  void released(Trace trace) {
    trace.clear();
    traces.remove(trace);
  }

  /// A lease will not be released: its thread has ended.
  void abandoned(long byteSize, String holder, @Nullable Trace trace) {
    if (trace == null) {
      found(new Leak(pool, byteSize, holder, List.of()));
    } else if (traces.remove(trace)) {
      trace.clear();
      found(new Leak(pool, trace.byteSize, trace.thread, trace.acquiredAt));
    }
  }

  /// Starts a thread that calls the listener for new leaks. A listener may block, throw or use the
  /// pool, so it must not run in the thread that noticed the leak.
  void report() {
    for (Object gone = lost.poll(); gone != null; gone = lost.poll()) {
      if (gone instanceof Trace trace && traces.remove(trace)) {
        found(new Leak(pool, trace.byteSize, trace.thread, trace.acquiredAt));
      }
    }
    if (!found.isEmpty() && telling.compareAndSet(false, true)) {
      boolean started = false;
      try {
        new Teller().start();
        started = true;
      } catch (OutOfMemoryError noThread) {
        // The leaks are reported next time.
      } finally {
        if (!started) {
          telling.set(false);
        }
      }
    }
  }

  private final class Teller extends Thread {
    private Teller() {
      super(null, null, "ashlar-leaks-of-" + pool, 0, false);
      setDaemon(true);
    }

    @Override
    public void run() {
      do {
        try {
          for (Leak leak = found.poll(); leak != null; leak = found.poll()) {
            JfrSupport.leaseLeaked(leak);
            tell(leak);
          }
        } finally {
          telling.set(false);
        }
        // For a leak that was found while this thread still counted as running.
      } while (!found.isEmpty() && telling.compareAndSet(false, true));
    }
  }

  private void tell(Leak leak) {
    try {
      listener.accept(leak);
    } catch (RuntimeException | Error failure) {
      Log.error("The listener for leaks of pool " + pool + " failed", failure);
    }
  }

  long leakCount() {
    return leakCount.get();
  }

  private void found(Leak leak) {
    leakCount.incrementAndGet();
    found.add(leak);
  }

  /// @throws StackOverflowError also where the JDK, which calls itself by reflection, makes another
  ///   error of it
  private static List<StackTraceElement> callers() {
    try {
      return walk();
    } catch (InternalError wrapper) {
      for (Throwable cause = wrapper.getCause(); cause != null; cause = cause.getCause()) {
        if (cause instanceof StackOverflowError overflow) {
          throw overflow;
        }
      }
      throw wrapper;
    }
  }

  private static List<StackTraceElement> walk() {
    return StackWalker.getInstance()
        .walk(frames ->
            frames
                .dropWhile(frame -> isOurs(frame.getClassName()))
                .map(StackFrame::toStackTraceElement)
                .toList());
  }

  private static final Set<String> OURS =
      Set.of(
          PoolLeaseTracker.class.getName(),
          Witness.class.getName(),
          PoolBlocks.class.getName(),
          PoolBlocks.Slow.class.getName(),
          NativePool.class.getName());

  private static boolean isOurs(String className) {
    return OURS.contains(className);
  }

  /// Reachable as long as its lease is. So the lease itself need not be allocated.
  final class Witness {
    final Trace trace;

    private Witness(long byteSize) {
      trace = new Trace(this, lost, byteSize, Thread.currentThread().getName(), callers());
    }
  }

  /// Where a lease was acquired.
  static final class Trace extends WeakReference<Witness> {
    private final long byteSize;
    private final String thread;
    private final List<StackTraceElement> acquiredAt;

    private Trace(
        Witness witness,
        ReferenceQueue<@Nullable Witness> lost,
        long byteSize,
        String thread,
        List<StackTraceElement> acquiredAt) {
      super(witness, lost);
      this.byteSize = byteSize;
      this.thread = thread;
      this.acquiredAt = acquiredAt;
    }
  }
}
