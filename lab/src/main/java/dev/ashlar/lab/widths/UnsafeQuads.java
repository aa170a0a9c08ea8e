// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import java.util.List;

/// `sun.misc.Unsafe`, with the array and offset, or null and the address, of each chunk.
@SuppressWarnings("removal") // Unsafe is the reference for the others.
final class UnsafeQuads extends FieldQuads {
  private final UnsafeRows memory;

  UnsafeQuads(boolean onHeap, int rows, int chunkRows) {
    super(chunkRows);
    int chunks = rows / chunkRows;
    memory = UnsafeRows.allocate(onHeap, chunks, FIELDS * chunkRows);
    for (int chunk = 0; chunk < chunks; chunk++) {
      long[] values = chunk(chunk, chunkRows);
      for (int i = 0; i < values.length; i++) {
        memory.put(chunk, i, values[i]);
      }
    }
  }

  @Override
  long at(int chunk, int index) {
    return UnsafeRows.UNSAFE.getLong(memory.arrays[chunk], memory.bases[chunk] + 8L * index);
  }

  @Override
  List<UnsafeQuads> kin(int rows, int kinds) {
    return kinds == 1 ? List.of() : List.of(new UnsafeQuads(true, rows, rows));
  }
}
