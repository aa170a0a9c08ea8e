package dev.ashlar.memory;

import java.lang.StackWalker.StackFrame;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Remembers where some of a pool's leases were acquired, and reports those nobody can release any
/// more: the lease became unreachable, or the only thread that may release it has ended.
final class LeaseTracker {
  private final String pool;
  private final int oneIn;
  private final Consumer<Leak> listener;
  private final AtomicLong leakCount = new AtomicLong();
  private final ReferenceQueue<Lease> lost = new ReferenceQueue<>();

  /// Keeps the traces alive until their leases are released or reported.
  private final Set<Trace> traces = ConcurrentHashMap.newKeySet();

  private final ConcurrentLinkedQueue<Leak> found = new ConcurrentLinkedQueue<>();

  /// Whether a thread tells the listener.
  private final AtomicBoolean telling = new AtomicBoolean();

  /// @param oneIn of how many leases one is tracked; 0 for none
  LeaseTracker(String pool, int oneIn, Consumer<Leak> listener) {
    this.pool = pool;
    this.oneIn = oneIn;
    this.listener = listener;
  }

  boolean tracksThisOne() {
    return oneIn == 1 || (oneIn > 1 && isDrawn(oneIn));
  }

  boolean isDrawn(int oneIn) {
    return ThreadLocalRandom.current().nextInt(oneIn) == 0;
  }

  Trace track(Lease lease) {
    Trace trace = new Trace(lease, lost, Thread.currentThread().getName(), callers());
    traces.add(trace);
    return trace;
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

  /// Has a thread of its own tell the listener of what was lost since: a listener may block, throw
  /// or use the pool, and who notices a leak has other things to do.
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
        // What was found waits for the next time.
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
            Flight.leaseLeaked(leak);
            tell(leak);
          }
        } finally {
          telling.set(false);
        }
        // A leak found in between may have seen this thread at work.
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

  private static boolean isOurs(String className) {
    return className.equals(LeaseTracker.class.getName())
        || className.equals(NativePool.class.getName());
  }

  /// Where a lease was acquired.
  static final class Trace extends WeakReference<Lease> {
    private final long byteSize;
    private final String thread;
    private final List<StackTraceElement> acquiredAt;

    private Trace(
        Lease lease,
        ReferenceQueue<@Nullable Lease> lost,
        String thread,
        List<StackTraceElement> acquiredAt) {
      super(lease, lost);
      this.byteSize = lease.byteSize();
      this.thread = thread;
      this.acquiredAt = acquiredAt;
    }
  }
}
