// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// An array of structs of 40 bytes:
///
/// ```
/// 0  double position    8  double velocity    16  double mass    24  long id
/// 32 int    flags       36 int    steps
/// ```
interface Bodies {
  int COUNT = 1024;
  int STRIDE = 40;
  int BYTE_SIZE = COUNT * STRIDE;

  /// Moves every struct, in order.
  void step();

  /// {@return a sum of four fields of the structs with these indices}
  long sum(int[] numbers);

  /// Structs in [Memory].
  record OverMemory(Memory memory) implements Bodies {
    @Override
    public void step() {
      for (int i = 0; i < COUNT; i++) {
        long at = (long) STRIDE * i;
        memory.putDouble(at, memory.getDouble(at) + memory.getDouble(at + 8));
        memory.putInt(at + 36, memory.getInt(at + 36) + 1);
      }
    }

    @Override
    public long sum(int[] numbers) {
      long sum = 0;
      for (int i : numbers) {
        long at = (long) STRIDE * i;
        sum +=
            (long) (memory.getDouble(at) * memory.getDouble(at + 16))
                + memory.getLong(at + 24)
                + memory.getInt(at + 32);
      }
      return sum;
    }
  }
}
