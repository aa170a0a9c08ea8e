// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import dev.ashlar.memory.Lease;
import dev.ashlar.memory.NativePool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import org.openjdk.jmh.annotations.CompilerControl;

/// A lease of a [NativePool] that all threads share, sliced for the needs of the call.
final class PoolLease extends CallMemory<PoolLease.Slices> {
  private static final NativePool POOL = NativePool.create(64 << 20);

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  Slices open(long byteSize) {
    return new Slices(POOL.acquire(byteSize));
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  Slices openShared(long byteSize) {
    return new Slices(POOL.acquireShared(byteSize));
  }

  @Override
  @CompilerControl(CompilerControl.Mode.INLINE)
  void close(Slices scratch) {
    scratch.lease.close();
  }

  static final class Slices implements SegmentAllocator {
    private final Lease lease;
    private final SegmentAllocator allocator;

    private Slices(Lease lease) {
      this.lease = lease;
      this.allocator = SegmentAllocator.slicingAllocator(lease.segment());
    }

    @Override
    public MemorySegment allocate(long byteSize, long byteAlignment) {
      return allocator.allocate(byteSize, byteAlignment);
    }
  }
}
