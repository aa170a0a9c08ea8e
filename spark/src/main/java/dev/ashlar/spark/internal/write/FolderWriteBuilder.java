// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import dev.ashlar.spark.internal.file.TableFiles;
import dev.ashlar.table.RecordSchema;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.util.SerializableConfiguration;

/// Receives from Spark how a query writes to a folder.
public final class FolderWriteBuilder implements SupportsTruncate {
  private final Path folder;
  private final TableFiles files;
  private final LogicalWriteInfo info;
  private final Configuration configuration;
  private boolean overwrite;

  public FolderWriteBuilder(
      Path folder, TableFiles files, LogicalWriteInfo info, Configuration configuration) {
    this.folder = folder;
    this.files = files;
    this.info = info;
    this.configuration = configuration;
  }

  @Override
  public WriteBuilder truncate() {
    overwrite = true;
    return this;
  }

  @Override
  public Write build() {
    WritePlan plan =
        new WritePlan(
            info.schema(),
            fields(),
            WritePlan.Layout.of(info.options()),
            new SerializableConfiguration(configuration));
    FolderCommit commit = new FolderCommit(folder, info.queryId(), configuration);
    return new Write() {
      @Override
      public BatchWrite toBatch() {
        return new FolderWrite(plan, commit, overwrite);
      }
    };
  }

  /// Files that are there decide the types of what is appended to them.
  private List<RecordSchema.Field> fields() {
    if (overwrite || files.files().isEmpty()) {
      return WrittenFields.of(info.schema(), info.options());
    }
    WrittenFields.requireColumns(info.schema(), files.fields());
    return files.fields();
  }
}
