package dev.ashlar.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// A run of native memory that a pool lends. Its generation is odd while it is lent, even while it
/// is idle, and never the same again; so it tells a lease that holds from one that was released.
final class Block extends StripedSlots.Item {
  private static final VarHandle GENERATION;

  static {
    try {
      GENERATION = MethodHandles.lookup().findVarHandle(Block.class, "generation", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  final long address;
  final long byteSize;

  /// Where it goes back to; null if it was taken beyond the pool's bound and goes back to C.
  final @Nullable SizeClass home;

  /// Whether a segment that outlives its lease may still show this memory. Such a block is lent
  /// again, but not freed before the pool is closed.
  boolean exposed;

  private final long malloced;
  private volatile long generation;
  private @Nullable Thread holder;
  private LeaseTracker.@Nullable Trace trace;

  private Block(long malloced, long byteSize, @Nullable SizeClass home) {
    this.malloced = malloced;
    this.address = Restricted.cacheLine(malloced);
    this.byteSize = byteSize;
    this.home = home;
  }

  static Block reserve(long byteSize, @Nullable SizeClass home) {
    return new Block(Restricted.malloc(Restricted.withCacheLine(byteSize)), byteSize, home);
  }

  void free() {
    Restricted.free(malloced);
  }

  /// Returns the generation that [#release] wants to see.
  ///
  /// @param holder the only thread that may release it; null if any may
  long lend(@Nullable Thread holder) {
    this.holder = holder;
    long lent = generation + 1;
    GENERATION.setRelease(this, lent);
    return lent;
  }

  boolean isLent() {
    return (generation & 1) != 0;
  }

  boolean isLent(long lent) {
    return generation == lent;
  }

  /// Returns false, and does nothing, if this was released since it was lent.
  boolean release(long lent) {
    return GENERATION.compareAndSet(this, lent, lent + 1);
  }

  /// Takes it back from a thread that has ended: nobody can release it, or read it, any more.
  boolean releaseIfAbandoned() {
    long lent = generation;
    Thread thread = holder;
    return (lent & 1) != 0 && thread != null && !thread.isAlive() && release(lent);
  }

  /// The holder, and where it acquired this, if that is known.
  LeaseTracker.@Nullable Trace trace() {
    return trace;
  }

  void trace(LeaseTracker.@Nullable Trace trace) {
    this.trace = trace;
  }

  String holderName() {
    Thread thread = holder;
    return thread == null ? "unknown" : thread.getName();
  }

  /// Forgets who held it. A thread must not be kept by a pool.
  void forget() {
    holder = null;
    trace = null;
  }
}
