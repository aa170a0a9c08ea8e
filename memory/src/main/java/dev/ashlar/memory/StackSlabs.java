package dev.ashlar.memory;

import dev.ashlar.memory.NativeStack.Overflow;
import org.jspecify.annotations.Nullable;

/// The slow side of a stack: the slabs it has, how it grows and shrinks, and what it has taken from
/// the C heap beyond its bound. Used by the owning thread only, except where [StackSlabSource] settles a
/// dead thread's affairs. Knows its thread weakly: the source holds the chain.
///
/// Whatever is thrown, a stack is as it was or as it shall be: memory is had before any state
/// changes, the state changes at once, and memory is given back when no state refers to it.
final class StackSlabs {
  static final long DEFAULT_MAX_BYTE_SIZE = 1 << 20;

  private static final long MIN_SLAB_BYTE_SIZE = 1 << 10;
  private static final long MAX_FIRST_BYTE_SIZE = 1L << 40;
  private static final long MAX_MAX_BYTE_SIZE = 1L << 44;

  /// How a stack came to be.
  enum Kind {
    PLATFORM_THREAD,
    VIRTUAL_THREAD,
    CREATED;

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

  private final NativeStack stack;
  private final WeakThread owner;
  private final long ownerThreadId;
  private final Kind kind;
  private final long firstByteSize;
  private final long maxByteSize;
  private final Overflow whenFull;

  /// Frames this deep or less deep borrow and give back the first slab.
  final int lendingDepth;

  private @Nullable StackSlab slab;
  private @Nullable Spill spill;
  private long spilledBytes;
  private long highWaterBytes;
  private boolean closed;

  StackSlabs(
      NativeStack stack,
      Thread owner,
      Kind kind,
      long firstByteSize,
      long maxByteSize,
      Overflow whenFull) {
    this.stack = stack;
    this.owner = new WeakThread(owner);
    this.ownerThreadId = owner.threadId();
    this.kind = kind;
    this.lendingDepth = kind == Kind.VIRTUAL_THREAD ? 1 : 0;
    this.firstByteSize = slabByteSize(firstByteSize);
    this.maxByteSize = slabByteSize(maxByteSize);
    this.whenFull = whenFull;
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

  Kind kind() {
    return kind;
  }

  long ownerThreadId() {
    return ownerThreadId;
  }

  NativeStack stack() {
    return stack;
  }

  boolean ownerIsDead() {
    return owner.isDead();
  }

  /// Gives the stack its first slab, unless it has one.
  void attach() {
    if (closed) {
      throw alreadyClosed();
    }
    if (slab == null) {
      enter(StackSlabSource.lend(this, firstByteSize));
    } else if (stack.limit == 0) {
      throw closing();
    }
  }

  private static IllegalStateException alreadyClosed() {
    return new IllegalStateException("The stack is already closed");
  }

  IllegalStateException closing() {
    return new IllegalStateException("A frame of this stack is being closed");
  }

  /// Room for the frame on top that is not to be had by moving `top`: in the next slab, or beyond.
  long allocate(long byteSize, long byteAlignment) {
    Headroom.require();
    StackSlab from = slab;
    if (from == null) {
      throw alreadyClosed();
    }
    if (stack.limit == 0) {
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
    StackSlab grown = StackSlabSource.lend(this, byteSize);
    from.above = grown;
    grown.below = from;
    giveBack(above);
    return grown;
  }

  private long spill(long byteSize, long byteAlignment) {
    if (whenFull == Overflow.THROW) {
      throw new NativeMemoryExhaustedException(
          "No room for " + byteSize + " bytes: the stack has reached its bound of " + maxByteSize);
    }
    long padding = Math.max(byteAlignment, NativeHeap.ALIGNMENT) - NativeHeap.ALIGNMENT;
    long total = Math.max(byteSize, 1) + padding;
    if (total < 0) {
      throw NativeHeap.exhausted(byteSize);
    }
    Spill added = new Spill(total, stack.depth, spill);
    added.block = NativeHeap.malloc(total);
    spillOver(added);
    StackSlabSource.countSpilled(total);
    return (added.block + byteAlignment - 1) & -byteAlignment;
  }

  /// Goes back to `base`, where the frame began that was `depth` deep and is closed, and gives back
  /// what is not needed any more.
  void unwind(long base, int depth) {
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

  void close() {
    if (kind != Kind.CREATED) {
      throw new UnsupportedOperationException("A thread's own stack is never closed");
    }
    if (closed) {
      throw alreadyClosed();
    }
    if (stack.depth > 0) {
      throw new IllegalStateException("Open frames: " + stack.depth);
    }
    closed = true;
    giveBackAll(0);
  }

  /// The slab that the stack began with; null while it has none.
  @Nullable StackSlab bottom() {
    StackSlab bottom = slab;
    while (bottom != null && bottom.below != null) {
      bottom = bottom.below;
    }
    return bottom;
  }

  /// Gives back everything, once the owner is dead and none of it can be read any more. Returns how
  /// many frames were open.
  int settle() {
    int leaked = stack.depth;
    foldPeak();
    giveBackAll(0);
    return leaked;
  }

  /// Approximate while the owner is at work.
  long inUseBytes() {
    StackSlab current = slab;
    return current == null
        ? spilledBytes
        : byteSizeBelow(current) + usedOf(current, stack.top) + spilledBytes;
  }

  long highWaterBytes() {
    return Math.max(highWaterBytes, inUseBytes());
  }

  // The methods that change the state of the stack: loads and stores, and no call, so that once
  // begun they are finished.

  private void enter(StackSlab first) {
    NativeStack s = stack;
    slab = first;
    s.top = first.address;
    s.peak = first.address;
    s.limit = first.address + first.byteSize;
  }

  private void goOn(StackSlab from, StackSlab next, long top) {
    NativeStack s = stack;
    from.resume = s.top;
    slab = next;
    s.top = top;
    s.peak = next.address;
    s.limit = next.address + next.byteSize;
    if (s.unwindDepth < s.depth) {
      s.unwindDepth = s.depth;
    }
  }

  private void spillOver(Spill added) {
    NativeStack s = stack;
    spill = added;
    spilledBytes += added.byteSize;
    if (s.unwindDepth < s.depth) {
      s.unwindDepth = s.depth;
    }
  }

  private void goBack(StackSlab to, long top, int depth) {
    NativeStack s = stack;
    slab = to;
    s.top = top;
    s.peak = top;
    s.limit = to.address + to.byteSize;
    s.depth = depth;
    if (s.unwindDepth > depth) {
      int least = lendingDepth;
      s.unwindDepth = depth > least ? depth : least;
    }
  }

  private void detach(int depth) {
    NativeStack s = stack;
    slab = null;
    s.top = 0;
    s.peak = 0;
    s.limit = 0;
    s.depth = depth;
    s.unwindDepth = lendingDepth;
  }

  private void foldPeak() {
    StackSlab current = slab;
    if (current != null) {
      long reached = Math.max(usedOf(current, stack.peak), usedOf(current, stack.top));
      long inUse = byteSizeBelow(current) + reached + spilledBytes;
      if (inUse > highWaterBytes) {
        highWaterBytes = inUse;
        StackSlabSource.raiseHighWater(inUse);
      }
    }
  }

  /// How much of `slab` is below `top`, which may have gone on to another slab already.
  private static long usedOf(StackSlab slab, long top) {
    return top >= slab.address && top <= slab.limit() ? top - slab.address : 0;
  }

  /// Frees what frames took that are closed.
  private void freeSpills() {
    for (Spill last = spill; last != null && last.depth > stack.depth; last = spill) {
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
