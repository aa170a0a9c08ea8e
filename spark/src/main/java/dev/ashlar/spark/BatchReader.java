// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.table.MappedTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/// Reads a range of rows in batches.
final class BatchReader implements PartitionReader<ColumnarBatch> {
  private final MappedTable<?> table;
  private final TableBlocks blocks;
  private final ColumnarBatch batch;
  private final long end;
  private long row;

  BatchReader(RowRange range, StructType required) throws IOException {
    this.table = FileAccess.open(Path.of(range.file().getPath()));
    List<TableVector> vectors =
        StructVector.components(TableField.of(table.layout().type().fields()), required);
    this.batch = new ColumnarBatch(vectors.toArray(ColumnVector[]::new));
    this.blocks = TableBlocks.of(table, new ArrayList<>(vectors));
    this.row = range.firstRow();
    this.end = range.rows() == RowRange.ALL ? table.size() : row + range.rows();
  }

  @Override
  public boolean next() {
    if (row == end) {
      return false;
    }
    int rows = blocks.moveTo(row, end);
    row += rows;
    batch.setNumRows(rows);
    return true;
  }

  @Override
  public ColumnarBatch get() {
    return batch;
  }

  @Override
  public void close() throws IOException {
    table.close();
  }
}
