package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Native memory of a bounded total, lent in blocks: for I/O buffers and other scratch memory that
/// outlives a call or changes hands. Any thread may acquire. Blocks come in powers of two, from 512
/// bytes to the bound, aligned to 64 bytes; they are reserved when first needed, and not zeroed.
///
/// A block that was released is lent again. It is freed to make room for another size, or when the
/// pool is closed; one that was lent to any thread, only then.
public final class NativePool implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();

  private static volatile boolean prepared;

  private final String name;
  private final PoolBlocks store;
  private final PoolLeaseTracker tracker;
  private final boolean debug;

  /// What leases live in that any thread may use, unless debugged.
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
    this.store =
        new PoolBlocks(name, builder.maxByteSize, builder.whenExhausted, builder.timeout, tracker);
    this.session = Arena.ofShared();
    JfrSupport.poolCreated(this);
  }

  /// A pool that throws when it is exhausted.
  ///
  /// @throws IllegalArgumentException if `maxByteSize` is not positive or greater than 2^44
  /// @throws IllegalCallerException if native access is denied
  public static NativePool create(long maxByteSize) {
    return builder(maxByteSize).create();
  }

  /// Starts to describe a pool that reserves `maxByteSize` bytes at most.
  ///
  /// @throws IllegalArgumentException if `maxByteSize` is not positive or greater than 2^44
  public static Builder builder(long maxByteSize) {
    return new Builder(maxByteSize);
  }

  /// Lends at least `byteSize` bytes to the calling thread.
  ///
  /// @throws IllegalArgumentException if `byteSize` is negative
  /// @throws IllegalStateException if this pool is closed
  /// @throws NativeMemoryExhaustedException if all is lent, and this pool was told to throw, or
  ///   waited in vain or was interrupted, or if `byteSize` exceeds its bound
  /// @throws OutOfMemoryError if the system has no more memory
  public Lease acquire(long byteSize) {
    Headroom.requireTwice();
    Arena own = Arena.ofConfined();
    return lease(take(byteSize), byteSize, own);
  }

  private PoolBlock take(long byteSize) {
    return NeverInlined.lend(store, byteSize);
  }

  private static Lease lease(PoolBlock block, long byteSize, Arena own) {
    Lease lease = null;
    try {
      MemorySegment segment = NativeSegments.segment(block.address, byteSize, own);
      PoolLeaseTracker.Witness witness = block.handOver();
      long generation = block.generation.lent();
      // Last, so that it is filled right after it is allocated, without the collector's barriers.
      // They would make this too big to be inlined once it is compiled.
      lease = new Lease(block, generation, own, segment, true, witness);
    } finally {
      if (lease == null) {
        block.store.undo(block);
      }
    }
    return lease;
  }

  /// Lends at least `byteSize` bytes that any thread may use and release.
  ///
  /// @throws IllegalArgumentException if `byteSize` is negative
  /// @throws IllegalStateException if this pool is closed
  /// @throws NativeMemoryExhaustedException if all is lent, and this pool was told to throw, or
  ///   waited in vain or was interrupted, or if `byteSize` exceeds its bound
  /// @throws OutOfMemoryError if the system has no more memory
  public Lease acquireShared(long byteSize) {
    Headroom.requireTwice();
    PoolBlock block = store.lendToAny(byteSize, !debug);
    Lease lease = null;
    try {
      Arena own = debug || block.home == null ? Arena.ofShared() : null;
      MemorySegment segment =
          NativeSegments.segment(block.address, byteSize, own != null ? own : session);
      PoolLeaseTracker.Witness witness = block.handOver();
      lease = new Lease(block, block.generation.lent(), own, segment, false, witness);
    } finally {
      if (lease == null) {
        store.undo(block);
      }
    }
    return lease;
  }

  /// The counters of this pool.
  public MemoryStats stats() {
    Headroom.require();
    return store.stats();
  }

  MemoryStats counters() {
    return store.counters();
  }

  /// The name that events and leak reports give this pool.
  public String name() {
    return name;
  }

  /// Frees the memory of this pool; what shared leases have shown, as soon as nobody can reach it.
  /// Segments and [Bytes] of leases that are still around throw from now on.
  ///
  /// @throws IllegalStateException if a lease was not released, or this pool is already closed
  @Override
  public void close() {
    Headroom.require();
    store.close(session);
  }

  @Override
  public String toString() {
    return "NativePool[" + name + "]";
  }

  /// Lends and takes back, so that all classes are there that this takes. One whose initialization
  /// failed for want of Java stack could never be used again.
  private static void prepare() {
    if (!prepared) {
      Headroom.requireForLinking();
      try (NativePool pool = new NativePool(builder(1).name("preparation").trackingOneIn(1))) {
        pool.acquire(1).close();
        pool.acquireShared(1).close();
        pool.stats();
      }
      prepared = true;
    }
  }

  /// How a pool behaves. Unless told otherwise it throws when exhausted, tracks one lease in 128,
  /// but no more than a hundred a second, and logs leaks as warnings of the logger
  /// `dev.ashlar.memory`.
  public static final class Builder {
    private final long maxByteSize;
    private @Nullable String name;
    private PoolBlocks.WhenExhausted whenExhausted = PoolBlocks.WhenExhausted.FAIL;
    private Duration timeout = Duration.ZERO;
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

    /// What events and leak reports call the pool; otherwise it is numbered.
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /// An exhausted pool throws.
    public Builder failing() {
      whenExhausted = PoolBlocks.WhenExhausted.FAIL;
      return this;
    }

    /// An exhausted pool waits for a release, and throws after `timeout`.
    ///
    /// @throws IllegalArgumentException if `timeout` is negative
    public Builder waiting(Duration timeout) {
      if (timeout.isNegative()) {
        throw new IllegalArgumentException("Negative timeout: " + timeout);
      }
      this.timeout = timeout;
      whenExhausted = PoolBlocks.WhenExhausted.WAIT;
      return this;
    }

    /// An exhausted pool takes memory from the C heap, beyond its bound, freed at its release.
    public Builder allocating() {
      whenExhausted = PoolBlocks.WhenExhausted.ALLOCATE;
      return this;
    }

    /// Makes shared leases exact and tracks every lease. Slow: each release of a shared lease is a
    /// handshake with all threads.
    public Builder debug() {
      debug = true;
      return this;
    }

    /// Remembers where one lease in `oneIn` was acquired, however many that are; 0 for none.
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

    /// Who hears of leaks. They are noticed when a thread acquires a tracked lease, finds no idle
    /// block, or asks for the counters. A daemon thread of the pool calls the listener, for one
    /// leak after the other; it may block. What it throws is logged.
    public Builder onLeak(Consumer<Leak> listener) {
      this.listener = listener;
      return this;
    }

    /// Returns a new pool.
    ///
    /// @throws IllegalCallerException if native access is denied
    public NativePool create() {
      NativeSegments.requireNativeAccess(NativeSegments.Use.POOL);
      prepare();
      return new NativePool(this);
    }
  }
}
