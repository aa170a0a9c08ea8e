// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// Checks that the calling thread may access native memory directly: the memory is alive and not
/// confined to another thread. Otherwise throws [RefusedAccess].
///
/// It returns an `Iterator`, which is always null, because C2 inlines methods that return one
/// wherever they were executed, and other methods only where the profile has enough calls
/// (`is_init_with_ea` and `should_not_inline` in HotSpot's `bytecodeInfo.cpp`). So native memory is
/// fast in a program that rarely uses it. Constructors are inlined likewise, but an object takes C2
/// as many nodes as an access to an array, and it stops inlining when these are used up.
///
/// The check is the same for all native memory, without a branch, and its scopes are of one class.
/// C2 does not hoist a check that applies to some memory only, or that depends on a scope's class,
/// out of a loop that meets several kinds.
abstract class Guard implements Iterator<Object> {
  private Guard() {}

  /// @return null
  /// @throws RefusedAccess if the memory is closed, released or confined to another thread
  static @Nullable Guard check(Region region) {
    if (!region.open.isAlive()
        || ((region.generation.number ^ region.lent)
                | ((region.owner ^ Thread.currentThread().threadId()) & region.confined))
            != 0) {
      throw Region.REFUSED;
    }
    return null;
  }
}
