// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StackHeadroom;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The memory of one [NativeStack], its subclass. It has slabs in which frames allocate, grows and
/// shrinks, and takes from the C heap what is beyond its bound. Used by the owning thread only,
/// except where [StackSlabSource] settles it after that thread has terminated. Knows its thread
/// weakly, because the source reaches it through the slabs.
///
/// Whatever is thrown, a stack is as it was before or as it is after. Memory is allocated before
/// any state changes. The state changes in a method without a call. Memory is given back when no
/// state refers to it.
abstract class StackSlabs extends StackSlabTenant {
  static final long DEFAULT_MAX_BYTE_SIZE = 1 << 20;

  private static final long MIN_SLAB_BYTE_SIZE = 1 << 10;
  private static final long MAX_FIRST_BYTE_SIZE = 1L << 40;
  private static final long MAX_MAX_BYTE_SIZE = 1L << 44;

  /// The slabs of platform threads' own stacks, by thread id.
  private static final ConcurrentHashMap<Long, StackSlabs> BY_THREAD = new ConcurrentHashMap<>();

  /// How a stack came to be.
  enum Kind {
    PLATFORM_THREAD,
    VIRTUAL_THREAD,
    CREATED,
    /// Formerly a thread's own stack; abandoned because frames were left open.
    ABANDONED;

    long firstByteSize() {
      return this == VIRTUAL_THREAD
          ? StackSlabSource.VIRTUAL_SLAB_BYTE_SIZE
          : StackSlabSource.PLATFORM_SLAB_BYTE_SIZE;
    }
  }

  /// Memory from the C heap that lives until the frame at `depth` is closed.
  private static final class Spill {
    final long byteSize;
    final int depth;
    final @Nullable Spill next;
    long block;

    Spill(long byteSize, int depth, @Nullable Spill next) {
      this.byteSize = byteSize;
      this.depth = depth;
      this.next = next;
    }
  }

  /// Where the next allocation may start; 0 without a slab.
  long top;

  /// Where the current slab ends; 0 without a slab, and while a frame is being closed.
  long limit;

  /// The highest `top` in the current slab so far. Updated when a frame is closed.
  long peak;

  /// How many frames are open.
  int depth;

  /// The deepest frame whose close has to do more than move `top`.
  int unwindDepth;

  private final WeakThread owner;
  final long ownerThreadId;
  private Kind kind;
  private final long firstByteSize;
  private final long maxByteSize;
  private final boolean mallocs;

  /// The deepest frame that borrows the first slab and gives it back.
  private int lendingDepth;

  private @Nullable StackSlab slab;
  private @Nullable Spill spill;
  private long spilledBytes;
  private long highWaterBytes;
  private boolean closed;

  // Two stacks that are neighbors on the heap must not share a cache line.
  long pad0, pad1, pad2, pad3, pad4, pad5, pad6, pad7;

  /// @param mallocs whether it takes from the C heap what exceeds `maxByteSize`; otherwise it
  ///   throws
  StackSlabs(Thread owner, Kind kind, long firstByteSize, long maxByteSize, boolean mallocs) {
    this.owner = new WeakThread(owner);
    this.ownerThreadId = owner.threadId();
    this.kind = kind;
    this.lendingDepth = kind == Kind.VIRTUAL_THREAD ? 1 : 0;
    this.firstByteSize = slabByteSize(firstByteSize);
    this.maxByteSize = slabByteSize(maxByteSize);
    this.mallocs = mallocs;
    this.unwindDepth = lendingDepth;
  }

  /// The calling thread's own stack, if it is a platform thread and has slabs. A worker of the
  /// common pool loses its thread-locals between two tasks, and has to find its stack again.
  static @Nullable StackSlabs knownOf(Thread thread) {
    return thread.isVirtual() ? null : BY_THREAD.get(thread.threadId());
  }

  static void requireByteSize(long byteSize) {
    if (byteSize <= 0 || byteSize > MAX_FIRST_BYTE_SIZE) {
      throw new IllegalArgumentException(
          "byteSize " + byteSize + " is not within 1 to " + MAX_FIRST_BYTE_SIZE);
    }
  }

  static void requireByteSizes(long byteSize, long maxByteSize) {
    requireByteSize(byteSize);
    if (maxByteSize < byteSize || maxByteSize > MAX_MAX_BYTE_SIZE) {
      throw new IllegalArgumentException(
          "maxByteSize "
              + maxByteSize
              + " is not within byteSize "
              + byteSize
              + " to "
              + MAX_MAX_BYTE_SIZE);
    }
  }

  private static long slabByteSize(long byteSize) {
    long size = Math.max(byteSize, MIN_SLAB_BYTE_SIZE);
    return Long.highestOneBit(2 * size - 1);
  }

  @Override
  final boolean ownerIsDead() {
    return owner.isDead();
  }

  @Override
  final long ownerThreadId() {
    return ownerThreadId;
  }

  final void requireOwner() {
    if (Thread.currentThread().threadId() != ownerThreadId) {
      throw new WrongThreadException("The stack belongs to thread " + ownerThreadId);
    }
  }

  final void requireOnTop(int frameDepth, boolean frameIsClosed) {
    requireOwner();
    if (frameIsClosed) {
      throw new IllegalStateException("The frame is already closed");
    }
    if (frameDepth != depth) {
      throw new IllegalStateException(
          "Not the frame on top: it is number "
              + frameDepth
              + " of "
              + depth
              + ". Close the frames above it first. If one was lost, NativeStack.abandonCurrent()"
              + " gives the thread a new stack");
    }
  }

  /// Gives the stack its first slab, unless it has one.
  final void attach() {
    if (closed) {
      throw alreadyClosed();
    }
    if (slab == null) {
      enter(borrow(firstByteSize));
    } else if (limit == 0) {
      throw closing();
    }
  }

  private StackSlab borrow(long byteSize) {
    StackSlab borrowed = StackSlabSource.lend(this, byteSize);
    boolean known = kind != Kind.PLATFORM_THREAD;
    try {
      if (!known) {
        BY_THREAD.put(ownerThreadId, this);
        known = true;
      }
    } finally {
      if (!known) {
        StackSlabSource.giveBack(borrowed);
      }
    }
    return borrowed;
  }

  private static IllegalStateException alreadyClosed() {
    return new IllegalStateException("The stack is already closed");
  }

  static IllegalStateException closing() {
    return new IllegalStateException("A frame of this stack is being closed");
  }

  /// Allocates where moving `top` is not enough: in the next slab, or from the C heap.
  final long allocate(long byteSize, long byteAlignment) {
    StackHeadroom.requireLittle();
    StackSlab from = slab;
    if (from == null) {
      throw alreadyClosed();
    }
    if (limit == 0) {
      throw closing();
    }
    StackSlabSource.countMiss();
    foldPeak();
    long needed = byteSize + Math.max(byteAlignment, StackSlab.ALIGNMENT) - StackSlab.ALIGNMENT;
    StackSlab next = needed < 0 ? null : next(from, needed);
    if (next == null) {
      return spill(byteSize, byteAlignment);
    }
    long start = (next.address + byteAlignment - 1) & -byteAlignment;
    goOn(from, next, start + byteSize);
    return start;
  }

  /// A slab of at least `needed` bytes, linked above `from`; null if the bound forbids it.
  private @Nullable StackSlab next(StackSlab from, long needed) {
    StackSlab above = from.above;
    if (above != null && above.byteSize >= needed) {
      return above;
    }
    long room = maxByteSize - byteSizeUpTo(from);
    if (needed > room) {
      return null;
    }
    long byteSize = Math.max(2 * from.byteSize, slabByteSize(needed));
    if (byteSize > room) {
      byteSize = slabByteSize(needed);
    }
    if (byteSize > room) {
      return null;
    }
    StackSlab grown = borrow(byteSize);
    from.above = grown;
    grown.below = from;
    giveBack(above);
    return grown;
  }

  private long spill(long byteSize, long byteAlignment) {
    if (!mallocs) {
      throw new NativeMemoryExhaustedException(
          "No room for " + byteSize + " bytes: the stack has reached its bound of " + maxByteSize);
    }
    long padding = Math.max(byteAlignment, NativeHeap.ALIGNMENT) - NativeHeap.ALIGNMENT;
    long total = Math.max(byteSize, 1) + padding;
    if (total < 0) {
      throw NativeHeap.exhausted(byteSize);
    }
    Spill added = new Spill(total, depth, spill);
    added.block = NativeHeap.malloc(total);
    spillOver(added);
    StackSlabSource.countSpilled(total);
    return (added.block + byteAlignment - 1) & -byteAlignment;
  }

  /// Moves `top` back to `base`, where the closed frame with number `depth` began, and gives back
  /// slabs that are no longer needed.
  final void unwind(long base, int depth) {
    foldPeak();
    StackSlab to = slab;
    while (to != null && (base < to.address || base > to.limit())) {
      to = to.below;
    }
    if (to == null || depth <= lendingDepth) {
      giveBackAll(depth - 1);
    } else {
      goBack(to, base, depth - 1);
      freeSpills();
    }
  }

  final void closeCreated() {
    if (kind != Kind.CREATED) {
      throw new UnsupportedOperationException("A thread's own stack is never closed");
    }
    if (closed) {
      return;
    }
    if (depth > 0) {
      throw new IllegalStateException("Open frames: " + depth);
    }
    closed = true;
    giveBackAll(0);
  }

  /// Makes this no longer the thread's own stack. What is open on it stays as it is.
  final void abandon() {
    BY_THREAD.remove(ownerThreadId, this);
    StackSlabSource.countLeaked(ownerThreadId, depth);
    kind = Kind.ABANDONED;
    lendingDepth = 1;
    if (unwindDepth < 1) {
      unwindDepth = 1;
    }
  }

  /// The slab that the stack began with; null while it has none.
  @Override
  final @Nullable StackSlab bottom() {
    StackSlab bottom = slab;
    while (bottom != null && bottom.below != null) {
      bottom = bottom.below;
    }
    return bottom;
  }

  @Override
  final int settle() {
    BY_THREAD.remove(ownerThreadId, this);
    int leaked = kind == Kind.ABANDONED ? 0 : depth;
    foldPeak();
    giveBackAll(0);
    return leaked;
  }

  @Override
  final long inUseBytes() {
    StackSlab current = slab;
    return current == null
        ? spilledBytes
        : byteSizeBelow(current) + usedOf(current, top) + spilledBytes;
  }

  @Override
  final long highWaterBytes() {
    return Math.max(highWaterBytes, inUseBytes());
  }

  // The methods that change the state of the stack. They consist of loads and stores, without a
  // call, so that nothing can interrupt them.

  private void enter(StackSlab first) {
    slab = first;
    top = first.address;
    peak = first.address;
    limit = first.address + first.byteSize;
  }

  private void goOn(StackSlab from, StackSlab next, long top) {
    from.resume = this.top;
    slab = next;
    this.top = top;
    peak = next.address;
    limit = next.address + next.byteSize;
    if (unwindDepth < depth) {
      unwindDepth = depth;
    }
  }

  private void spillOver(Spill added) {
    spill = added;
    spilledBytes += added.byteSize;
    if (unwindDepth < depth) {
      unwindDepth = depth;
    }
  }

  private void goBack(StackSlab to, long top, int depth) {
    slab = to;
    this.top = top;
    peak = top;
    limit = to.address + to.byteSize;
    this.depth = depth;
    if (unwindDepth > depth) {
      int least = lendingDepth;
      unwindDepth = depth > least ? depth : least;
    }
  }

  private void detach(int depth) {
    slab = null;
    this.top = 0;
    peak = 0;
    limit = 0;
    this.depth = depth;
    unwindDepth = lendingDepth;
  }

  private void foldPeak() {
    StackSlab current = slab;
    if (current != null) {
      long reached = Math.max(usedOf(current, peak), usedOf(current, top));
      long inUse = byteSizeBelow(current) + reached + spilledBytes;
      if (inUse > highWaterBytes) {
        highWaterBytes = inUse;
        StackSlabSource.raiseHighWater(inUse);
      }
    }
  }

  /// How much of `slab` is below `top`; 0 if `top` is in another slab.
  private static long usedOf(StackSlab slab, long top) {
    return top >= slab.address && top <= slab.limit() ? top - slab.address : 0;
  }

  /// Frees what closed frames took from the C heap.
  private void freeSpills() {
    for (Spill last = spill; last != null && last.depth > depth; last = spill) {
      spill = last.next;
      spilledBytes -= last.byteSize;
      StackSlabSource.countSpilled(-last.byteSize);
      NativeHeap.free(last.block);
    }
  }

  private void giveBackAll(int depth) {
    StackSlab bottom = bottom();
    detach(depth);
    freeSpills();
    giveBack(bottom);
  }

  private static void giveBack(@Nullable StackSlab lowest) {
    StackSlab next = lowest;
    while (next != null) {
      StackSlab given = next;
      next = given.above;
      given.above = null;
      given.below = null;
      StackSlabSource.giveBack(given);
    }
  }

  private static long byteSizeBelow(StackSlab slab) {
    long sum = 0;
    for (StackSlab s = slab.below; s != null; s = s.below) {
      sum += s.resume - s.address;
    }
    return sum;
  }

  private static long byteSizeUpTo(StackSlab slab) {
    long sum = 0;
    for (StackSlab s = slab; s != null; s = s.below) {
      sum += s.byteSize;
    }
    return sum;
  }
}
