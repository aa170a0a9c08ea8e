// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.NativeStack.Frame;
import dev.ashlar.testing.Garbage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/// On its own, because what else a JVM has run decides whether the linker's buffer is eliminated.
final class StructReturnGarbageTest {
  @Test
  void receivingAStruct() throws Throwable {
    Garbage.assertNone(i -> {
      try (Frame frame = NativeStack.current().pushForStruct()) {
        MemorySegment result =
            (MemorySegment)
                CFunctions.LLDIV_CALL.invokeExact((SegmentAllocator) frame, (long) i, 7L);
        return result.get(ValueLayout.JAVA_LONG, 0);
      }
    });
  }
}
