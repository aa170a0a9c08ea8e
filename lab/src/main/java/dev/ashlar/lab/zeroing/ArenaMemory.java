// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.memory.Unzeroed;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Memory that a confined arena frees.
final class ArenaMemory implements NativeMemory {
  private final Allocator allocator;
  private final boolean zeroes;

  private ArenaMemory(Allocator allocator, boolean zeroes) {
    this.allocator = allocator;
    this.zeroes = zeroes;
  }

  private interface Allocator {
    MemorySegment allocate(Arena arena, long byteSize);
  }

  /// {@return memory that the arena itself allocates and zeroes}
  static ArenaMemory zeroed() {
    return new ArenaMemory(Arena::allocate, true);
  }

  /// {@return memory from [Unzeroed]}
  static ArenaMemory unzeroed() {
    return new ArenaMemory((arena, byteSize) -> Unzeroed.segment(byteSize, arena), false);
  }

  @Override
  public long use(Message message) {
    try (Arena arena = Arena.ofConfined()) {
      return written(arena, message).address();
    }
  }

  @Override
  public byte[] content(Message message) {
    try (Arena arena = Arena.ofConfined()) {
      return written(arena, message).toArray(ValueLayout.JAVA_BYTE);
    }
  }

  private MemorySegment written(Arena arena, Message message) {
    MemorySegment memory = allocator.allocate(arena, message.size());
    message.writeTo(memory);
    return memory;
  }

  @Override
  public boolean zeroes() {
    return zeroes;
  }
}
