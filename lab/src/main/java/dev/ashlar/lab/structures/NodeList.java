// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.structures;

import dev.ashlar.lab.access.Memory;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/// A linked list. A node has the offset of the next node and a value, 16 bytes in total. In the
/// last node, the offset is 0. No node is at offset 0.
interface NodeList {
  /// {@return the sum of the values from the node at offset `first` to the end}
  long sum(long first);

  /// Sums the values of a [NodeList] whose nodes are in random order.
  final class ListWorkload implements Workload {
    static final int NODES = 2048;
    static final int BYTE_SIZE = (NODES + 1) * 16;

    private static final int SEED = 17;

    private final NodeList list;
    private final long first;
    private final long[] values;

    ListWorkload(Memory memory, NodeList list) {
      this.list = list;
      Random random = new Random(SEED);
      this.values = random.longs(NODES).toArray();
      List<Integer> places = new ArrayList<>(IntStream.rangeClosed(1, NODES).boxed().toList());
      Collections.shuffle(places, random);
      this.first = places.getFirst() * 16L;
      for (int i = 0; i < NODES; i++) {
        long node = places.get(i) * 16L;
        memory.putLong(node, i + 1 < NODES ? places.get(i + 1) * 16L : 0);
        memory.putLong(node + 8, values[i]);
      }
    }

    @Override
    public void verify() {
      long expected = Arrays.stream(values).sum();
      Proof.repeat(() -> Proof.requireEqual(run(), expected, "the sum of the values"));
    }

    @Override
    public long run() {
      return list.sum(first);
    }
  }
}
