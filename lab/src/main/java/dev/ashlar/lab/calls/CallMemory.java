// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.SegmentAllocator;

/// A contender: allocates the memory for one native call, and releases it after the call. Only one
/// thread may use it.
///
/// Opening and closing are inlined by a compiler command. They stand for code that a user would
/// write at the call, so being methods here must not cost a contender anything.
///
/// @param <A> the allocator of the memory during the call
abstract class CallMemory<A extends SegmentAllocator> {
  /// The most that any call needs, except those that take a buffer.
  static final int MAX_BYTE_SIZE = 1024;

  /// {@return memory for one call}
  ///
  /// @param byteSize what the call is going to allocate, alignment included
  abstract A open(long byteSize);

  /// {@return as [#open], for memory that any thread may use and give back}
  A openShared(long byteSize) {
    return open(byteSize);
  }

  /// Gives the memory back.
  abstract void close(A scratch);

  /// {@return whether the memory is on the heap, so that only a critical call may be passed it}
  boolean isOnHeap() {
    return false;
  }
}
