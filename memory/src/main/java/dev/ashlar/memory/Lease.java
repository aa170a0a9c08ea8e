// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory lent by a [NativePool] until it is released. Its initial contents are undefined: they may
/// be the data of an earlier lease.
///
/// ```java
/// try (NativePool pool = NativePool.create(1 << 20);
///     Lease lease = pool.acquire(4096)) {
///   lease.segment().fill((byte) 0);
///   lease.bytes().setLong(8, 42);
/// }
/// ```
///
/// A lease from [NativePool#acquire] belongs to the thread that acquired it. It is exact: after its
/// release, access to any of its segments throws.
///
/// A lease from [NativePool#acquireShared] may be used and released by any thread. Every access to
/// its [#bytes] checks that the lease was not released. The check has no memory ordering: a thread
/// may notice late that another thread has released the lease. For segments, only the method
/// [#segment] checks it. A segment that was taken earlier works until the pool is closed. A segment
/// that was made of the bytes works as long as it is reachable. An access after the release reaches
/// the memory of the next lease, but never memory that was freed. With [NativePool.Builder#debug]
/// shared leases are exact too, and each release is a handshake with all threads.
///
/// @implNote HotSpot does not allocate a confined lease that is released in the method that
///   acquired it. Therefore this class passes the block, not the lease, to objects that outlive the
///   lease and to calls that are not inlined.
public final class Lease implements AutoCloseable {
  private final PoolBlock block;
  private final long generation;

  /// Null if the segment lives as long as the pool.
  private final @Nullable Arena session;

  private final MemorySegment segment;

  /// Whether only the thread that acquired it may release it.
  private final boolean confined;

  /// Reachable as long as this lease is. Null if the lease is not tracked.
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

  /// Returns the memory, with the requested size, aligned to 64 bytes.
  ///
  /// @throws IllegalStateException if this lease was released
  public MemorySegment segment() {
    requireHeld();
    return segment;
  }

  /// Returns the memory of [#segment]. After the release, access throws [IllegalStateException]. A
  /// thread may notice the release of a shared lease late, as [Lease] describes.
  ///
  /// @throws IllegalStateException if this lease was released
  public Bytes bytes() {
    requireHeld();
    return session != null
        ? Bytes.of(segment)
        : Bytes.lent(block.shown(segment.byteSize()), block.generation, generation);
  }

  /// Returns the requested number of bytes.
  public long byteSize() {
    return segment.byteSize();
  }

  /// Releases this lease. If it is already released, nothing happens.
  ///
  /// @throws IllegalStateException if an exact lease's memory is in use by a downcall or an I/O
  ///   operation
  /// @throws WrongThreadException if it belongs to another thread
  @Override
  public void close() {
    StackHeadroom.requireLittle();
    if (confined || session == null) {
      endSession();
      giveBack();
    } else {
      closeExactShared();
    }
  }

  /// One thread at a time: the session is not alive as soon as its close begins, but the block must
  /// not be lent again before the close ends.
  private synchronized void closeExactShared() {
    endSession();
    giveBack();
  }

  private void endSession() {
    if (session != null && session.scope().isAlive()) {
      session.close();
    }
  }

  private void giveBack() {
    PoolBlocks.Slow.giveBack(block, generation, confined, witness);
  }

  void requireHeld() {
    if (!block.generation.is(generation)) {
      throw released();
    }
  }

  private static IllegalStateException released() {
    return new IllegalStateException("The lease was released");
  }
}
