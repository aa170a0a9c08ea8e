// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import org.jspecify.annotations.Nullable;

/// Slow paths of hot methods of stacks and leases, which C2 must never inline. Inlined, they make
/// the compiled `push` or `close` bigger than `InlineSmallCode`, so that it is not inlined itself
/// and every frame is allocated. They are hot where virtual threads borrow a slab for each frame.
/// C2 inlines no method of a `Throwable`, except into the method that it is compiling
/// (`InlineTree::should_not_inline` in HotSpot's `bytecodeInfo.cpp`). So there must be another
/// method between the hot one and these.
final class NeverInlined extends Error {
  private static final long serialVersionUID = 1;

  private NeverInlined() {}

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
