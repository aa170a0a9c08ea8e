// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.widths;

import java.util.List;
import java.util.stream.IntStream;

/// A `long[]` for each chunk.
final class ArrayQuads extends FieldQuads {
  private final long[][] chunks;

  ArrayQuads(int rows, int chunkRows) {
    super(chunkRows);
    chunks =
        IntStream.range(0, rows / chunkRows)
            .mapToObj(chunk -> chunk(chunk, chunkRows))
            .toArray(long[][]::new);
  }

  @Override
  long at(int chunk, int index) {
    return chunks[chunk][index];
  }

  /// There is one kind of `long[]`.
  @Override
  List<ArrayQuads> kin(int rows, int kinds) {
    return List.of();
  }
}
