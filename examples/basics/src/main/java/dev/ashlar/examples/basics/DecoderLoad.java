// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.basics;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Gives [MessageDecoder] enough to do for HotSpot to compile it, with arrays and native memory in
/// turn. `examples/ci` checks what HotSpot made of it.
final class DecoderLoad {
  private static final int ROUNDS = 10_000;

  private DecoderLoad() {}

  static void main() {
    byte[] array = MessageDecoder.messages(1_000);
    try (Arena arena = Arena.ofConfined()) {
      Bytes heap = Bytes.of(array);
      Bytes copy = Bytes.of(arena.allocate(array.length).copyFrom(MemorySegment.ofArray(array)));
      long sum = 0;
      for (int round = 0; round < ROUNDS; round++) {
        sum += MessageDecoder.sumOfOrders(heap) - MessageDecoder.sumOfOrders(copy);
      }
      System.out.println("difference " + sum);
    }
  }
}
