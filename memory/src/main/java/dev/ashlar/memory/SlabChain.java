package dev.ashlar.memory;

import dev.ashlar.memory.NativeStack.Overflow;
import java.lang.ref.PhantomReference;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/// The slow side of a stack: the slabs it has, how it grows and shrinks, and what it has taken from
/// the C heap beyond its bound. Used by the owning thread only, except where [SlabSource] settles a
/// dead thread's affairs. Knows its thread weakly: the source holds the chain.
final class SlabChain {
  static final long DEFAULT_MAX_BYTE_SIZE = 1 << 20;

  private static final long MIN_SLAB_BYTE_SIZE = 1 << 10;
  private static final long MAX_FIRST_BYTE_SIZE = 1L << 40;
  private static final long MAX_MAX_BYTE_SIZE = 1L << 44;

  /// What [Restricted#malloc] aligns to at least.
  private static final long MALLOC_ALIGNMENT = 8;

  /// How a stack came to be.
  enum Kind {
    PLATFORM_THREAD,
    VIRTUAL_THREAD,
    CREATED;

    long firstByteSize() {
      return this == VIRTUAL_THREAD
          ? SlabSource.VIRTUAL_SLAB_BYTE_SIZE
          : SlabSource.PLATFORM_SLAB_BYTE_SIZE;
    }
  }

  /// Memory from the C heap that lives until the frame at `depth` is closed.
  private record Spill(long block, long byteSize, int depth, @Nullable Spill next) {}

  private final NativeStack stack;
  private final WeakReference<Thread> owner;

  /// Cleared when not even a finalizer can bring the owner back.
  private final PhantomReference<Thread> ownerGone;

  private final long ownerThreadId;
  private final Kind kind;
  private final long firstByteSize;
  private final long maxByteSize;
  private final Overflow whenFull;

  private @Nullable Slab slab;
  private long reservedBytes;
  private @Nullable Spill spill;
  private long spilledBytes;
  private long highWaterBytes;
  private boolean closed;

  SlabChain(
      NativeStack stack,
      Thread owner,
      Kind kind,
      long firstByteSize,
      long maxByteSize,
      Overflow whenFull) {
    this.stack = stack;
    this.owner = new WeakReference<>(owner);
    this.ownerGone = new PhantomReference<>(owner, null);
    this.ownerThreadId = owner.threadId();
    this.kind = kind;
    this.firstByteSize = slabByteSize(firstByteSize);
    this.maxByteSize = slabByteSize(maxByteSize);
    this.whenFull = whenFull;
  }

  static void requireByteSize(long byteSize) {
    if (byteSize <= 0 || byteSize > MAX_FIRST_BYTE_SIZE) {
      throw new IllegalArgumentException("Not a stack's byte size: " + byteSize);
    }
  }

  static void requireByteSizes(long byteSize, long maxByteSize) {
    requireByteSize(byteSize);
    if (maxByteSize < byteSize || maxByteSize > MAX_MAX_BYTE_SIZE) {
      throw new IllegalArgumentException(
          "Not a bound for a stack of " + byteSize + " bytes: " + maxByteSize);
    }
  }

  private static long slabByteSize(long byteSize) {
    long size = Math.max(byteSize, MIN_SLAB_BYTE_SIZE);
    return Long.highestOneBit(2 * size - 1);
  }

  int lendingDepth() {
    return kind == Kind.VIRTUAL_THREAD ? 1 : 0;
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

  /// A thread that cannot be reached counts as dead: it never runs again.
  boolean ownerIsDead() {
    Thread thread = owner.get();
    return thread == null ? ownerGone.refersTo(null) : !thread.isAlive();
  }

  /// Gives the stack its first slab, unless it has one.
  void attach() {
    if (closed) {
      throw new IllegalStateException("Already closed");
    }
    if (slab == null) {
      Slab first = SlabSource.lend(this, firstByteSize);
      reservedBytes = first.byteSize;
      enter(first);
    } else if (stack.limit == 0) {
      throw closing();
    }
  }

  IllegalStateException closing() {
    return new IllegalStateException("A frame of this stack is being closed");
  }

  /// Room for the frame on top that is not to be had by moving `top`: in the next slab, or beyond.
  long allocate(long byteSize, long byteAlignment) {
    Slab from = slab;
    if (from == null) {
      throw new IllegalStateException("Already closed");
    }
    if (stack.limit == 0) {
      throw closing();
    }
    SlabSource.countMiss();
    long needed = byteSize + Math.max(byteAlignment, Restricted.CACHE_LINE) - Restricted.CACHE_LINE;
    Slab next = needed < 0 ? null : next(from, needed);
    if (next == null) {
      return spill(byteSize, byteAlignment);
    }
    from.resume = stack.top;
    foldPeak();
    enter(next);
    stack.unwindDepth = Math.max(stack.unwindDepth, stack.depth);
    long start = (next.address + byteAlignment - 1) & -byteAlignment;
    stack.top = start + byteSize;
    return start;
  }

  /// A slab of at least `needed` bytes, linked above `from`; null if the bound forbids it.
  private @Nullable Slab next(Slab from, long needed) {
    Slab above = from.above;
    if (above != null && above.byteSize >= needed) {
      return above;
    }
    long kept = reservedBytes - byteSizeAbove(from);
    long room = maxByteSize - kept;
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
    Slab grown = SlabSource.lend(this, byteSize);
    giveBackAbove(from);
    from.above = grown;
    grown.below = from;
    reservedBytes = kept + byteSize;
    return grown;
  }

  private long spill(long byteSize, long byteAlignment) {
    if (whenFull == Overflow.THROW) {
      throw new NativeMemoryExhaustedException(
          "No room for " + byteSize + " bytes: the stack has reached its bound of " + maxByteSize);
    }
    long padding = Math.max(byteAlignment, MALLOC_ALIGNMENT) - MALLOC_ALIGNMENT;
    long total = Math.max(byteSize, 1) + padding;
    if (total < 0) {
      throw new OutOfMemoryError("Cannot reserve " + byteSize + " bytes of native memory");
    }
    long block = Restricted.malloc(total);
    spill = new Spill(block, total, stack.depth, spill);
    spilledBytes += total;
    SlabSource.countSpilled(total);
    stack.unwindDepth = Math.max(stack.unwindDepth, stack.depth);
    return (block + byteAlignment - 1) & -byteAlignment;
  }

  /// Goes back to `base`, where the frame began that was `depth` deep and is closed.
  void unwind(long base, int depth) {
    foldPeak();
    freeSpills(depth);
    Slab to = slab;
    while (to != null && (base < to.address || base > to.limit())) {
      to = to.below;
    }
    if (to == null || depth <= lendingDepth()) {
      giveBackAll();
    } else {
      enter(to);
      stack.top = base;
    }
    stack.unwindDepth = Math.max(lendingDepth(), Math.min(stack.unwindDepth, depth - 1));
  }

  void close() {
    if (kind != Kind.CREATED) {
      throw new UnsupportedOperationException("A thread's own stack is never closed");
    }
    if (closed) {
      throw new IllegalStateException("Already closed");
    }
    if (stack.depth > 0) {
      throw new IllegalStateException("Open frames: " + stack.depth);
    }
    closed = true;
    giveBackAll();
  }

  /// The slab that the stack began with; null while it has none.
  @Nullable Slab bottom() {
    Slab bottom = slab;
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
    freeSpills(0);
    giveBackAll();
    stack.depth = 0;
    return leaked;
  }

  /// Approximate while the owner is at work.
  long inUseBytes() {
    Slab current = slab;
    return current == null
        ? spilledBytes
        : byteSizeBelow(current) + usedOf(current, stack.top) + spilledBytes;
  }

  long highWaterBytes() {
    return Math.max(highWaterBytes, inUseBytes());
  }

  private void enter(Slab next) {
    slab = next;
    stack.top = next.address;
    stack.limit = next.limit();
    stack.peak = next.address;
  }

  private void foldPeak() {
    Slab current = slab;
    if (current != null) {
      long reached = Math.max(usedOf(current, stack.peak), usedOf(current, stack.top));
      long inUse = byteSizeBelow(current) + reached + spilledBytes;
      if (inUse > highWaterBytes) {
        highWaterBytes = inUse;
        SlabSource.raiseHighWater(inUse);
      }
    }
  }

  /// How much of `slab` is below `top`, which may have gone on to another slab already.
  private static long usedOf(Slab slab, long top) {
    return top >= slab.address && top <= slab.limit() ? top - slab.address : 0;
  }

  private void freeSpills(int depth) {
    for (Spill last = spill; last != null && last.depth >= depth; last = last.next) {
      Restricted.free(last.block);
      spilledBytes -= last.byteSize;
      SlabSource.countSpilled(-last.byteSize);
      spill = last.next;
    }
  }

  private void giveBackAll() {
    Slab bottom = bottom();
    slab = null;
    stack.top = 0;
    stack.limit = 0;
    stack.peak = 0;
    reservedBytes = 0;
    if (bottom != null) {
      giveBackAbove(bottom);
      SlabSource.giveBack(bottom);
    }
  }

  private static void giveBackAbove(Slab slab) {
    Slab next = slab.above;
    slab.above = null;
    while (next != null) {
      Slab above = next.above;
      next.below = null;
      next.above = null;
      SlabSource.giveBack(next);
      next = above;
    }
  }

  private static long byteSizeBelow(Slab slab) {
    long sum = 0;
    for (Slab s = slab.below; s != null; s = s.below) {
      sum += s.resume - s.address;
    }
    return sum;
  }

  private static long byteSizeAbove(Slab slab) {
    long sum = 0;
    for (Slab s = slab.above; s != null; s = s.above) {
      sum += s.byteSize;
    }
    return sum;
  }
}
