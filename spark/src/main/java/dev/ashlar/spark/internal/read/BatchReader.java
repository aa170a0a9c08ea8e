// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.spark.internal.file.FileAccess;
import dev.ashlar.spark.internal.file.LocalFile;
import dev.ashlar.spark.internal.file.RowRange;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/// Reads a range of rows in batches, without the rows that a filter excludes.
final class BatchReader implements PartitionReader<ColumnarBatch> {
  private final LocalFile file;
  private final TableBlocks blocks;
  private final ColumnarBatch batch;
  private final @Nullable BlockFilter filter;
  private final FilterColumns filterColumns = new FilterColumns();
  private final SelectedRows selected;

  private BatchReader(LocalFile file, RowRange range, ReadPlan plan) throws IOException {
    MappedTable<?> table = file.table();
    requireUnchanged(table, range, plan);
    List<TableVector> vectors =
        StructVector.components(TableField.of(table.layout().type().fields()), plan.required());
    List<BlockColumn> columns = new ArrayList<>(vectors);
    columns.add(filterColumns);
    this.file = file;
    this.batch = new ColumnarBatch(vectors.toArray(ColumnVector[]::new));
    this.blocks = TableBlocks.of(table, columns);
    this.filter = plan.filter();
    long end = range.rows() == RowRange.ALL ? table.size() : range.firstRow() + range.rows();
    this.selected = SelectedRows.of(table, filter, range.firstRow(), end);
  }

  static BatchReader open(RowRange range, ReadPlan plan) throws IOException {
    LocalFile file = LocalFile.of(range.file(), plan.configuration().value());
    try {
      return new BatchReader(file, range, plan);
    } catch (IOException | RuntimeException refused) {
      try (file) {
        throw refused;
      }
    }
  }

  private static void requireUnchanged(MappedTable<?> table, RowRange range, ReadPlan plan)
      throws IOException {
    List<String> fields =
        table.layout().type().fields().stream().map(RecordSchema.Field::toString).toList();
    // Another file may have as many rows of the same fields, and other tasks have read this one.
    boolean same = range.rows() == RowRange.ALL || FileAccess.key(table.path()) == range.key();
    if (!same || !fields.equals(plan.fields()) || table.size() < range.firstRow() + range.rows()) {
      throw new IOException(
          "%s was replaced after the query was planned: load the folder again"
              .formatted(range.file()));
    }
  }

  @Override
  public boolean next() {
    while (selected.hasNext()) {
      int rows = blocks.moveTo(selected.row(), selected.end());
      selected.skip(rows);
      if (blocks.rows() > 0 && (filter == null || filter.mayPass(filterColumns))) {
        batch.setNumRows(blocks.rows());
        return true;
      }
    }
    return false;
  }

  @Override
  public ColumnarBatch get() {
    return batch;
  }

  @Override
  public CustomTaskMetric[] currentMetricsValues() {
    return new CustomTaskMetric[] {SkippedRows.of(selected.excluded())};
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
