package dev.ashlar.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A run of native memory that a pool lends.
final class Block extends StripedSlots.Item {
  /// The exposed blocks of all pools that are open.
  private static final Set<Block> EXPOSED = ConcurrentHashMap.newKeySet();

  final long address;
  final long byteSize;

  /// Where it goes back to; null if it was taken beyond the pool's bound and goes back to C.
  final @Nullable SizeClass home;

  final Generation generation = new Generation();

  private final long malloced;

  /// The same memory once this was exposed; lives as long as it is reachable.
  private @Nullable MemorySegment collected;

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

  /// Whether a segment or [Bytes] that outlives its lease may still show this memory. Such a block
  /// is lent again, but not freed before the pool is closed and nothing shows it any more.
  boolean isExposed() {
    return collected != null;
  }

  /// Prepares this block to be shown to any thread, and leaves freeing it to the collector once its
  /// pool was closed. To be called by who has the block for itself.
  void expose() {
    if (collected == null) {
      // Segments of a lease do not keep the block reachable. So this does, even for a pool that
      // was given up.
      EXPOSED.add(this);
      collected = Restricted.freedWhenUnreachable(malloced, address, byteSize);
    }
  }

  /// The first bytes of an exposed block, as what is shown to any thread.
  MemorySegment shown(long byteSize) {
    return Objects.requireNonNull(collected).asSlice(0, byteSize);
  }

  void free() {
    EXPOSED.remove(this);
    if (!isExposed()) {
      Restricted.free(malloced);
    }
  }

  /// Begins a loan, and returns the generation that ends it.
  ///
  /// @param holder the only thread that may release it; null if any may
  long lend(@Nullable Thread holder) {
    this.holder = holder;
    return generation.begin();
  }

  /// Takes it back from a thread that has ended: nobody can release it, or read it, any more.
  boolean releaseIfAbandoned() {
    long lent = generation.current();
    Thread thread = holder;
    return (lent & 1) != 0 && thread != null && !thread.isAlive() && generation.end(lent);
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
