// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import org.jspecify.annotations.Nullable;

/// A borrower of slabs, as [StackSlabSource] sees it. The source calls it under its lock, and from
/// other threads than the owner.
abstract class StackSlabTenant {
  /// Whether the thread that borrowed has terminated. Then nobody can read the slabs any more.
  abstract boolean ownerIsDead();

  abstract long ownerThreadId();

  /// The slab that the tenant borrowed first and still has.
  abstract @Nullable StackSlab bottom();

  /// Approximate while the owner is at work.
  abstract long inUseBytes();

  abstract long highWaterBytes();

  /// Gives back everything, once the owner is dead. Returns how many frames were open that were not
  /// counted as leaks before.
  abstract int settle();
}
