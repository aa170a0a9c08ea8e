// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;

/// All of native memory, to be reached by addresses without any check: the caller has checked, and
/// keeps the memory reachable.
///
/// Nothing initializes this class without native access: it has the module's only restricted call.
final class DirectAccess {
  @SuppressWarnings("restricted")
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private DirectAccess() {}
}
