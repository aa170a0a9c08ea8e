// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;

/// A list over [Memory].
record MemoryList(Memory memory) implements NodeList {
  @Override
  public long sum(long first) {
    long sum = 0;
    for (long node = first; node != 0; node = memory.getLong(node)) {
      sum += memory.getLong(node + 8);
    }
    return sum;
  }
}
