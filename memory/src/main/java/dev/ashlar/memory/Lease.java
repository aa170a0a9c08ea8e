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
public final class Lease implements AutoCloseable {
  private final BlockStore store;
  private final Block block;
  private final long generation;

  /// Null if the segment lives as long as the pool.
  private final @Nullable Arena session;

  private final MemorySegment segment;
  private LeaseTracker.@Nullable Trace trace;

  Lease(
      BlockStore store,
      Block block,
      long generation,
      @Nullable Arena session,
      MemorySegment segment) {
    this.store = store;
    this.block = block;
    this.generation = generation;
    this.session = session;
    this.segment = segment;
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
    if (session != null && (session.scope().isAlive() || !block.generation.is(generation))) {
      session.close();
    }
    if (!block.generation.end(generation)) {
      throw released();
    }
    LeaseTracker.Trace known = trace;
    if (known != null) {
      store.released(known);
    }
    store.giveBack(block);
  }

  void requireHeld() {
    if (!block.generation.is(generation)) {
      throw released();
    }
  }

  void trace(LeaseTracker.Trace known) {
    trace = known;
  }

  private static IllegalStateException released() {
    return new IllegalStateException("Already released");
  }
}
