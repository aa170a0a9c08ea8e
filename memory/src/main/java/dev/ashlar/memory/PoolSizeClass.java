// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.StripedSlots;
import org.jspecify.annotations.Nullable;

/// The idle blocks of one size. The first few are in slots that need no lock; the lock of
/// [PoolBlocks] guards the rest.
final class PoolSizeClass extends StripedSlots<PoolBlock> {
  final long byteSize;

  /// A list linked by [PoolBlock#nextIdle], because giving back must not allocate.
  private @Nullable PoolBlock rest;

  PoolSizeClass(long byteSize) {
    super(8);
    this.byteSize = byteSize;
  }

  /// An idle block, from a slot or from the list.
  @Nullable PoolBlock takeAny() {
    PoolBlock block = take();
    if (block == null) {
      block = rest;
      if (block != null) {
        rest = block.nextIdle;
        block.nextIdle = null;
      }
    }
    return block;
  }

  void giveOrKeep(PoolBlock block) {
    if (!give(block)) {
      block.nextIdle = rest;
      rest = block;
    }
  }

  /// All that are idle, out of their slots, as a list in front of `others`.
  @Nullable PoolBlock takeAll(@Nullable PoolBlock others) {
    PoolBlock all = others;
    for (PoolBlock block = takeAny(); block != null; block = takeAny()) {
      remove(block);
      block.nextIdle = all;
      all = block;
    }
    return all;
  }
}
