package dev.ashlar.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/// Runs the JDK's accessors until HotSpot has profiles of them.
///
/// When a program in a hot loop first meets another kind of memory, the loop is compiled again at
/// once, while the JDK's accessors for that kind have hardly run yet. HotSpot does not inline what
/// it has no count of; and since the loop then runs without a trap, it is never compiled a third
/// time. One call left in a loop makes all kinds of memory slow there.
final class Rehearsal {
  /// HotSpot begins to profile a method after 200 to 400 calls; later, when its compilers are busy.
  private static final int TURNS = 300;

  /// What the compilers get to catch up, each time.
  private static final long PAUSE_NANOS = 1_000_000;

  private static final int ROUNDS = 3;

  private Rehearsal() {}

  static void ofArrays() {
    byte[] array = new byte[Long.BYTES];
    for (int turn = 0; turn < 2 * TURNS; turn++) {
      Bytes.SHORT.set(array, 0, (short) Bytes.SHORT.get(array, 0));
      Bytes.INT.set(array, 0, (int) Bytes.INT.get(array, 0));
      Bytes.LONG.set(array, 0, (long) Bytes.LONG.get(array, 0));
    }
  }

  static void ofNativeMemory() {
    try (Arena arena = Arena.ofConfined()) {
      long at = arena.allocate(Long.BYTES, Long.BYTES).address();
      for (int round = 0; round < ROUNDS; round++) {
        playNative(at);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      playNative(at);
    }
  }

  private static void playNative(long at) {
    MemorySegment memory = Everything.MEMORY;
    for (int turn = 0; turn < TURNS; turn++) {
      Everything.SHORT.set(memory, at, (short) Everything.SHORT.get(memory, at));
      Everything.INT.set(memory, at, (int) Everything.INT.get(memory, at));
      Everything.LONG.set(memory, at, (long) Everything.LONG.get(memory, at));
    }
  }
}
