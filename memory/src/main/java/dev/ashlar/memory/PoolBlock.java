// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.Generation;
import dev.ashlar.memory.internal.StripedSlots;
import dev.ashlar.memory.internal.WeakThread;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A run of native memory that a pool lends. A block that the pool keeps belongs to a shared arena
/// of its own, so that the linker is not loaded. Freeing it is a handshake with all threads, which
/// is rare. A block beyond the pool's bound comes from the C heap and is freed after a single
/// lease.
final class PoolBlock extends StripedSlots.Item {
  private static final long CACHE_LINE = 64;

  /// The exposed blocks of all pools that are open.
  private static final Set<PoolBlock> EXPOSED = ConcurrentHashMap.newKeySet();

  final PoolBlocks blocks;
  final long address;
  final long byteSize;

  /// Where it goes back to; null if it was taken beyond the pool's bound and goes back to C.
  final @Nullable PoolSizeClass home;

  final Generation generation = new Generation();

  /// The neighbors in the list of a pool's blocks; see [PoolBlocks].
  @Nullable PoolBlock previous;

  @Nullable PoolBlock next;

  /// The next one in a list of idle blocks.
  @Nullable PoolBlock nextIdle;

  /// The arena whose close frees the memory; null if C is to free it.
  private final @Nullable Arena arena;

  /// The address that C is to free.
  private final long malloced;

  /// The same memory once this was exposed; lives as long as it is reachable.
  private @Nullable MemorySegment collected;

  /// The last borrower, also after the block was given back; null if any thread may release it. It
  /// is seldom another thread, so that lending rarely stores a reference.
  private @Nullable WeakThread holder;

  private PoolLeaseTracker.@Nullable Trace trace;

  /// The witness that the lease that is being made has to keep. It is handed over here because a
  /// lease that is passed to a method that is not inlined must be allocated.
  private PoolLeaseTracker.@Nullable Witness witness;

  private PoolBlock(PoolBlocks blocks, Arena arena, MemorySegment memory, PoolSizeClass home) {
    this.blocks = blocks;
    this.arena = arena;
    this.malloced = 0;
    this.address = memory.address();
    this.byteSize = memory.byteSize();
    this.home = home;
  }

  private PoolBlock(PoolBlocks blocks, long malloced, long byteSize) {
    this.blocks = blocks;
    this.arena = null;
    this.malloced = malloced;
    this.address = (malloced + CACHE_LINE - 1) & -CACHE_LINE;
    this.byteSize = byteSize;
    this.home = null;
  }

  /// @throws OutOfMemoryError if there is no memory, or `-XX:MaxDirectMemorySize` allows no more
  static PoolBlock pooled(PoolBlocks blocks, PoolSizeClass home) {
    Arena arena = Arena.ofShared();
    boolean made = false;
    try {
      PoolBlock block =
          new PoolBlock(blocks, arena, arena.allocate(home.byteSize, CACHE_LINE), home);
      made = true;
      return block;
    } finally {
      if (!made) {
        arena.close();
      }
    }
  }

  /// @throws OutOfMemoryError if there is no memory
  static PoolBlock beyond(PoolBlocks blocks, long byteSize) {
    if (byteSize > Long.MAX_VALUE - CACHE_LINE) {
      throw NativeMemory.exhausted(byteSize);
    }
    long malloced = NativeMemory.malloc(byteSize + CACHE_LINE);
    boolean made = false;
    try {
      PoolBlock block = new PoolBlock(blocks, malloced, byteSize);
      made = true;
      return block;
    } finally {
      if (!made) {
        NativeMemory.free(malloced);
      }
    }
  }

  /// Whether a segment or [Bytes] that outlives its lease may still reach this memory. Such a block
  /// is lent again, but freed only after the pool is closed and nothing reaches it any more.
  boolean isExposed() {
    return collected != null;
  }

  /// Prepares this block for leases of any thread. From now on the collector frees it, after its
  /// pool was closed. The caller has exclusive access.
  void expose() {
    if (collected == null) {
      // Segments of a lease do not keep the block reachable. So this does, even for a pool that
      // was given up.
      EXPOSED.add(this);
      Release release = new Release(arena, malloced);
      collected = NativeMemory.untilUnreachable(address, byteSize, release);
      release.isDue = true;
    }
  }

  /// The first bytes of an exposed block, in the segment that any thread may use.
  MemorySegment shown(long byteSize) {
    return Objects.requireNonNull(collected).asSlice(0, byteSize);
  }

  void free() {
    EXPOSED.remove(this);
    if (!isExposed()) {
      release(arena, malloced);
    }
  }

  private static void release(@Nullable Arena arena, long malloced) {
    if (arena != null) {
      arena.close();
    } else {
      NativeMemory.free(malloced);
    }
  }

  /// Begins a loan to the calling thread, and returns the generation that ends it.
  long lend() {
    WeakThread last = holder;
    if (last == null || !last.refersTo(Thread.currentThread())) {
      holder = WeakThread.current();
    }
    return generation.begin();
  }

  /// Begins a loan that any thread may end.
  long lendToAny() {
    if (holder != null) {
      holder = null;
    }
    return generation.begin();
  }

  /// Ends a loan. Returns false if it has ended before.
  ///
  /// @param confined whether only the thread that it was lent to may end it
  /// @throws WrongThreadException if another thread holds it
  boolean end(long lent, boolean confined) {
    if (!confined) {
      return generation.end(lent);
    }
    WeakThread thread = holder;
    if (thread != null && thread.refersTo(Thread.currentThread())) {
      return generation.endByOwner(lent);
    }
    if (generation.is(lent)) {
      throw new WrongThreadException("The lease belongs to thread " + holderName());
    }
    return false;
  }

  /// Takes it back from a thread that has ended. Nobody can release or read it any more.
  boolean releaseIfAbandoned() {
    long lent = generation.current();
    WeakThread thread = holder;
    return (lent & 1) != 0 && thread != null && thread.isDead() && generation.end(lent);
  }

  /// Where the holder acquired this, if that is known.
  PoolLeaseTracker.@Nullable Trace trace() {
    return trace;
  }

  void track(PoolLeaseTracker.Witness tracked) {
    trace = tracked.trace;
    witness = tracked;
  }

  /// Returns the witness that the new lease has to keep. To be called once.
  PoolLeaseTracker.@Nullable Witness handOver() {
    PoolLeaseTracker.Witness kept = witness;
    if (kept != null) {
      witness = null;
    }
    return kept;
  }

  String holderName() {
    WeakThread thread = holder;
    return thread == null ? "unknown" : thread.name();
  }

  void forgetTrace() {
    if (trace != null) {
      trace = null;
      witness = null;
    }
  }

  /// Frees an exposed block. It must not refer to the block, which would then stay reachable.
  private static final class Release implements Consumer<MemorySegment> {
    private final @Nullable Arena arena;
    private final long malloced;

    /// False if the segment was registered, but could not be made: then the block is not exposed.
    private volatile boolean isDue;

    private Release(@Nullable Arena arena, long malloced) {
      this.arena = arena;
      this.malloced = malloced;
    }

    @Override
    public void accept(MemorySegment unreachable) {
      if (isDue) {
        release(arena, malloced);
      }
    }
  }
}
