package dev.ashlar.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The idle blocks of one size. The first few are within reach of any thread; the rest is guarded
/// by the lock of the [BlockStore].
final class SizeClass {
  final long byteSize;

  private final StripedSlots<Block> withinReach = new StripedSlots<>(8);
  private final ArrayDeque<Block> rest = new ArrayDeque<>();

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
    return block != null ? block : rest.pollLast();
  }

  void give(Block block) {
    if (!withinReach.give(block)) {
      rest.addLast(block);
    }
  }

  /// All that are idle, out of their slots.
  List<Block> takeAll() {
    List<Block> blocks = new ArrayList<>();
    for (Block block = take(); block != null; block = take()) {
      withinReach.remove(block);
      blocks.add(block);
    }
    return blocks;
  }
}
