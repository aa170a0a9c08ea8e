// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.TableDescriptor;
import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;

/// Opens files of any file system that Spark can read. Local files are opened in place, others as a
/// local copy.
public final class FileAccess {
  public static final String RECORD = "Row";
  private static final String COLUMNS = "columns()";

  /// The size of nearly all headers, and the limit of all.
  private static final int SHORT_HEADER = 1 << 16;

  private static final int LONG_HEADER = 1 << 25;

  /// A record is made once for all files that have its fields.
  private static final ConcurrentMap<RecordSchema, TableType<?>> TYPES = new ConcurrentHashMap<>();

  private FileAccess() {}

  public static boolean isLocal(URI file) {
    return "file".equals(file.getScheme());
  }

  public static TableType<?> type(RecordSchema schema) {
    return TYPES.computeIfAbsent(schema, RecordSchema::type);
  }

  /// Opens a local file read-only, with a record class made from its schema.
  public static MappedTable<?> open(Path file) throws IOException {
    TableDescriptor descriptor;
    try {
      descriptor = TableDescriptor.read(file, RECORD);
    } catch (NoSuchFileException missing) {
      throw new IOException(
          file + " was replaced or deleted after it was found: load the folder again", missing);
    }
    TableType<?> type = type(descriptor.schema());
    return switch (descriptor.layout()) {
      case "rows()" -> type.rows().openReadOnly(file);
      case "alignedRows()" -> type.alignedRows().openReadOnly(file);
      default -> type.columns().openReadOnly(file);
    };
  }

  /// Returns the inode number of a local file, which distinguishes it from another file that later
  /// gets its name. It is 0 if there are no inodes, or if the file was deleted.
  public static long key(Path file) throws IOException {
    try {
      return file.getFileSystem().supportedFileAttributeViews().contains("unix")
          ? (Long) Files.getAttribute(file, "unix:ino")
          : 0;
    } catch (NoSuchFileException gone) {
      return 0;
    }
  }

  /// Returns whether a local file has texts of any length beside it.
  static boolean hasTexts(Path file) throws IOException {
    return TableField.hasTexts(TableField.of(TableDescriptor.read(file, RECORD).schema().fields()));
  }

  /// Returns whether the file stores its values by columns.
  public static boolean isColumns(MappedTable<?> table) throws IOException {
    return TableDescriptor.read(table.path(), RECORD).layout().equals(COLUMNS);
  }

  /// Reads the fields in the header of a file.
  static List<RecordSchema.Field> fields(FileStatus file, Configuration configuration)
      throws IOException {
    try {
      return schema(file, configuration).fields();
    } catch (TableFileException refused) {
      throw new IOException(
          "%s cannot be read as a table, as it %s; move it out of the folder, or load the other files"
              .formatted(file.getPath(), reason(refused)),
          refused);
    }
  }

  private static String reason(TableFileException refused) {
    String message = String.valueOf(refused.getMessage());
    return message.substring(message.indexOf(": ") + 2);
  }

  private static RecordSchema schema(FileStatus file, Configuration configuration)
      throws IOException {
    URI uri = file.getPath().toUri();
    if (isLocal(uri)) {
      return TableDescriptor.read(Path.of(uri.getPath()), RECORD).schema();
    }
    try {
      return schema(file, configuration, SHORT_HEADER);
    } catch (TableFileException refused) {
      if (refused.reason() != Reason.TRUNCATED || file.getLen() <= SHORT_HEADER) {
        throw refused;
      }
      return schema(file, configuration, LONG_HEADER);
    }
  }

  private static RecordSchema schema(FileStatus file, Configuration configuration, int bytes)
      throws IOException {
    Path beginning = Files.createTempFile("ashlar-spark-header-", "");
    try (InputStream from = file.getPath().getFileSystem(configuration).open(file.getPath())) {
      Files.write(beginning, from.readNBytes(bytes));
      return TableDescriptor.read(beginning, RECORD).schema();
    } finally {
      Files.delete(beginning);
    }
  }
}
