package dev.ashlar.memory;

import org.jspecify.annotations.Nullable;

/// The slow side of hot methods of stacks and leases, called and never inlined: C2 inlines no
/// method of a `Throwable`, however hot. Where virtual threads borrow a slab for each frame, these
/// are hot; and inlined they would make a compiled `push` or `close` so big that it is not inlined
/// itself, upon which every frame is allocated after all. The rule spares what the method being
/// compiled calls itself, so there must be another between it and these. For leases, likewise, all
/// that moves blocks.
final class NeverInlined extends Error {
  private static final long serialVersionUID = 1;

  private NeverInlined() {}

  static void attach(StackSlabs chain) {
    chain.attach();
  }

  static void unwind(StackSlabs chain, long base, int depth) {
    chain.unwind(base, depth);
  }

  static long allocate(StackSlabs chain, long byteSize, long byteAlignment) {
    return chain.allocate(byteSize, byteAlignment);
  }

  static PoolBlock lend(PoolBlocks store, long byteSize) {
    return store.lend(byteSize);
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
    block.store.takeBack(block, generation, confined, witness);
  }
}
