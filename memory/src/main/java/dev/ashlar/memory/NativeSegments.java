// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/// Segments over addresses, for stacks and pools. All of it is restricted methods. Code that works
/// on the heap does not initialize this class.
@SuppressWarnings("restricted")
final class NativeSegments {
  private NativeSegments() {}

  /// All of memory, for as long as `session` lives. Only slices of it may leave this module.
  static MemorySegment allMemory(Arena session) {
    return MemorySegment.NULL.reinterpret(Long.MAX_VALUE, session, null);
  }

  static MemorySegment segment(long address, long byteSize, Arena session) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize, session, null);
  }

  /// Memory for as long as the result is reachable; then `action` is run.
  static MemorySegment untilUnreachable(
      long address, long byteSize, Consumer<MemorySegment> action) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize, Arena.ofAuto(), action);
  }
}
