// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// Takes from Spark which columns a query needs, and which rows.
final class FileScanBuilder implements SupportsPushDownRequiredColumns {
  private final TableFiles files;
  private final List<TableField> fields;
  private final long maxPartitionBytes;
  private final Configuration configuration;
  private StructType required;

  FileScanBuilder(TableFiles files, CaseInsensitiveStringMap options, Configuration configuration) {
    this.files = files;
    this.fields = TableField.of(files.fields());
    this.maxPartitionBytes = FileScan.maxPartitionBytes(options);
    this.configuration = configuration;
    this.required = SparkTypes.of(fields);
  }

  @Override
  public void pruneColumns(StructType required) {
    this.required = required;
  }

  @Override
  public Scan build() {
    return new FileScan(files, required, maxPartitionBytes, configuration);
  }
}
