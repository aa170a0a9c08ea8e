// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.spark.internal.file.FileAccess;
import dev.ashlar.spark.internal.file.Options;
import dev.ashlar.spark.internal.file.RowRange;
import dev.ashlar.spark.internal.file.TableFiles;
import dev.ashlar.table.MappedTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.jspecify.annotations.Nullable;

/// The files that a query reads, and the rows that each task reads.
final class FileScan implements SupportsReportStatistics, Batch {
  private static final String MAX_PARTITION_BYTES = "maxPartitionBytes";
  private static final long DEFAULT_PARTITION_BYTES = 128L << 20;

  private final TableFiles files;
  private final ReadPlan plan;
  private final long maxPartitionBytes;
  private @Nullable List<RowRange> ranges;

  /// The rows that no task reads.
  private long excluded;

  FileScan(TableFiles files, ReadPlan plan, long maxPartitionBytes) {
    this.files = files;
    this.plan = plan;
    this.maxPartitionBytes = maxPartitionBytes;
  }

  static long maxPartitionBytes(CaseInsensitiveStringMap options) {
    return options.containsKey(MAX_PARTITION_BYTES)
        ? Options.positive(options, MAX_PARTITION_BYTES)
        : DEFAULT_PARTITION_BYTES;
  }

  @Override
  public StructType readSchema() {
    return plan.required();
  }

  @Override
  public String description() {
    return "ashlar %s%s"
        .formatted(
            plan.required().simpleString(),
            plan.filter() == null ? "" : ", blocks with " + plan.filter());
  }

  @Override
  public Batch toBatch() {
    return this;
  }

  @Override
  public InputPartition[] planInputPartitions() {
    return ranges().toArray(InputPartition[]::new);
  }

  @Override
  public PartitionReaderFactory createReaderFactory() {
    return new BatchReaderFactory(plan);
  }

  /// The rows of a file are counted once, so that all tasks read the same commit.
  private List<RowRange> ranges() {
    List<RowRange> known = ranges;
    if (known == null) {
      known = new ArrayList<>();
      for (FileStatus file : files.files()) {
        addRanges(file.getPath().toUri(), known);
      }
      ranges = known;
    }
    return known;
  }

  /// A file that each task would have to fetch is read by one.
  private void addRanges(URI file, List<RowRange> ranges) {
    if (!FileAccess.isLocal(file)) {
      ranges.add(new RowRange(file, 0, 0, RowRange.ALL));
      return;
    }
    Path path = Path.of(file.getPath());
    try {
      long key = FileAccess.key(path);
      try (MappedTable<?> table = FileAccess.open(path)) {
        long most = Math.max(1, maxPartitionBytes / table.layout().bytesPerRow());
        for (long row = 0; row < table.size(); row += most) {
          long rows = Math.min(most, table.size() - row);
          if (SelectedRows.of(table, plan.filter(), row, row + rows).hasNext()) {
            ranges.add(new RowRange(file, key, row, rows));
          } else {
            excluded += rows;
          }
        }
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }

  @Override
  public CustomMetric[] supportedCustomMetrics() {
    return new CustomMetric[] {new SkippedRows()};
  }

  /// The metrics of tasks are added to these.
  @Override
  public CustomTaskMetric[] reportDriverMetrics() {
    return new CustomTaskMetric[] {SkippedRows.of(excluded)};
  }

  /// Spark chooses joins by these statistics: a small result is broadcast.
  @Override
  public Statistics estimateStatistics() {
    boolean counted = ranges().stream().allMatch(range -> range.rows() != RowRange.ALL);
    long rows = ranges().stream().mapToLong(RowRange::rows).sum();
    long bytes =
        counted
            ? rows * plan.required().defaultSize()
            : files.files().stream().mapToLong(FileStatus::getLen).sum();
    return new Statistics() {
      @Override
      public OptionalLong sizeInBytes() {
        return OptionalLong.of(bytes);
      }

      @Override
      public OptionalLong numRows() {
        return counted ? OptionalLong.of(rows) : OptionalLong.empty();
      }
    };
  }
}
