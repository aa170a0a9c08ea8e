package dev.ashlar.memory;

import org.jspecify.annotations.Nullable;

/// The idle blocks of one size. The first few are within reach of any thread; the rest is guarded
/// by the lock of the [BlockStore].
final class SizeClass {
  final long byteSize;

  private final StripedSlots<Block> withinReach = new StripedSlots<>(8);

  /// A list through [Block#nextIdle]: to give back must not allocate.
  private @Nullable Block rest;

  SizeClass(long byteSize) {
    this.byteSize = byteSize;
  }

  @Nullable Block takeWithinReach() {
    return withinReach.take();
  }

  boolean giveWithinReach(Block block) {
    return withinReach.give(block);
  }

  /// One that is idle, wherever it is.
  @Nullable Block take() {
    Block block = withinReach.take();
    if (block == null) {
      block = rest;
      if (block != null) {
        rest = block.nextIdle;
        block.nextIdle = null;
      }
    }
    return block;
  }

  void give(Block block) {
    if (!withinReach.give(block)) {
      block.nextIdle = rest;
      rest = block;
    }
  }

  /// All that are idle, out of their slots, as a list in front of `others`.
  @Nullable Block takeAll(@Nullable Block others) {
    Block all = others;
    for (Block block = take(); block != null; block = take()) {
      withinReach.remove(block);
      block.nextIdle = all;
      all = block;
    }
    return all;
  }
}
