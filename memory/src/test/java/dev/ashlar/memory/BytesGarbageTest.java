// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.testing.Garbage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What leaves nothing for the collector, once it is compiled.
final class BytesGarbageTest {
  @Test
  void accessAllocatesNothing() throws Throwable {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      List<Bytes> kinds =
          List.of(
              Bytes.of(new byte[1024]),
              Bytes.of(confined.allocate(1024, 8)),
              Bytes.of(Arena.ofAuto().allocate(1024, 8)),
              Bytes.of(shared.allocate(1024, 8)),
              Bytes.of(MemorySegment.ofArray(new long[128])));
      for (Bytes bytes : kinds) {
        Garbage.assertNone(_ -> touch(bytes));
        for (Bytes other : kinds) {
          Garbage.assertNone(_ -> copy(bytes, other));
        }
      }
      for (Bytes bytes : kinds.subList(1, kinds.size())) {
        AtomicBytes atomics = bytes.atomics();
        Garbage.assertNone(_ -> atomics.getAndAddLong(8, 1) + atomics.getIntAcquire(16));
      }
    }
  }

  private static long touch(Bytes bytes) {
    bytes.setLong(3, bytes.getLong(11) + bytes.getInt(1) + bytes.getShort(5) + bytes.getByte(0));
    bytes.setDouble(9, bytes.getFloat(20));
    return bytes.getLong(8);
  }

  private static long copy(Bytes from, Bytes to) {
    from.copyTo(0, to, 0, 40);
    to.fill(40, 24, (byte) 1);
    to.fill(100, 900, (byte) 2);
    return from.mismatch(0, to, 0, 1000);
  }
}
