// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import org.jspecify.annotations.Nullable;

/// The counters of the stacks, or of a pool, for periodic events.
abstract class UsageCounters {
  /// The name of the pool; null for the stacks.
  abstract @Nullable String pool();

  /// The counters as they are, without a search for what was leaked.
  abstract MemoryStats counters();
}
