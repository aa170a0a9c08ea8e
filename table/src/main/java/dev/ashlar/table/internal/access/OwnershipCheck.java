// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.memory.internal.hotspot.ForceInline;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Checks that the calling thread may reach the native memory of a chunk by its address now: the
/// memory is alive and does not belong to another thread.
abstract class OwnershipCheck extends ForceInline {
  private static final Class<?> CONFINED_SCOPE = Arena.ofConfined().scope().getClass();

  private OwnershipCheck() {}

  /// @param owned the ownership of the chunk
  /// @return null
  /// @throws RuntimeException the exception of the JDK, if the memory may not be reached
  static @Nullable OwnershipCheck require(Ownership owned, Chunk chunk) {
    if (((owned.owner ^ Thread.currentThread().threadId()) & owned.ownerMask) != 0
        || !((MemorySegment.Scope) CONFINED_SCOPE.cast(owned.scope)).isAlive()) {
      throw chunk.refused();
    }
    return null;
  }
}
