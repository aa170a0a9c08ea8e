package dev.ashlar.memory;

import org.jspecify.annotations.Nullable;

/// The idle blocks of one size. The first few are within reach of any thread; the rest is guarded
/// by the lock of the [BlockStore].
final class SizeClass extends StripedSlots<Block> {
  final long byteSize;

  /// A list through [Block#nextIdle]: to give back must not allocate.
  private @Nullable Block rest;

  SizeClass(long byteSize) {
    super(8);
    this.byteSize = byteSize;
  }

  /// One that is idle, wherever it is.
  @Nullable Block takeAny() {
    Block block = take();
    if (block == null) {
      block = rest;
      if (block != null) {
        rest = block.nextIdle;
        block.nextIdle = null;
      }
    }
    return block;
  }

  void giveOrKeep(Block block) {
    if (!give(block)) {
      block.nextIdle = rest;
      rest = block;
    }
  }

  /// All that are idle, out of their slots, as a list in front of `others`.
  @Nullable Block takeAll(@Nullable Block others) {
    Block all = others;
    for (Block block = takeAny(); block != null; block = takeAny()) {
      remove(block);
      block.nextIdle = all;
      all = block;
    }
    return all;
  }
}
