package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;

/// `Arena.ofConfined()`, as the JDK's documentation recommends for a call.
final class ConfinedArena extends ArenaMemory {
  @Override
  Arena open(long byteSize) {
    return Arena.ofConfined();
  }
}
