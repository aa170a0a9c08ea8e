package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;

/// A thread's stack of native scratch memory. [#push] gives a [Frame], which is an [Arena]: closing
/// it ends the lifetime of everything allocated from it, and costs neither `malloc` nor garbage.
///
/// A stack belongs to one thread, platform or virtual; frames close in the reverse order of their
/// pushing. It grows by linking slabs, each at least twice the last, up to a bound; beyond that it
/// does what its [Overflow] says. Memory is not zeroed unless asked for.
///
/// A platform thread keeps its slabs until it ends; then they serve other threads. A virtual thread
/// has slabs only while a frame of its own is open: 16 KiB, unless its frames need more. However
/// many threads there are or were, no more than 32 MiB of slabs are kept idle; those of threads
/// that have ended are found when a slab is wanted next, or [#stats]. A frame that is never closed
/// pins its memory until its thread ends: what can still be read is never freed or reused.
public final class NativeStack implements AutoCloseable {
  /// What an allocation does that the stack has no room for.
  public enum Overflow {
    /// Throws [NativeMemoryExhaustedException].
    THROW,
    /// Takes memory from the C heap, freed when the frame is closed.
    MALLOC
  }

  private static final ThreadLocal<NativeStack> CURRENT = new Current();

  private static volatile boolean prepared;

  /// Where the next allocation may start; 0 without a slab.
  long top;

  /// Where the current slab ends; 0 without a slab.
  long limit;

  /// The highest `top` in the current slab; behind the present one until a frame is closed.
  long peak;

  /// How many frames are open.
  int depth;

  /// Closing a frame this deep or less deep takes more than moving `top`.
  int unwindDepth;

  private final StackSlabs chain;
  private final long ownerThreadId;

  // Two stacks that are neighbours on the heap must not share a cache line.
  long pad0, pad1, pad2, pad3, pad4, pad5, pad6, pad7;

  private NativeStack(StackSlabs.Kind kind, long firstByteSize, long maxByteSize, Overflow full) {
    Thread thread = Thread.currentThread();
    this.ownerThreadId = thread.threadId();
    this.chain = new StackSlabs(this, thread, kind, firstByteSize, maxByteSize, full);
    this.unwindDepth = chain.lendingDepth;
  }

  /// The calling thread's own stack, made at its first use. It grows to 1 MiB, and takes from the C
  /// heap what does not fit then.
  ///
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack current() {
    return CURRENT.get();
  }

  /// A further stack for the calling thread, which starts with `byteSize` bytes, grows to sixteen
  /// times as much, and takes from the C heap what does not fit then. Close it, or the thread keeps
  /// its memory until it ends.
  ///
  /// @throws IllegalArgumentException if `byteSize` is not positive or greater than 2^40
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack create(long byteSize) {
    StackSlabs.requireByteSize(byteSize);
    return create(byteSize, 16 * byteSize, Overflow.MALLOC);
  }

  /// A further stack for the calling thread, which starts with `byteSize` bytes and grows to
  /// `maxByteSize`, both rounded up to a power of two that is at least 1024. Close it, or the
  /// thread keeps its memory until it ends.
  ///
  /// @throws IllegalArgumentException if `byteSize` is not positive, or `maxByteSize` is less than
  ///   `byteSize` or greater than 2^44
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack create(long byteSize, long maxByteSize, Overflow whenFull) {
    StackSlabs.requireByteSizes(byteSize, maxByteSize);
    NativeSegments.requireNativeAccess(NativeSegments.Use.STACK);
    prepare();
    return new NativeStack(StackSlabs.Kind.CREATED, byteSize, maxByteSize, whenFull);
  }

  /// Counters over all stacks of this process.
  public static MemoryStats stats() {
    return StackSlabSource.stats();
  }

  /// Opens a frame on top of this stack.
  ///
  /// @throws WrongThreadException if this stack belongs to another thread
  /// @throws IllegalStateException if this stack is closed
  /// @throws OutOfMemoryError if a first slab cannot be had
  public Frame push() {
    // Twice what close asks for: a frame that was pushed can be closed at the same place.
    Headroom.requireTwice();
    requireSlab();
    Arena session = Arena.ofConfined();
    // Made before the frame, so that the frame is filled right after it is allocated, without the
    // collector's barriers. They would make this method too big to be inlined once it is compiled.
    MemorySegment everything = NativeSegments.everything(session);
    return opened(new Frame(this, session, everything));
  }

  /// As [#push]; the frame behaves alike. Where a downcall returns a struct in registers, the
  /// linker uses a buffer of its own, and beside a frame pushed this way C2 can eliminate it.
  ///
  /// @throws WrongThreadException if this stack belongs to another thread
  /// @throws IllegalStateException if this stack is closed
  /// @throws OutOfMemoryError if a first slab cannot be had
  public Frame pushForStruct() {
    Headroom.requireTwice();
    requireSlab();
    Arena session = Arena.ofConfined();
    MemorySegment everything = NativeSegments.everythingBesideLinkerBuffer(session);
    return opened(new Frame(this, session, everything));
  }

  /// Frees a stack made with `create`.
  ///
  /// @throws UnsupportedOperationException if this is a thread's own stack
  /// @throws WrongThreadException if this stack belongs to another thread
  /// @throws IllegalStateException if a frame is open, or this stack is already closed
  @Override
  public void close() {
    requireOwner();
    Headroom.require();
    chain.close();
  }

  private static NativeStack ofThisThread() {
    Thread thread = Thread.currentThread();
    NativeStack known = StackSlabSource.stackOf(thread);
    if (known != null) {
      return known;
    }
    NativeSegments.requireNativeAccess(NativeSegments.Use.STACK);
    prepare();
    StackSlabs.Kind kind =
        thread.isVirtual() ? StackSlabs.Kind.VIRTUAL_THREAD : StackSlabs.Kind.PLATFORM_THREAD;
    return new NativeStack(
        kind, kind.firstByteSize(), StackSlabs.DEFAULT_MAX_BYTE_SIZE, Overflow.MALLOC);
  }

  /// Grows and unwinds a stack, so that all classes are there that this takes. One whose
  /// initialization failed for want of memory could never be used again.
  private static void prepare() {
    if (!prepared) {
      Headroom.requireForLinking();
      try (NativeStack stack = new NativeStack(StackSlabs.Kind.CREATED, 1, 4096, Overflow.THROW);
          Frame frame = stack.push()) {
        frame.allocate(2048);
        frame.allocateZeroed(8, 1);
      }
      prepared = true;
    }
  }

  private void requireSlab() {
    if (Thread.currentThread().threadId() != ownerThreadId || limit == 0) {
      requireOwner();
      NeverInlined.attach(chain);
    }
  }

  private Frame opened(Frame frame) {
    depth = frame.depth;
    return frame;
  }

  private void requireOwner() {
    if (Thread.currentThread().threadId() != ownerThreadId) {
      throw new WrongThreadException("The stack belongs to thread " + ownerThreadId);
    }
  }

  /// Finds room where the quick way did not, or says why there is none. Takes no frame and no
  /// session: what is passed to a method that is not inlined must be allocated.
  private long allocateSlowly(int frameDepth, boolean closed, long byteSize, long byteAlignment) {
    requireOnTop(frameDepth, closed);
    return NeverInlined.allocate(chain, byteSize, byteAlignment);
  }

  /// The frame with this number has ended; it began at `base`.
  private void popped(long base, int frameDepth) {
    if (frameDepth <= unwindDepth) {
      unwind(base, frameDepth);
    } else {
      depth = frameDepth - 1;
      if (top > peak) {
        peak = top;
      }
      top = base;
    }
  }

  private void unwind(long base, int frameDepth) {
    NeverInlined.unwind(chain, base, frameDepth);
  }

  private IllegalStateException closing() {
    return chain.closing();
  }

  private void requireOnTop(int frameDepth, boolean closed) {
    requireOwner();
    if (closed) {
      throw new IllegalStateException("The frame is already closed");
    }
    if (frameDepth != depth) {
      throw new IllegalStateException(
          "Not the frame on top: it is number " + frameDepth + " of " + depth);
    }
  }

  private static IllegalArgumentException invalid(long byteSize, long byteAlignment) {
    return new IllegalArgumentException(
        byteSize < 0
            ? "Negative byte size: " + byteSize
            : "Not a power of two: byte alignment " + byteAlignment);
  }

  /// Not a lambda: linking the first one costs more than a class.
  private static final class Current extends ThreadLocal<NativeStack> {
    @Override
    protected NativeStack initialValue() {
      return ofThisThread();
    }
  }

  /// One call's share of a stack: an arena whose close hands the memory back to the stack. All that
  /// `Arena.ofConfined()` throws for, a frame throws for; and besides, only the frame on top may
  /// allocate or be closed. Whatever throws has changed nothing.
  public static final class Frame implements Arena {
    private final NativeStack stack;
    private final Thread owner;
    private final Arena session;

    /// Lives as long as `session`. Nothing but slices of it may leave this class.
    private final MemorySegment everything;

    /// Where this frame starts.
    private final long base;

    private final int depth;

    /// What `session` says too, but through two virtual calls.
    private boolean closed;

    Frame(NativeStack stack, Arena session, MemorySegment everything) {
      this.stack = stack;
      this.owner = Thread.currentThread();
      this.session = session;
      this.everything = everything;
      this.base = stack.top;
      this.depth = stack.depth + 1;
    }

    /// Returns memory that lives as long as this frame, aligned as `malloc` aligns: 16 bytes and
    /// more to 16, 8 bytes and more to 8. Its contents are undefined.
    ///
    /// @throws IllegalArgumentException if `byteSize` is negative
    /// @throws IllegalStateException if this frame is closed, or not on top of its stack
    /// @throws WrongThreadException if the stack belongs to another thread
    /// @throws NativeMemoryExhaustedException if the stack is full and was told to throw then
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
    /// @throws NativeMemoryExhaustedException if the stack is full and was told to throw then
    /// @throws OutOfMemoryError if the system has no more memory
    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      // Short, as are push and close: at most 35 bytecodes are inlined, and their calls counted,
      // as soon as the caller is compiled for profiling. C2 inlines no call it has no count of.
      long start = place(byteSize, byteAlignment);
      return everything.asSlice(start, byteSize);
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
        return s.allocateSlowly(depth, closed, byteSize, byteAlignment);
      }
      s.top = end;
      return start;
    }

    /// As [#allocate(long, long)], every byte zero.
    public MemorySegment allocateZeroed(long byteSize, long byteAlignment) {
      return allocate(byteSize, byteAlignment).fill((byte) 0);
    }

    /// As [#allocate(MemoryLayout)], every byte zero.
    public MemorySegment allocateZeroed(MemoryLayout layout) {
      return allocateZeroed(layout.byteSize(), layout.byteAlignment());
    }

    @Override
    public MemorySegment.Scope scope() {
      return session.scope();
    }

    /// Ends the lifetime of what was allocated from this frame.
    ///
    /// Whoever registered a cleanup action with this frame is told before the memory is given back;
    /// meanwhile the stack cannot be used. What the action throws is thrown when this frame is
    /// closed.
    ///
    /// @throws IllegalStateException if this frame is already closed, is not on top of its stack,
    ///   or a downcall is using its memory
    /// @throws WrongThreadException if the stack belongs to another thread
    @Override
    public void close() {
      Headroom.require();
      requireOnTop();
      endSession();
      finish();
    }

    private void finish() {
      stack.popped(base, depth);
      closed = true;
    }

    private void endSession() {
      try {
        closeSession();
      } catch (RuntimeException | Error failure) {
        afterFailure();
        throw failure;
      }
    }

    /// While cleanup actions of the user's run, there is no room on the stack: what they pushed or
    /// allocated would lie in memory that is given back right after.
    private void closeSession() {
      NativeStack s = stack;
      long room = s.limit;
      if (room == 0) {
        throw s.closing();
      }
      s.limit = 0;
      try {
        session.close();
      } finally {
        // No call, which could fail in turn and leave the stack without room for ever.
        s.limit = room;
      }
    }

    /// Where a cleanup action has thrown, the session has ended all the same, and so has this
    /// frame.
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
