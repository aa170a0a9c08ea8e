package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;

/// `Arena.ofAuto()`, whose memory is freed some time after the garbage collector has found it.
final class AutomaticArena extends CallMemory<Arena> {
  @Override
  Arena open(long byteSize) {
    return Arena.ofAuto();
  }

  @Override
  void close(Arena scratch) {}
}
