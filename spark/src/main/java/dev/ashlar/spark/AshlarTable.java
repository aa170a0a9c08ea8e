// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.spark.internal.file.CommittedFiles;
import dev.ashlar.spark.internal.file.SparkTypes;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.spark.internal.file.TableFiles;
import dev.ashlar.spark.internal.read.FileScanBuilder;
import dev.ashlar.spark.internal.write.FolderWriteBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// The files at some paths as one table of Spark.
final class AshlarTable implements SupportsRead, SupportsWrite {
  private final List<Path> paths;
  private final TableFiles files;
  private final Configuration configuration;

  private AshlarTable(List<Path> paths, TableFiles files, Configuration configuration) {
    this.paths = paths;
    this.files = files;
    this.configuration = configuration;
  }

  /// Finds the files that are there now; none if the only path does not exist.
  ///
  /// @throws UncheckedIOException if they are not the files of one table
  static AshlarTable load(Identifier table) {
    Configuration configuration = configuration();
    try {
      List<Path> paths = paths(table, configuration);
      TableFiles files =
          hasContents(paths, configuration)
              ? TableFiles.find(paths, configuration)
              : TableFiles.NONE;
      return new AshlarTable(paths, files, configuration);
    } catch (IOException refused) {
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }

  /// Returns whether there is anything to overwrite. A folder that a failed query has made is
  /// empty.
  static boolean exists(Identifier table) {
    Configuration configuration = configuration();
    try {
      return hasContents(paths(table, configuration), configuration);
    } catch (IOException unreachable) {
      throw new UncheckedIOException(unreachable.getMessage(), unreachable);
    }
  }

  /// Paths with their file system, and from its root on: tasks may have other defaults.
  private static List<Path> paths(Identifier table, Configuration configuration)
      throws IOException {
    List<Path> paths = new ArrayList<>();
    for (Path path : AshlarCatalog.paths(table)) {
      paths.add(path.getFileSystem(configuration).makeQualified(path));
    }
    return paths;
  }

  /// Throws if one of several paths does not exist.
  private static boolean hasContents(List<Path> paths, Configuration configuration)
      throws IOException {
    Path path = paths.getFirst();
    FileSystem system = path.getFileSystem(configuration);
    return paths.size() > 1
        || (system.exists(path)
            && (system.getFileStatus(path).isFile()
                || !CommittedFiles.entries(system, path).isEmpty()));
  }

  private static Configuration configuration() {
    return SparkSession.active().sparkContext().hadoopConfiguration();
  }

  @Override
  public String name() {
    return paths.stream().map(Path::toString).collect(Collectors.joining(", ", "ashlar ", ""));
  }

  @Override
  @SuppressWarnings("deprecation") // Its successor makes columns of this.
  public StructType schema() {
    return SparkTypes.of(TableField.of(files.fields()));
  }

  @Override
  public Set<TableCapability> capabilities() {
    return Set.of(
        TableCapability.BATCH_READ,
        TableCapability.BATCH_WRITE,
        TableCapability.TRUNCATE,
        TableCapability.ACCEPT_ANY_SCHEMA);
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    if (files.files().isEmpty()) {
      throw new IllegalArgumentException(
          "There is no file of a table in %s, so its columns are unknown: check the path, or write there first"
              .formatted(paths));
    }
    return new FileScanBuilder(files, options, configuration);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    if (paths.size() > 1) {
      throw new IllegalArgumentException("A query writes to one folder, not to " + paths);
    }
    if (files.files().stream().anyMatch(file -> file.getPath().equals(paths.getFirst()))) {
      throw new IllegalArgumentException(
          "A query writes to a folder, and %s is a file: give another path"
              .formatted(paths.getFirst()));
    }
    return new FolderWriteBuilder(paths.getFirst(), files, info, configuration);
  }
}
