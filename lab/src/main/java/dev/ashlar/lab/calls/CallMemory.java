// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.calls;

import java.lang.foreign.SegmentAllocator;

/// A contender: where the memory for one native call comes from, and what becomes of it afterwards.
/// Belongs to one thread.
///
/// Opening and closing are inlined by command: they stand for what a user would write into the
/// call, and being methods here must not count against a contender.
///
/// @param <A> what the memory is allocated from during the call
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
