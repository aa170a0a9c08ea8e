// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// A linked list. A node has the offset of the next node and a value, 16 bytes in total. In the
/// last node, the offset is 0. No node is at offset 0.
interface NodeList {
  /// {@return the sum of the values from the node at offset `first` to the end}
  long sum(long first);

  /// A list over [Memory].
  record OverMemory(Memory memory) implements NodeList {
    @Override
    public long sum(long first) {
      long sum = 0;
      for (long node = first; node != 0; node = memory.getLong(node)) {
        sum += memory.getLong(node + 8);
      }
      return sum;
    }
  }
}
