// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.SegmentAllocator;

/// A contender: allocates the memory for one native call, and releases it after the call. Only one
/// thread may use an instance.
///
/// A compiler command inlines [#open] and [#close]. A user would write their code at the call, so
/// the call of a method must not cost a contender anything.
///
/// @param <A> the allocator of the memory during the call
abstract class CallMemory<A extends SegmentAllocator> {
  /// The maximum number of bytes that a call needs, except [BufferCall].
  static final int MAX_BYTE_SIZE = 1024;

  /// {@return memory for one call}
  ///
  /// @param byteSize the number of bytes that the call allocates, alignment included
  abstract A open(long byteSize);

  /// {@return memory for one call, which any thread may use and close}
  A openShared(long byteSize) {
    return open(byteSize);
  }

  /// Releases the memory.
  abstract void close(A scratch);

  /// {@return whether the memory is on the heap, so that its address needs a critical call}
  boolean isOnHeap() {
    return false;
  }
}
