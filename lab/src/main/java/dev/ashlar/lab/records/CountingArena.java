// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.records;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A confined arena that counts the allocated bytes.
final class CountingArena implements Arena {
  private final Arena arena = Arena.ofConfined();
  private long byteSize;

  long byteSize() {
    return byteSize;
  }

  @Override
  public MemorySegment allocate(long byteSize, long byteAlignment) {
    this.byteSize += byteSize;
    return arena.allocate(byteSize, byteAlignment);
  }

  @Override
  public MemorySegment.Scope scope() {
    return arena.scope();
  }

  @Override
  public void close() {
    arena.close();
  }
}
