// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.NativeAccess;
import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.memory.internal.WeakThread;
import dev.ashlar.memory.internal.hotspot.DontInline;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// A thread's stack of native scratch memory. [#push] returns a [Frame], which is an [Arena].
/// Closing the frame ends the lifetime of all memory that was allocated from it. Frames use neither
/// `malloc` nor the garbage collector.
///
/// ```java
/// try (NativeStack.Frame frame = NativeStack.current().push()) {
///   MemorySegment name = frame.allocateFrom("name");
///   MemorySegment size = frame.allocateZeroed(ValueLayout.JAVA_LONG);
/// }
/// ```
///
/// A stack belongs to one thread, platform or virtual. Frames must be closed in the reverse order
/// of [#push]. A stack grows by linking slabs, up to a bound; each slab is at least twice as large
/// as the previous one if the bound allows it. Beyond the bound, its [ExhaustionPolicy] decides.
/// Memory is zeroed only by [Frame#allocateZeroed].
///
/// A platform thread keeps its slabs until it ends; then other threads may get them. A virtual
/// thread has slabs only while one of its frames is open: 16 KiB, unless its frames need more. At
/// most 32 MiB of slabs are kept idle, whatever the number of threads. The slabs of an ended thread
/// are taken back when another thread needs a slab, or by [#statistics].
///
/// A frame that is never closed keeps its memory until its thread ends: memory that can still be
/// read is never freed or reused. Frames below it cannot be closed either. In a thread pool,
/// [#abandonCurrent] then gives the thread a new stack.
public final class NativeStack implements AutoCloseable {
  private static final NativeAccess.User ACCESS = new NativeAccess.User("NativeStack");
  private static final ThreadLocal<NativeStack> CURRENT = new Current();

  private static volatile boolean prepared;

  private static final long DEFAULT_MAX_BYTE_SIZE = 1 << 20;

  private static final long MIN_SLAB_BYTE_SIZE = 1 << 10;
  private static final long MAX_FIRST_BYTE_SIZE = 1L << 40;
  private static final long MAX_MAX_BYTE_SIZE = 1L << 44;

  /// The slabs of platform threads' own stacks, by thread id.
  private static final ConcurrentHashMap<Long, NativeStack> BY_THREAD = new ConcurrentHashMap<>();

  /// The origin of a stack.
  enum Kind {
    PLATFORM_THREAD,
    VIRTUAL_THREAD,
    CREATED,
    /// Was a thread's own stack; abandoned because frames were left open.
    ABANDONED;

    long firstByteSize() {
      return this == VIRTUAL_THREAD
          ? StackSlabSource.VIRTUAL_SLAB_BYTE_SIZE
          : StackSlabSource.PLATFORM_SLAB_BYTE_SIZE;
    }
  }

  /// Memory from the C heap. It is freed when the frame with number `depth` is closed.
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

  /// The address at which the next allocation may start; 0 without a slab.
  long top;

  /// The address after the current slab; 0 without a slab, and while a frame is being closed.
  long limit;

  /// The highest `top` in the current slab so far, as of the last close of a frame.
  long peak;

  /// The number of open frames.
  int depth;

  /// The number of the deepest frame whose close must do more than move `top`.
  int unwindDepth;

  private final WeakThread owner;
  final long ownerThreadId;
  private Kind kind;
  private final long firstByteSize;
  private final long maxByteSize;
  private final boolean mallocs;

  /// The number of the deepest frame that borrows the first slab and gives it back.
  private int lendingDepth;

  private @Nullable StackSlab slab;
  private @Nullable Spill spill;
  private long spilledBytes;
  private long highWaterBytes;
  private boolean closed;

  // Two stacks that are neighbors on the heap must not share a cache line.
  long pad0, pad1, pad2, pad3, pad4, pad5, pad6, pad7;

  /// @param mallocs whether memory beyond `maxByteSize` comes from the C heap; otherwise requests
  ///   for it throw
  private NativeStack(Kind kind, long firstByteSize, long maxByteSize, boolean mallocs) {
    Thread thread = Thread.currentThread();
    this.owner = new WeakThread(thread);
    this.ownerThreadId = thread.threadId();
    this.kind = kind;
    this.lendingDepth = kind == Kind.VIRTUAL_THREAD ? 1 : 0;
    this.firstByteSize = slabByteSize(firstByteSize);
    this.maxByteSize = slabByteSize(maxByteSize);
    this.mallocs = mallocs;
    this.unwindDepth = lendingDepth;
  }

  /// Returns the calling thread's own stack, and makes it at the first call. It grows to 1 MiB;
  /// memory beyond that comes from the C heap.
  ///
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack current() {
    return CURRENT.get();
  }

  /// Gives the calling thread a new stack if frames are open on its own stack. A thread pool calls
  /// it between two tasks, when no frame should be open.
  ///
  /// The open frames stay on the old stack. They can be used and closed there, in order. The old
  /// stack keeps its memory until all of them are closed or the thread ends. [Statistics#leakCount]
  /// counts these frames.
  ///
  /// @return the number of open frames; 0 if nothing changed
  /// @throws IllegalCallerException if native access is denied
  public static int abandonCurrent() {
    NativeStack abandoned = current();
    int open = abandoned.depth;
    if (open > 0) {
      StackHeadroom.require();
      CURRENT.set(newOwn());
      abandoned.abandon();
    }
    return open;
  }

  /// Returns an additional stack for the calling thread. It starts with `byteSize` bytes and grows
  /// to sixteen times as much; memory beyond that comes from the C heap. Unless the stack is
  /// closed, it keeps its memory until the thread ends.
  ///
  /// @throws IllegalArgumentException if `byteSize` is not positive or greater than 2^40
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack create(long byteSize) {
    requireByteSize(byteSize);
    return create(byteSize, 16 * byteSize, ExhaustionPolicy.MALLOC);
  }

  /// Returns an additional stack for the calling thread. It starts with `byteSize` bytes and grows
  /// to `maxByteSize`, both rounded up to a power of two that is at least 1024. Unless the stack is
  /// closed, it keeps its memory until the thread ends.
  ///
  /// @throws IllegalArgumentException if `byteSize` is not positive, or if `maxByteSize` is less
  ///   than `byteSize` or greater than 2^44. Also if `whenExhausted` waits, because no other thread
  ///   releases memory of a stack
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack create(
      long byteSize, long maxByteSize, ExhaustionPolicy whenExhausted) {
    requireByteSizes(byteSize, maxByteSize);
    if (whenExhausted.kind == ExhaustionPolicy.Kind.WAIT) {
      throw new IllegalArgumentException(
          "A stack cannot wait, since no other thread releases its memory: use"
              + " ExhaustionPolicy.THROW or MALLOC");
    }
    ACCESS.require();
    prepare();
    boolean mallocs = whenExhausted.kind == ExhaustionPolicy.Kind.MALLOC;
    return new NativeStack(Kind.CREATED, byteSize, maxByteSize, mallocs);
  }

  /// Returns a new own stack of the calling thread.
  private static NativeStack newOwn() {
    Kind kind = Thread.currentThread().isVirtual() ? Kind.VIRTUAL_THREAD : Kind.PLATFORM_THREAD;
    return new NativeStack(kind, kind.firstByteSize(), DEFAULT_MAX_BYTE_SIZE, true);
  }

  /// Returns the counters over all stacks of this process.
  public static Statistics statistics() {
    return StackSlabSource.statistics();
  }

  /// Counters over all stacks of this process. They are exact while no thread uses a stack.
  /// Otherwise they may be of different instants.
  ///
  /// ```java
  /// NativeStack.Statistics statistics = NativeStack.statistics();
  /// long idle = statistics.reservedBytes() - statistics.inUseBytes();
  /// ```
  ///
  /// @param reservedBytes the native memory of all stacks, idle or in use
  /// @param inUseBytes the native memory of open frames, including gaps
  /// @param highWaterBytes the largest memory that one stack had in use at once
  /// @param growthCount the number of times that a stack had to grow, or took memory from the C
  ///   heap
  /// @param leakCount the number of frames that were not closed before they were abandoned or their
  ///   thread ended
  public record Statistics(
      long reservedBytes, long inUseBytes, long highWaterBytes, long growthCount, long leakCount) {}

  /// Opens a frame on top of this stack.
  ///
  /// @throws WrongThreadException if this stack belongs to another thread
  /// @throws IllegalStateException if this stack is closed
  /// @throws OutOfMemoryError if there is no memory for a first slab
  public Frame push() {
    // Twice what close asks for: a frame that was pushed can be closed at the same place.
    StackHeadroom.requireTwiceAsMuch();
    requireSlab();
    Arena session = Arena.ofConfined();
    // Made before the frame, so that the frame is filled right after it is allocated, without the
    // collector's barriers. They would make this method too big to be inlined once it is compiled.
    MemorySegment allMemory = NativeMemory.allMemory(session);
    return opened(new Frame(this, session, allMemory));
  }

  /// Frees a stack made with `create`. If it is already closed, nothing happens.
  ///
  /// @throws UnsupportedOperationException if this is a thread's own stack
  /// @throws WrongThreadException if this stack belongs to another thread
  /// @throws IllegalStateException if a frame is open
  @Override
  public void close() {
    requireOwner();
    StackHeadroom.requireLittle();
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

  /// Grows and unwinds a stack, to initialize all classes that this needs. If the initialization of
  /// a class fails, for example for lack of memory, the class can never be used again.
  private static void prepare() {
    if (!prepared) {
      StackHeadroom.require();
      try (NativeStack stack = new NativeStack(Kind.CREATED, 1, 4096, false);
          Frame frame = stack.push()) {
        frame.allocate(2048);
        frame.allocateZeroed(8, 1);
      }
      prepared = true;
    }
  }

  private Frame opened(Frame frame) {
    depth = frame.depth;
    return frame;
  }

  /// A class instead of a lambda, because linking the first lambda costs more.
  private static final class Current extends ThreadLocal<NativeStack> {
    @Override
    protected NativeStack initialValue() {
      ACCESS.require();
      prepare();
      NativeStack known = knownOf(Thread.currentThread());
      return known == null ? newOwn() : known;
    }
  }

  // The memory: slabs in which frames allocate. It is used by the owning thread only, except where
  // StackSlabSource settles it after that thread has terminated.
  //
  // Whatever is thrown, a stack is as it was before or as it is after. Memory is allocated before
  // any state changes. The state changes in a method without a call. Memory is given back when no
  // state refers to it.

  /// Returns the thread's own stack; null if it has no slabs, or if the thread is virtual. A worker
  /// of the common pool loses its thread-locals between two tasks, and must find its stack again.
  static @Nullable NativeStack knownOf(Thread thread) {
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

  /// Returns whether the owner has terminated, so that no thread can read the slabs any more.
  boolean ownerIsDead() {
    return owner.isDead();
  }

  void requireOwner() {
    if (Thread.currentThread().threadId() != ownerThreadId) {
      throw new WrongThreadException("The stack belongs to thread " + ownerThreadId);
    }
  }

  void requireOnTop(int frameDepth, boolean frameIsClosed) {
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

  /// Checks that the calling thread is the owner. Attaches a slab if there is none.
  void requireSlab() {
    if (Thread.currentThread().threadId() != ownerThreadId || limit == 0) {
      requireOwner();
      Slow.attach(this);
    }
  }

  /// Gives the stack its first slab, unless it has one.
  void attach() {
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

  /// Allocates when moving `top` is not enough: in the next slab, or from the C heap.
  long allocate(long byteSize, long byteAlignment) {
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
    StackSlab next = needed < 0 ? null : reuseOrGrow(from, needed);
    if (next == null) {
      return spill(byteSize, byteAlignment);
    }
    long start = (next.address + byteAlignment - 1) & -byteAlignment;
    goOn(from, next, start + byteSize);
    return start;
  }

  /// Returns a slab of at least `needed` bytes, linked above `from`; null if the bound forbids it.
  private @Nullable StackSlab reuseOrGrow(StackSlab from, long needed) {
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
    long padding = Math.max(byteAlignment, NativeMemory.ALIGNMENT) - NativeMemory.ALIGNMENT;
    long total = Math.max(byteSize, 1) + padding;
    if (total < 0) {
      throw NativeMemory.exhausted(byteSize);
    }
    Spill added = new Spill(total, depth, spill);
    added.block = NativeMemory.malloc(total);
    spillOver(added);
    StackSlabSource.countSpilled(total);
    return (added.block + byteAlignment - 1) & -byteAlignment;
  }

  /// Moves `top` back to `base`, where the closed frame with number `depth` began, and gives back
  /// slabs that are no longer needed.
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

  /// Makes this no longer the thread's own stack. Its open frames stay as they are.
  void abandon() {
    BY_THREAD.remove(ownerThreadId, this);
    StackSlabSource.countLeaked(ownerThreadId, depth);
    kind = Kind.ABANDONED;
    lendingDepth = 1;
    if (unwindDepth < 1) {
      unwindDepth = 1;
    }
  }

  /// Returns the first slab of the stack; null if it has none.
  @Nullable StackSlab bottom() {
    StackSlab bottom = slab;
    while (bottom != null && bottom.below != null) {
      bottom = bottom.below;
    }
    return bottom;
  }

  /// Gives back all memory after the death of the owner. Returns the number of open frames that
  /// were not counted as leaks before.
  int settle() {
    BY_THREAD.remove(ownerThreadId, this);
    int leaked = kind == Kind.ABANDONED ? 0 : depth;
    foldPeak();
    giveBackAll(0);
    return leaked;
  }

  /// Approximate while the owner is at work.
  long inUseBytes() {
    StackSlab current = slab;
    return current == null
        ? spilledBytes
        : byteSizeBelow(current) + usedOf(current, top) + spilledBytes;
  }

  long highWaterBytes() {
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

  /// Returns the number of bytes of `slab` below `top`; 0 if `top` is in another slab.
  private static long usedOf(StackSlab slab, long top) {
    return top >= slab.address && top <= slab.limit() ? top - slab.address : 0;
  }

  /// Frees the memory that closed frames took from the C heap.
  private void freeSpills() {
    for (Spill last = spill; last != null && last.depth > depth; last = spill) {
      spill = last.next;
      spilledBytes -= last.byteSize;
      StackSlabSource.countSpilled(-last.byteSize);
      NativeMemory.free(last.block);
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

  /// The slow paths of hot methods. They are hot if virtual threads borrow a slab for each frame.
  static final class Slow extends DontInline {
    private static final long serialVersionUID = 1;

    private Slow() {}

    static void attach(NativeStack stack) {
      stack.attach();
    }

    static void unwind(NativeStack stack, long base, int depth) {
      stack.unwind(base, depth);
    }

    static long allocate(NativeStack stack, long byteSize, long byteAlignment) {
      return stack.allocate(byteSize, byteAlignment);
    }
  }

  /// A part of a stack, usually for one call of a method: an arena that gives its memory back to
  /// the stack when it is closed. It throws the exceptions of `Arena.ofConfined()`. In addition,
  /// only the frame on top may allocate or be closed. A call that throws changes nothing, unless a
  /// cleanup action of [#close] throws.
  ///
  /// ```java
  /// try (NativeStack.Frame outer = NativeStack.current().push()) {
  ///   MemorySegment kept = outer.allocate(16);
  ///   try (NativeStack.Frame inner = NativeStack.current().push()) {
  ///     kept.copyFrom(inner.allocateFrom("scratch"));
  ///   }
  /// }
  /// ```
  public static final class Frame implements Arena {
    private final NativeStack stack;
    private final Thread owner;
    private final Arena session;

    /// Memory that lives as long as `session`. Only slices of it may leave this class.
    private final MemorySegment allMemory;

    /// The address at which this frame starts.
    private final long base;

    private final int depth;

    /// Whether `session` is closed. Reading it avoids two virtual calls.
    private boolean closed;

    Frame(NativeStack stack, Arena session, MemorySegment allMemory) {
      this.stack = stack;
      this.owner = Thread.currentThread();
      this.session = session;
      this.allMemory = allMemory;
      this.base = stack.top;
      this.depth = stack.depth + 1;
    }

    /// Returns memory that lives as long as this frame. Its contents are undefined. It is aligned
    /// as by `malloc`: to 16 bytes from a size of 16 on, to 8 from a size of 8 on.
    ///
    /// @throws IllegalArgumentException if `byteSize` is negative
    /// @throws IllegalStateException if this frame is closed, or not on top of its stack
    /// @throws WrongThreadException if the stack belongs to another thread
    /// @throws NativeMemoryExhaustedException if the stack is full and its policy is to throw
    /// @throws OutOfMemoryError if the system has no more memory
    @Override
    public MemorySegment allocate(long byteSize) {
      return allocate(byteSize, byteSize >= 16 ? 16 : byteSize >= 8 ? 8 : 1);
    }

    /// Returns memory that lives as long as this frame. Its contents are undefined.
    ///
    /// @throws IllegalArgumentException if `byteSize` is negative, or `byteAlignment` is not a
    ///   power of two
    /// @throws IllegalStateException if this frame is closed, or not on top of its stack
    /// @throws WrongThreadException if the stack belongs to another thread
    /// @throws NativeMemoryExhaustedException if the stack is full and its policy is to throw
    /// @throws OutOfMemoryError if the system has no more memory
    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      // Short, as are push and close: at most 35 bytecodes are inlined, and their calls counted,
      // as soon as the caller is compiled for profiling. A call without a count is not inlined.
      long start = place(byteSize, byteAlignment);
      return allMemory.asSlice(start, byteSize);
    }

    private long place(long byteSize, long byteAlignment) {
      if ((byteSize | byteAlignment | (byteAlignment - 1)) < 0
          || (byteAlignment & (byteAlignment - 1)) != 0) {
        throw invalid(byteSize, byteAlignment);
      }
      NativeStack s = stack;
      long start = (s.top + byteAlignment - 1) & -byteAlignment;
      long end = start + byteSize;
      if (end > s.limit || end < start || s.depth != depth || closed || !isOwnedByThisThread()) {
        return allocateSlowly(s, depth, closed, byteSize, byteAlignment);
      }
      s.top = end;
      return start;
    }

    /// Allocates if the fast path found no room, or throws. It has no frame or session as
    /// parameter: an object that is passed to a method that is not inlined must be allocated.
    private static long allocateSlowly(
        NativeStack stack, int depth, boolean closed, long byteSize, long byteAlignment) {
      stack.requireOnTop(depth, closed);
      return Slow.allocate(stack, byteSize, byteAlignment);
    }

    private static IllegalArgumentException invalid(long byteSize, long byteAlignment) {
      return new IllegalArgumentException(
          byteSize < 0
              ? "Negative byte size: " + byteSize
              : "Not a power of two: byte alignment " + byteAlignment);
    }

    /// Same as [#allocate(long, long)], with every byte zero.
    public MemorySegment allocateZeroed(long byteSize, long byteAlignment) {
      return allocate(byteSize, byteAlignment).fill((byte) 0);
    }

    /// Same as [#allocate(MemoryLayout)], with every byte zero.
    public MemorySegment allocateZeroed(MemoryLayout layout) {
      return allocateZeroed(layout.byteSize(), layout.byteAlignment());
    }

    @Override
    public MemorySegment.Scope scope() {
      return session.scope();
    }

    /// Ends the lifetime of all memory that was allocated from this frame.
    ///
    /// Cleanup actions of segments of this frame run before its memory is given back. While they
    /// run, the stack cannot be used. If an action throws, this frame is closed first, and then the
    /// exception is thrown.
    ///
    /// @throws IllegalStateException if this frame is already closed, is not on top of its stack,
    ///   or a downcall is using its memory
    /// @throws WrongThreadException if the stack belongs to another thread
    @Override
    public void close() {
      StackHeadroom.requireLittle();
      requireOnTop();
      endSession();
      finish();
    }

    private void finish() {
      popped(stack, base, depth);
      closed = true;
    }

    /// Removes the frame with number `depth`, which began at `base`, after its end.
    private static void popped(NativeStack s, long base, int depth) {
      if (depth <= s.unwindDepth) {
        unwind(s, base, depth);
      } else {
        s.depth = depth - 1;
        if (s.top > s.peak) {
          s.peak = s.top;
        }
        s.top = base;
      }
    }

    private static void unwind(NativeStack stack, long base, int depth) {
      Slow.unwind(stack, base, depth);
    }

    private void endSession() {
      try {
        closeSession();
      } catch (RuntimeException | Error failure) {
        afterFailure();
        throw failure;
      }
    }

    /// Runs the user's cleanup actions. Meanwhile there is no room on the stack: their frames and
    /// allocations would be in memory that is given back right after.
    private void closeSession() {
      NativeStack s = stack;
      long room = s.limit;
      if (room == 0) {
        throw closing();
      }
      s.limit = 0;
      try {
        session.close();
      } finally {
        // No call, which could fail in turn and leave the stack without room for ever.
        s.limit = room;
      }
    }

    /// Ends this frame after a cleanup action has thrown, because the session has ended too.
    private void afterFailure() {
      if (stack.limit != 0 && !closed && !session.scope().isAlive()) {
        finish();
      }
    }

    private void requireOnTop() {
      if (stack.depth != depth || !isOwnedByThisThread()) {
        stack.requireOnTop(depth, closed);
      }
    }

    @SuppressWarnings("ReferenceEquality") // a thread is equal to itself only
    private boolean isOwnedByThisThread() {
      return Thread.currentThread() == owner;
    }
  }
}
