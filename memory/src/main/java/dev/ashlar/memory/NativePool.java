// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.Log;
import dev.ashlar.memory.internal.NativeAccess;
import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Lends blocks of native memory, up to a total size. It is for I/O buffers and other scratch
/// memory that outlives a call or changes hands. Any thread may acquire. Block sizes are powers of
/// two from 512 bytes on; the largest block has the size of the bound. Blocks are aligned to 64
/// bytes. The pool reserves a block when it is first needed, and does not zero it.
///
/// ```java
/// try (NativePool pool = NativePool.create(16 << 20);
///     Lease lease = pool.acquire(64 << 10)) {
///   ByteBuffer buffer = lease.segment().asByteBuffer();
/// }
/// ```
///
/// A block that was released may be lent again. It is freed to make room for another size, or when
/// the pool is closed. A block of a shared lease stays until the pool is closed and the block is
/// unreachable, except in debug mode.
public final class NativePool implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static final NativeAccess.User ACCESS = new NativeAccess.User("NativePool");

  private static volatile boolean prepared;

  private final String name;
  private final PoolBlocks blocks;
  private final PoolLeaseTracker tracker;
  private final boolean debug;

  /// The arena of segments that any thread may use, except in debug mode.
  private final Arena session;

  private NativePool(Builder builder) {
    String given = builder.name;
    this.name = given != null ? given : "pool-" + COUNT.incrementAndGet();
    this.debug = builder.debug;
    this.tracker =
        new PoolLeaseTracker(
            name,
            debug ? 1 : builder.oneIn,
            debug ? Integer.MAX_VALUE : builder.perSecond,
            builder.listener);
    this.blocks = new PoolBlocks(name, builder.maxByteSize, builder.whenExhausted, tracker);
    this.session = Arena.ofShared();
    JfrSupport.watch(blocks);
  }

  /// Returns a pool that throws when it is exhausted.
  ///
  /// @throws IllegalArgumentException if `maxByteSize` is less than 1 or greater than 2^44
  /// @throws IllegalCallerException if native access is denied
  public static NativePool create(long maxByteSize) {
    return builder(maxByteSize).create();
  }

  /// Returns a builder of a pool that reserves `maxByteSize` bytes at most.
  ///
  /// @throws IllegalArgumentException if `maxByteSize` is less than 1 or greater than 2^44
  public static Builder builder(long maxByteSize) {
    return new Builder(maxByteSize);
  }

  /// Lends `byteSize` bytes to the calling thread.
  ///
  /// @throws IllegalArgumentException if `byteSize` is negative
  /// @throws IllegalStateException if this pool is closed
  /// @throws NativeMemoryExhaustedException if `byteSize` exceeds the bound, or there is no room. A
  ///   policy that waits throws it after its timeout, or when the thread is interrupted; the thread
  ///   stays interrupted. [ExhaustionPolicy#MALLOC] never throws it
  /// @throws OutOfMemoryError if the system has no more memory
  public Lease acquire(long byteSize) {
    StackHeadroom.requireTwiceAsMuch();
    Arena own = Arena.ofConfined();
    return lease(take(byteSize), byteSize, own);
  }

  /// Same as [#acquire], but waits at most `timeout` for room below the bound, whatever this pool's
  /// [ExhaustionPolicy] is. With a timeout of zero or less, this method does not wait.
  ///
  /// @return null if there was no room in time
  /// @throws IllegalArgumentException if `byteSize` is negative
  /// @throws IllegalStateException if this pool is closed
  /// @throws NativeMemoryExhaustedException if `byteSize` exceeds the bound
  /// @throws OutOfMemoryError if the system has no more memory
  /// @throws InterruptedException if the thread is interrupted while it waits
  public @Nullable Lease tryAcquire(long byteSize, Duration timeout) throws InterruptedException {
    StackHeadroom.requireTwiceAsMuch();
    Arena own = Arena.ofConfined();
    PoolBlock block = tryTake(byteSize, TimeUnit.NANOSECONDS.convert(timeout));
    return block == null ? null : lease(block, byteSize, own);
  }

  private PoolBlock take(long byteSize) {
    return PoolBlocks.Slow.lend(blocks, byteSize);
  }

  private @Nullable PoolBlock tryTake(long byteSize, long nanos) throws InterruptedException {
    return PoolBlocks.Slow.tryLend(blocks, byteSize, nanos);
  }

  private static Lease lease(PoolBlock block, long byteSize, Arena own) {
    Lease lease = null;
    try {
      MemorySegment segment = NativeMemory.segment(block.address, byteSize, own);
      PoolLeaseTracker.Witness witness = block.handOver();
      long generation = block.generation.lent();
      // Last, so that it is filled right after it is allocated, without the collector's barriers.
      // They would make this too big to be inlined once it is compiled.
      lease = new Lease(block, generation, own, segment, true, witness);
    } finally {
      if (lease == null) {
        block.blocks.undo(block);
      }
    }
    return lease;
  }

  /// Lends `byteSize` bytes that any thread may use and release. Throws the same exceptions as
  /// [#acquire].
  public Lease acquireShared(long byteSize) {
    StackHeadroom.requireTwiceAsMuch();
    return sharedLease(blocks.lendToAny(byteSize, !debug), byteSize);
  }

  /// Same as [#acquireShared], with the timeout of [#tryAcquire].
  ///
  /// @return null if there was no room in time
  /// @throws IllegalArgumentException if `byteSize` is negative
  /// @throws IllegalStateException if this pool is closed
  /// @throws NativeMemoryExhaustedException if `byteSize` exceeds the bound
  /// @throws OutOfMemoryError if the system has no more memory
  /// @throws InterruptedException if the thread is interrupted while it waits
  public @Nullable Lease tryAcquireShared(long byteSize, Duration timeout)
      throws InterruptedException {
    StackHeadroom.requireTwiceAsMuch();
    long nanos = TimeUnit.NANOSECONDS.convert(timeout);
    PoolBlock block = blocks.tryLendToAny(byteSize, !debug, nanos);
    return block == null ? null : sharedLease(block, byteSize);
  }

  private Lease sharedLease(PoolBlock block, long byteSize) {
    Lease lease = null;
    try {
      Arena own = debug || block.home == null ? Arena.ofShared() : null;
      MemorySegment segment =
          NativeMemory.segment(block.address, byteSize, own != null ? own : session);
      PoolLeaseTracker.Witness witness = block.handOver();
      lease = new Lease(block, block.generation.lent(), own, segment, false, witness);
    } finally {
      if (lease == null) {
        blocks.undo(block);
      }
    }
    return lease;
  }

  /// Returns the counters of this pool.
  public Statistics statistics() {
    StackHeadroom.requireLittle();
    return blocks.statistics();
  }

  /// Counters of a pool. They are exact while no thread uses the pool. Otherwise they may belong to
  /// different instants.
  ///
  /// @param reservedBytes native memory held, idle or lent
  /// @param inUseBytes native memory that leases occupy, rounding included
  /// @param highWaterBytes the largest value that `reservedBytes` has had
  /// @param missCount how often [ExhaustionPolicy#MALLOC] took memory from the C heap
  /// @param waitCount how often a thread had to wait
  /// @param leakCount how many leases became unreachable without being released
  public record Statistics(
      long reservedBytes,
      long inUseBytes,
      long highWaterBytes,
      long missCount,
      long waitCount,
      long leakCount) {}

  /// Returns the name of this pool in events and leak reports.
  public String name() {
    return name;
  }

  /// Frees the memory of this pool. Memory that shared leases have used is freed when it is no
  /// longer reachable. Afterwards, access to segments and [Bytes] of earlier leases throws.
  ///
  /// If the pool is already closed, nothing happens.
  ///
  /// @throws IllegalStateException if a lease was not released; the pool stays open
  @Override
  public void close() {
    StackHeadroom.requireLittle();
    blocks.close(session);
  }

  @Override
  public String toString() {
    return "NativePool[" + name + "]";
  }

  /// Lends and takes back memory to initialize all classes that this needs. A class whose
  /// initialization fails, for example with too little Java stack, can never be used again.
  private static void prepare() {
    if (!prepared) {
      StackHeadroom.require();
      try (NativePool pool = new NativePool(builder(1).name("preparation").trackingOneIn(1))) {
        pool.acquire(1).close();
        pool.acquireShared(1).close();
        pool.statistics();
      }
      prepared = true;
    }
  }

  /// The settings of a new pool. By default the pool throws when it is exhausted. It tracks one
  /// lease in 128, but at most a hundred per second. It logs leaks as warnings of the logger
  /// `dev.ashlar.memory`.
  ///
  /// ```java
  /// NativePool pool =
  ///     NativePool.builder(1 << 20)
  ///         .name("uploads")
  ///         .whenExhausted(ExhaustionPolicy.MALLOC)
  ///         .onLeak(leak -> System.err.println(leak))
  ///         .create();
  /// ```
  public static final class Builder {
    private final long maxByteSize;
    private @Nullable String name;
    private ExhaustionPolicy whenExhausted = ExhaustionPolicy.THROW;
    private boolean debug;
    private int oneIn = 128;
    private int perSecond = 100;
    private Consumer<Leak> listener = leak -> Log.warn(leak.toString());

    private Builder(long maxByteSize) {
      if (maxByteSize <= 0 || maxByteSize > PoolBlocks.MAX_MAX_BYTE_SIZE) {
        throw new IllegalArgumentException(
            "maxByteSize " + maxByteSize + " is not within 1 to " + PoolBlocks.MAX_MAX_BYTE_SIZE);
      }
      this.maxByteSize = maxByteSize;
    }

    /// Sets the name of the pool in events and leak reports. The default is `pool-1`, `pool-2`, and
    /// so on.
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /// Sets the policy of [NativePool#acquire] for requests without room below the bound.
    public Builder whenExhausted(ExhaustionPolicy policy) {
      this.whenExhausted = Objects.requireNonNull(policy);
      return this;
    }

    /// Makes every access to a released shared lease throw, and tracks every lease. This is slow:
    /// each release of a shared lease is a handshake with all threads.
    public Builder debug() {
      debug = true;
      return this;
    }

    /// Tracks one lease in `oneIn`, without a limit per second; 0 tracks none. For a tracked lease,
    /// the pool records the stack trace of its acquisition.
    ///
    /// @throws IllegalArgumentException if `oneIn` is negative
    public Builder trackingOneIn(int oneIn) {
      if (oneIn < 0) {
        throw new IllegalArgumentException("Negative: " + oneIn);
      }
      this.oneIn = oneIn;
      this.perSecond = Integer.MAX_VALUE;
      return this;
    }

    /// Sets the listener that is called for each leak. A leak is noticed when a thread acquires a
    /// tracked lease, finds no idle block, or reads the counters. A daemon thread of the pool calls
    /// the listener, for one leak after the other. The listener may block. Its exceptions are
    /// logged.
    public Builder onLeak(Consumer<Leak> listener) {
      this.listener = listener;
      return this;
    }

    /// Returns a new pool.
    ///
    /// @throws IllegalCallerException if native access is denied
    public NativePool create() {
      ACCESS.require();
      prepare();
      return new NativePool(this);
    }
  }
}
