// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.apache.spark.util.SerializableConfiguration;

/// Makes the readers of a query's tasks, where these run.
record BatchReaderFactory(StructType required, SerializableConfiguration configuration)
    implements PartitionReaderFactory {
  @Override
  public boolean supportColumnarReads(InputPartition partition) {
    return true;
  }

  @Override
  public PartitionReader<InternalRow> createReader(InputPartition partition) {
    throw new UnsupportedOperationException("Files of tables are read in batches");
  }

  @Override
  public PartitionReader<ColumnarBatch> createColumnarReader(InputPartition partition) {
    try {
      return new BatchReader((RowRange) partition, required);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }
}
