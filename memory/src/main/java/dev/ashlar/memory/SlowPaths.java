// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.hotspot.DontInline;
import org.jspecify.annotations.Nullable;

/// Slow paths of hot methods of stacks and leases. They are hot where virtual threads borrow a slab
/// for each frame.
final class SlowPaths extends DontInline {
  private static final long serialVersionUID = 1;

  private SlowPaths() {}

  static void attach(StackSlabs slabs) {
    slabs.attach();
  }

  static void unwind(StackSlabs slabs, long base, int depth) {
    slabs.unwind(base, depth);
  }

  static long allocate(StackSlabs slabs, long byteSize, long byteAlignment) {
    return slabs.allocate(byteSize, byteAlignment);
  }

  static PoolBlock lend(PoolBlocks blocks, long byteSize) {
    return blocks.lend(byteSize);
  }

  static @Nullable PoolBlock tryLend(PoolBlocks blocks, long byteSize, long nanos)
      throws InterruptedException {
    return blocks.tryLend(byteSize, nanos);
  }

  static void giveBack(
      PoolBlock block,
      long generation,
      boolean confined,
      PoolLeaseTracker.@Nullable Witness witness) {
    block.blocks.takeBack(block, generation, confined, witness);
  }
}
