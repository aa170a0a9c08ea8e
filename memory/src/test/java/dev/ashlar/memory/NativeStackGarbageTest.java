// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.NativeStack.Frame;
import dev.ashlar.testing.Garbage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// Frames leave nothing for the collector once the code that uses them is compiled.
final class NativeStackGarbageTest {
  @Test
  void passingAString() throws Throwable {
    String text = "a".repeat(100);
    Garbage.assertNone(_ -> {
      try (Frame frame = NativeStack.current().push()) {
        return (long) CFunctions.STRLEN.invokeExact(frame.allocateFrom(text));
      }
    });
  }

  @Test
  void fiveStructs() throws Throwable {
    Garbage.assertNone(i -> {
      try (Frame frame = NativeStack.current().push()) {
        MemorySegment a = pair(frame, i);
        MemorySegment b = pair(frame, i + 1);
        MemorySegment c = pair(frame, i + 2);
        MemorySegment d = pair(frame, i + 3);
        MemorySegment e = pair(frame, i + 4);
        return (int) CFunctions.MEMCMP.invokeExact(a, b, 16L)
            + c.get(ValueLayout.JAVA_LONG, 0)
            + d.get(ValueLayout.JAVA_LONG, 0)
            + e.get(ValueLayout.JAVA_LONG, 0);
      }
    });
  }

  private static MemorySegment pair(Arena arena, long value) {
    MemorySegment pair = arena.allocate(CFunctions.LLDIV);
    pair.set(ValueLayout.JAVA_LONG, 0, value);
    return pair;
  }

  @Test
  void capturingErrno() throws Throwable {
    Garbage.assertNone(_ -> {
      try (Frame frame = NativeStack.current().push()) {
        MemorySegment state = frame.allocate(CallState.LAYOUT);
        long number =
            (long)
                CFunctions.STRTOL_ERRNO.invokeExact(
                    state, frame.allocateFrom("12"), MemorySegment.NULL, 10);
        return number + CallState.errno(state);
      }
    });
  }

  @Test
  void nestedFrames() throws Throwable {
    Garbage.assertNone(i -> {
      try (Frame outer = NativeStack.current().push()) {
        MemorySegment a = outer.allocateFrom(ValueLayout.JAVA_LONG, i);
        try (Frame inner = NativeStack.current().push()) {
          MemorySegment b = inner.allocateFrom(ValueLayout.JAVA_LONG, i);
          return a.get(ValueLayout.JAVA_LONG, 0) + b.get(ValueLayout.JAVA_LONG, 0);
        }
      }
    });
  }
}
