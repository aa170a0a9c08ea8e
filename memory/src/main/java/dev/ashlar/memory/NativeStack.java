// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.NativeAccess;
import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;

/// A thread's stack of native scratch memory. [#push] returns a [Frame], which is an [Arena].
/// Closing it ends the lifetime of all that was allocated from it. Neither `malloc` nor the
/// collector is involved.
///
/// ```java
/// try (NativeStack.Frame frame = NativeStack.current().push()) {
///   MemorySegment name = frame.allocateFrom("name");
///   MemorySegment size = frame.allocateZeroed(ValueLayout.JAVA_LONG);
/// }
/// ```
///
/// A stack belongs to one thread, platform or virtual. Frames are closed in the reverse order of
/// their pushing. A stack grows by linking slabs, each at least twice the size of the last, up to a
/// bound. Beyond that its [ExhaustionPolicy] decides. Memory is not zeroed unless
/// [Frame#allocateZeroed] asks for it.
///
/// A platform thread keeps its slabs until it ends; then they serve other threads. A virtual thread
/// has slabs only while one of its frames is open: 16 KiB, unless its frames need more. However
/// many threads there are or were, at most 32 MiB of slabs are kept idle. The slabs of threads that
/// have ended are found when a slab is needed next, or by [#statistics].
///
/// A frame that is never closed pins its memory until its thread ends: what can still be read is
/// never freed or reused. Frames below it cannot be closed either. [#abandonCurrent] gives a pooled
/// thread a new stack then.
public final class NativeStack extends StackSlabs implements AutoCloseable {
  private static final NativeAccess.User ACCESS = new NativeAccess.User("NativeStack");
  private static final ThreadLocal<NativeStack> CURRENT = new Current();

  private static volatile boolean prepared;

  private NativeStack(Kind kind, long firstByteSize, long maxByteSize, boolean mallocs) {
    super(Thread.currentThread(), kind, firstByteSize, maxByteSize, mallocs);
  }

  /// The calling thread's own stack, made at its first use. It grows to 1 MiB, and takes from the C
  /// heap what does not fit then.
  ///
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack current() {
    return CURRENT.get();
  }

  /// Gives the calling thread a new stack if frames are open on its own. To be called where none
  /// should be: by a thread pool, between two tasks.
  ///
  /// The open frames stay on the old stack. They can be used and closed there, in order. Until all
  /// are closed or the thread ends, the old stack keeps its memory. [Statistics#leakCount] counts
  /// the frames.
  ///
  /// @return how many frames were open; 0 if nothing changed
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

  /// A further stack for the calling thread, which starts with `byteSize` bytes, grows to sixteen
  /// times as much, and takes from the C heap what does not fit then. Close it, or the thread keeps
  /// its memory until it ends.
  ///
  /// @throws IllegalArgumentException if `byteSize` is not positive or greater than 2^40
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack create(long byteSize) {
    StackSlabs.requireByteSize(byteSize);
    return create(byteSize, 16 * byteSize, ExhaustionPolicy.MALLOC);
  }

  /// A further stack for the calling thread, which starts with `byteSize` bytes and grows to
  /// `maxByteSize`, both rounded up to a power of two that is at least 1024. Close it, or the
  /// thread keeps its memory until it ends.
  ///
  /// @throws IllegalArgumentException if `byteSize` is not positive, `maxByteSize` is less than
  ///   `byteSize` or greater than 2^44, or `whenExhausted` waits: no other thread releases memory
  ///   of a stack
  /// @throws IllegalCallerException if native access is denied
  public static NativeStack create(
      long byteSize, long maxByteSize, ExhaustionPolicy whenExhausted) {
    StackSlabs.requireByteSizes(byteSize, maxByteSize);
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

  /// A stack for the calling thread alone.
  private static NativeStack newOwn() {
    Kind kind = Thread.currentThread().isVirtual() ? Kind.VIRTUAL_THREAD : Kind.PLATFORM_THREAD;
    return new NativeStack(kind, kind.firstByteSize(), DEFAULT_MAX_BYTE_SIZE, true);
  }

  /// Counters over all stacks of this process.
  public static Statistics statistics() {
    return StackSlabSource.statistics();
  }

  /// Counters over all stacks. While threads work, the numbers need not belong to one instant; at
  /// rest they are exact.
  ///
  /// ```java
  /// NativeStack.Statistics statistics = NativeStack.statistics();
  /// long idle = statistics.reservedBytes() - statistics.inUseBytes();
  /// ```
  ///
  /// @param reservedBytes native memory held, idle or in use
  /// @param inUseBytes native memory that open frames occupy, gaps included
  /// @param highWaterBytes the most that one stack had in use at once
  /// @param growthCount how often a stack had to grow, or took memory from the C heap
  /// @param leakCount how many frames were abandoned or ended with their thread, without being
  ///   closed
  public record Statistics(
      long reservedBytes, long inUseBytes, long highWaterBytes, long growthCount, long leakCount) {}

  /// Opens a frame on top of this stack.
  ///
  /// @throws WrongThreadException if this stack belongs to another thread
  /// @throws IllegalStateException if this stack is closed
  /// @throws OutOfMemoryError if a first slab cannot be had
  public Frame push() {
    // Twice what close asks for: a frame that was pushed can be closed at the same place.
    StackHeadroom.requireTwiceAsMuch();
    requireSlab();
    Arena session = Arena.ofConfined();
    // Made before the frame, so that the frame is filled right after it is allocated, without the
    // collector's barriers. They would make this method too big to be inlined once it is compiled.
    MemorySegment allMemory = NativeSegments.allMemory(session);
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
    closeCreated();
  }

  /// Grows and unwinds a stack, so that all classes are initialized that this takes. A class whose
  /// initialization failed for want of memory could never be used again.
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

  private void requireSlab() {
    if (Thread.currentThread().threadId() != ownerThreadId || limit == 0) {
      requireOwner();
      SlowPaths.attach(this);
    }
  }

  private Frame opened(Frame frame) {
    depth = frame.depth;
    return frame;
  }

  /// Not a lambda: linking the first one costs more than a class.
  private static final class Current extends ThreadLocal<NativeStack> {
    @Override
    protected NativeStack initialValue() {
      ACCESS.require();
      prepare();
      StackSlabs known = knownOf(Thread.currentThread());
      return known instanceof NativeStack stack ? stack : newOwn();
    }
  }

  /// One call's part of a stack: an arena that gives its memory back to the stack when it is
  /// closed. It throws what `Arena.ofConfined()` throws. Besides, only the frame on top may
  /// allocate or be closed. What throws has changed nothing.
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
    private final StackSlabs slabs;
    private final Thread owner;
    private final Arena session;

    /// Lives as long as `session`. Only slices of it may leave this class.
    private final MemorySegment allMemory;

    /// Where this frame starts.
    private final long base;

    private final int depth;

    /// What `session` says too, but through two virtual calls.
    private boolean closed;

    Frame(StackSlabs slabs, Arena session, MemorySegment allMemory) {
      this.slabs = slabs;
      this.owner = Thread.currentThread();
      this.session = session;
      this.allMemory = allMemory;
      this.base = slabs.top;
      this.depth = slabs.depth + 1;
    }

    /// Returns memory that lives as long as this frame, aligned as `malloc` aligns: 16 bytes and
    /// more to 16, 8 bytes and more to 8. Its contents are undefined.
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
      StackSlabs s = slabs;
      long start = (s.top + byteAlignment - 1) & -byteAlignment;
      long end = start + byteSize;
      if (end > s.limit || end < start || s.depth != depth || closed || !isOwnedByThisThread()) {
        return allocateSlowly(s, depth, closed, byteSize, byteAlignment);
      }
      s.top = end;
      return start;
    }

    /// Finds room where the fast path did not, or throws. Takes no frame and no session: what is
    /// passed to a method that is not inlined must be allocated.
    private static long allocateSlowly(
        StackSlabs slabs, int depth, boolean closed, long byteSize, long byteAlignment) {
      slabs.requireOnTop(depth, closed);
      return SlowPaths.allocate(slabs, byteSize, byteAlignment);
    }

    private static IllegalArgumentException invalid(long byteSize, long byteAlignment) {
      return new IllegalArgumentException(
          byteSize < 0
              ? "Negative byte size: " + byteSize
              : "Not a power of two: byte alignment " + byteAlignment);
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
    /// Cleanup actions that were registered with this frame run before the memory is given back.
    /// Meanwhile the stack cannot be used. What an action throws is thrown when this frame is
    /// closed.
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
      popped(slabs, base, depth);
      closed = true;
    }

    /// The frame with this number has ended; it began at `base`.
    private static void popped(StackSlabs s, long base, int depth) {
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

    private static void unwind(StackSlabs slabs, long base, int depth) {
      SlowPaths.unwind(slabs, base, depth);
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
      StackSlabs s = slabs;
      long room = s.limit;
      if (room == 0) {
        throw StackSlabs.closing();
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
      if (slabs.limit != 0 && !closed && !session.scope().isAlive()) {
        finish();
      }
    }

    private void requireOnTop() {
      if (slabs.depth != depth || !isOwnedByThisThread()) {
        slabs.requireOnTop(depth, closed);
      }
    }

    @SuppressWarnings("ReferenceEquality") // a thread is equal to itself only
    private boolean isOwnedByThisThread() {
      return Thread.currentThread() == owner;
    }
  }
}
