// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// Checks that the calling thread may reach the native memory of a chunk by its address now: the
/// memory is alive and does not belong to another thread.
///
/// It returns an `Iterator`, which is always null, because C2 inlines methods that return one
/// wherever they were executed, and other methods only where the profile has enough calls
/// (`is_init_with_ea` and `should_not_inline` in HotSpot's `bytecodeInfo.cpp`). So native memory is
/// fast in a program that has read other memory a million times before.
abstract class OwnershipCheck implements Iterator<Object> {
  private static final Class<?> CONFINED_SCOPE = Arena.ofConfined().scope().getClass();

  private OwnershipCheck() {}

  /// @param owned the ownership of the chunk
  /// @return null
  /// @throws RuntimeException what the JDK throws, if the memory may not be reached
  static @Nullable OwnershipCheck require(Ownership owned, Chunk chunk) {
    if (((owned.owner ^ Thread.currentThread().threadId()) & owned.ownerMask) != 0
        || !((MemorySegment.Scope) CONFINED_SCOPE.cast(owned.scope)).isAlive()) {
      throw chunk.refused();
    }
    return null;
  }
}
