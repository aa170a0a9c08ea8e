// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.table.MappedTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/// A query's reading of files: which rows each task reads.
final class FileScan implements Scan, Batch {
  private static final String MAX_PARTITION_BYTES = "maxPartitionBytes";
  private static final long DEFAULT_PARTITION_BYTES = 128L << 20;

  private final TableFiles files;
  private final StructType required;
  private final long maxPartitionBytes;
  private final Configuration configuration;

  FileScan(
      TableFiles files, StructType required, long maxPartitionBytes, Configuration configuration) {
    this.files = files;
    this.required = required;
    this.maxPartitionBytes = maxPartitionBytes;
    this.configuration = configuration;
  }

  static long maxPartitionBytes(CaseInsensitiveStringMap options) {
    long bytes = options.getLong(MAX_PARTITION_BYTES, DEFAULT_PARTITION_BYTES);
    if (bytes < 1) {
      throw new IllegalArgumentException(
          "The option %s is %d: use 1 or more".formatted(MAX_PARTITION_BYTES, bytes));
    }
    return bytes;
  }

  @Override
  public StructType readSchema() {
    return required;
  }

  @Override
  public String description() {
    return "ashlar " + required.simpleString();
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    List<RowRange> ranges = new ArrayList<>();
    for (FileStatus file : files.files()) {
      addRanges(file.getPath().toUri(), ranges);
    }
    return ranges.toArray(InputPartition[]::new);
  }

  /// The rows of a file are counted now, so that all tasks read the same commit. A file that each
  /// task would have to fetch is read by one.
  private void addRanges(URI file, List<RowRange> ranges) {
    if (!FileAccess.isLocal(file)) {
      ranges.add(new RowRange(file, 0, RowRange.ALL));
      return;
    }
    try (MappedTable<?> table = FileAccess.open(Path.of(file.getPath()))) {
      long most = Math.max(1, maxPartitionBytes / table.layout().bytesPerRow());
      for (long row = 0; row < table.size(); row += most) {
        ranges.add(new RowRange(file, row, Math.min(most, table.size() - row)));
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new BatchReaderFactory(required, new SerializableConfiguration(configuration));
  }
}
