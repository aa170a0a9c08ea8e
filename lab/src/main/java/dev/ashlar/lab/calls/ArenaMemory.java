package dev.ashlar.lab.calls;

import java.lang.foreign.Arena;

/// A contender whose memory is an arena that is closed after the call.
abstract class ArenaMemory extends CallMemory<Arena> {
  @Override
  final void close(Arena scratch) {
    scratch.close();
  }
}
