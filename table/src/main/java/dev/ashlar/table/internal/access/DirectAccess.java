// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;

/// Reads and writes native memory by addresses without any check. The caller has checked the
/// access, and keeps the memory reachable.
///
/// This class has the module's only restricted call, so it is never initialized without native
/// access.
final class DirectAccess {
  @SuppressWarnings("restricted")
  static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private DirectAccess() {}
}
