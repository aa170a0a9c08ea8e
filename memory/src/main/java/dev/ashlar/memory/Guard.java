// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

/// Checks that the calling thread may access native memory directly: the memory is alive and not
/// confined to another thread. Otherwise throws [RefusedAccess].
///
/// It is a constructor because C2 inlines constructors wherever they were executed, and other
/// methods only where the profile has enough calls (`is_init_with_ea` and `should_not_inline` in
/// HotSpot's `bytecodeInfo.cpp`). So native memory is fast in a program that rarely uses it. The
/// object itself is eliminated.
///
/// The check is the same for all native memory, without a branch, and its scopes are of one class.
/// C2 does not hoist a check that applies to some memory only, or that depends on a scope's class,
/// out of a loop that meets several kinds.
final class Guard {
  /// @throws RefusedAccess if the memory is closed, released or confined to another thread
  Guard(Region region) {
    if (!region.open.isAlive()
        || (region.generation.difference(region.lent)
                | ((region.owner ^ Thread.currentThread().threadId()) & region.confined))
            != 0) {
      throw Region.REFUSED;
    }
  }
}
