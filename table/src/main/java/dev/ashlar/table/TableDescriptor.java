// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.file.TablePath;
import dev.ashlar.table.internal.file.format.FileHeader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// The description of a table that is in its file, for programs that do not have the record.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// TRADES.columns().create(path, 100).close();
/// TableDescriptor descriptor = TableDescriptor.read(path, "Trade");
/// String source = descriptor.schema().source();
/// try (MappedTable<?> trades = descriptor.openReadOnly()) {
///   Record first = trades.size() == 0 ? null : trades.get(0);
/// }
/// ```
public final class TableDescriptor {
  private final Path path;
  private final FileHeader header;
  private final RecordSchema schema;

  private TableDescriptor(Path path, FileHeader header, RecordSchema schema) {
    this.path = path;
    this.header = header;
    this.schema = schema;
  }

  /// Reads the header of a file.
  ///
  /// @param record the name for the record of [#schema], which is not in the file
  /// @throws TableFileException if the file is not a table, its header is damaged, or no record can
  ///   be made of its fields
  /// @throws IllegalArgumentException if a record cannot have that name
  public static TableDescriptor read(Path path, String record) throws IOException {
    if (!RecordSchema.isName(record)) {
      throw new IllegalArgumentException("'%s' cannot be the name of a record".formatted(record));
    }
    try (FileChannel channel = TablePath.open(path, false)) {
      FileHeader header = FileHeader.read(path, channel);
      RecordSchema schema = RecordSchema.parse(record, header.schemaText(), header.columnNames());
      return new TableDescriptor(path, header, schema);
    } catch (IllegalArgumentException unknown) {
      throw new TableFileException(
          path,
          Reason.OTHER_SCHEMA,
          "has fields of which no record is made. " + unknown.getMessage());
    }
  }

  /// Returns the fields.
  public RecordSchema schema() {
    return schema;
  }

  /// Returns the layout as the method of [TableType] that makes it: `rows()`, `alignedRows()` or
  /// `columns()`.
  public String layout() {
    return header.layout().call();
  }

  /// Opens the table to read only, with a record that is made from [#schema].
  ///
  /// @throws TableFileException if the file is not whole
  /// @throws IOException if the file cannot be read or mapped
  public MappedTable<?> openReadOnly(TableOption... options) throws IOException {
    return layout(schema.type()).openReadOnly(path, options);
  }

  /// Returns the layout of the file, for tables of a record.
  public <R extends Record> TableLayout<R> layout(TableType<R> type) {
    return switch (header.layout()) {
      case ROWS -> type.rows();
      case ALIGNED_ROWS -> type.alignedRows();
      case COLUMNS -> type.columns();
    };
  }
}
