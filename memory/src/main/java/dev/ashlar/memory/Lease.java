// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StackHeadroom;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Memory lent by a [NativePool] until it is released. Its contents are undefined at first: what
/// another lease left there.
///
/// ```java
/// try (NativePool pool = NativePool.create(1 << 20);
///     Lease lease = pool.acquire(4096)) {
///   lease.segment().fill((byte) 0);
///   lease.bytes().setLong(8, 42);
/// }
/// ```
///
/// A lease from [NativePool#acquire] belongs to the thread that acquired it. It is exact: once it
/// is released, every segment of it throws.
///
/// A lease from [NativePool#acquireShared] may be used and released by any thread. Its [#bytes] are
/// checked on every access, but not across threads: a thread that is using them may notice late
/// that another thread has released the lease. Its [#segment] is checked only by that method. A
/// segment taken earlier goes on working until the pool is closed; one made of the bytes, for as
/// long as it is reachable. What is used too late shows what the next lease writes, but never
/// memory that was freed. With [NativePool.Builder#debug] these leases are exact too, and each
/// release is a handshake with all threads.
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

  /// One thread at a time: the session is not alive from the beginning of its close on, and the
  /// block must not be lent again before the end of it.
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
