package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;

/// `Arena.ofShared()`, whose close makes sure that no thread is using the memory.
final class SharedArena extends ArenaMemory {
  @Override
  Arena open(long byteSize) {
    return Arena.ofShared();
  }
}
