package dev.ashlar.memory;

import java.lang.StackWalker.StackFrame;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
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

  /// @param oneIn of how many leases one is tracked; 0 for none
  LeaseTracker(String pool, int oneIn, Consumer<Leak> listener) {
    this.pool = pool;
    this.oneIn = oneIn;
    this.listener = listener;
  }

  boolean tracksThisOne() {
    return oneIn == 1 || (oneIn > 1 && ThreadLocalRandom.current().nextInt(oneIn) == 0);
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

  /// The lease of `block` will not be released: its thread has ended.
  void abandoned(Block block) {
    Trace trace = block.trace();
    if (trace == null) {
      found(new Leak(pool, block.byteSize, block.holderName(), List.of()));
    } else if (traces.remove(trace)) {
      trace.clear();
      found(new Leak(pool, trace.byteSize, trace.thread, trace.acquiredAt));
    }
  }

  /// Tells the listener of what was lost since. Not to be called with a lock held.
  void report() {
    for (Object gone = lost.poll(); gone != null; gone = lost.poll()) {
      if (gone instanceof Trace trace && traces.remove(trace)) {
        found(new Leak(pool, trace.byteSize, trace.thread, trace.acquiredAt));
      }
    }
    for (Leak leak = found.poll(); leak != null; leak = found.poll()) {
      Flight.leaseLeaked(leak);
      tell(leak);
    }
  }

  /// A listener that fails must not fail the thread that noticed the leak.
  private void tell(Leak leak) {
    try {
      listener.accept(leak);
    } catch (RuntimeException failure) {
      System.getLogger("dev.ashlar.memory")
          .log(System.Logger.Level.ERROR, "The listener for leaks of pool " + pool, failure);
    }
  }

  long leakCount() {
    return leakCount.get();
  }

  private void found(Leak leak) {
    leakCount.incrementAndGet();
    found.add(leak);
  }

  private static List<StackTraceElement> callers() {
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
