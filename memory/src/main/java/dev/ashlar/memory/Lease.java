package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory lent by a [NativePool] until it is released. Its contents are undefined at first: what
/// another lease left there.
///
/// A lease from [NativePool#acquire] belongs to the thread that acquired it. It is exact: once
/// released, every segment of it throws.
///
/// A lease from [NativePool#acquireShared] may be used and released by any thread. Its [#bytes] are
/// checked on every access, but not across threads: a thread that is in the middle of using them
/// may notice late that another has released the lease. Its [#segment] is checked only where it is
/// asked for: taken earlier, it goes on working after the release, until the pool is closed; one
/// made of its bytes, for as long as it is reachable. What is used too late shows what the next
/// lease writes, but never memory that was freed. With [NativePool.Builder#debug] these leases are
/// exact too, for the price of a handshake with all threads at each release.
///
/// @implNote A confined lease that is released in the method that acquired it is not allocated. So
///   what outlives it, or is called and not inlined, knows the block but not the lease.
public final class Lease implements AutoCloseable {
  private final PoolBlock block;
  private final long generation;

  /// Null if the segment lives as long as the pool.
  private final @Nullable Arena session;

  private final MemorySegment segment;

  /// Whether only the thread that acquired it may release it.
  private final boolean confined;

  /// Shows that this was not lost. Null if nothing remembers where it was acquired.
  private final PoolLeaseTracker.@Nullable Witness witness;

  Lease(
      PoolBlock block,
      long generation,
      @Nullable Arena session,
      MemorySegment segment,
      boolean confined,
      PoolLeaseTracker.@Nullable Witness witness) {
    this.block = block;
    this.generation = generation;
    this.session = session;
    this.segment = segment;
    this.confined = confined;
    this.witness = witness;
  }

  /// The memory, as long as was asked for and aligned to 64 bytes.
  ///
  /// @throws IllegalStateException if this lease was released
  public MemorySegment segment() {
    requireHeld();
    return segment;
  }

  /// The memory of [#segment], which throws [IllegalStateException] once this lease was released;
  /// see above for how exactly.
  ///
  /// @throws IllegalStateException if this lease was released
  public Bytes bytes() {
    requireHeld();
    return session != null
        ? Bytes.of(segment)
        : Bytes.lent(block.shown(segment.byteSize()), block.generation, generation);
  }

  /// How many bytes were asked for.
  public long byteSize() {
    return segment.byteSize();
  }

  /// Releases this lease.
  ///
  /// @throws IllegalStateException if it was already released, or an exact lease's memory is in use
  ///   by a downcall or an I/O operation
  /// @throws WrongThreadException if it belongs to another thread
  @Override
  public void close() {
    Headroom.require();
    endSession();
    giveBack();
  }

  private void endSession() {
    if (session != null && (session.scope().isAlive() || !block.generation.is(generation))) {
      session.close();
    }
  }

  private void giveBack() {
    NeverInlined.giveBack(block, generation, confined, witness);
  }

  void requireHeld() {
    if (!block.generation.is(generation)) {
      throw released();
    }
  }

  private static IllegalStateException released() {
    return new IllegalStateException("Already released");
  }
}
