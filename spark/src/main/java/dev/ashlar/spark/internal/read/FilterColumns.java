// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.table.Column;
import dev.ashlar.table.TableChunk;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// The columns that a filter reads, some of which the query itself does not need.
final class FilterColumns implements BlockColumn {
  private final Map<String, MemorySegment> memory = new HashMap<>();
  private Function<String, Column> columns =
      name -> {
        throw new IllegalStateException(name + " is asked for before the first block");
      };
  private long first;
  private int rows;

  @Override
  public void open(TableChunk chunk) {
    columns = chunk::column;
    memory.clear();
  }

  @Override
  public void moveTo(long row, int rowCount) {
    first = row;
    rows = rowCount;
  }

  /// The memory of a column. The block begins in it at row [#first].
  MemorySegment memory(String path) {
    return memory.computeIfAbsent(path, name -> columns.apply(name).asReadOnlySegment());
  }

  long first() {
    return first;
  }

  int rows() {
    return rows;
  }
}
