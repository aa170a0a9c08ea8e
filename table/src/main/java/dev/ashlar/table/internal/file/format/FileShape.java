// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.internal.file.format.CommitSlots.Commit;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import java.nio.file.Path;

/// The areas of a file: the header, the rows from [#dataOffset] on, and the block table. Columns
/// are in chunks. The block table begins at the end of the data, at a page.
public record FileShape(RecordLayout layout, FileHeader header) {
  public Blocks blocks() {
    return new Blocks(layout, header.chunks(), header.blockShift());
  }

  public long dataOffset() {
    return header.dataOffset();
  }

  /// Returns the size of a chunk of columns, or of rows.
  public long byteSize(long rows) {
    return layout.layout().byteSize(layout.schema(), rows);
  }

  private boolean isColumns() {
    return layout.layout() == Layout.COLUMNS;
  }

  /// Returns the end of data for at least so many rows.
  ///
  /// @throws ArithmeticException if that is more than a `long`
  public long dataEnd(long rows) {
    FileChunks chunks = header.chunks();
    long size =
        isColumns()
            ? chunks.before(chunks.of(Math.max(1, rows) - 1).chunk() + 1, this::byteSize)
            : byteSize(rows);
    return Layout.roundUp(Math.addExact(dataOffset(), size), FileHeader.PAGE);
  }

  /// The number of rows there is room for.
  public long capacity(long dataEnd) {
    long data = dataEnd - dataOffset();
    return isColumns()
        ? header.chunks().firstRow(header.chunks().of(data, this::byteSize).chunk())
        : data / layout.bytesPerRow();
  }

  public long blockTableSize(long dataEnd) {
    return BlockTable.byteSize(blocks().count(capacity(dataEnd)));
  }

  public long fileSize(long dataEnd) {
    return Math.addExact(dataEnd, blockTableSize(dataEnd));
  }

  /// Checks a commit against the size of the file.
  ///
  /// @throws TableFileException unless a file of this size can have that commit
  public void require(Path path, Commit commit, long fileSize) throws TableFileException {
    try {
      long end = commit.dataEnd();
      if (end % FileHeader.PAGE != 0 || end < dataEnd(0)) {
        throw FileHeader.corrupt(
            path, "has an impossible commit: the end of data is %d; restore a copy".formatted(end));
      }
      long capacity = capacity(end);
      if (header.chunks().of(capacity).chunk() > Integer.MAX_VALUE) {
        throw FileHeader.corrupt(
            path,
            "has an impossible commit: %d rows of space are too many chunks of %d rows; restore a copy"
                .formatted(capacity, header.chunks().first()));
      }
      if (commit.rows() > capacity || fileSize(end) > fileSize) {
        throw new TableFileException(
            path,
            Reason.MISSING_ROWS,
            "is cut short: %d rows in %d bytes were committed, and the file has %d bytes, space for %d rows; restore a copy"
                .formatted(
                    commit.rows(),
                    fileSize(end),
                    fileSize,
                    Math.min(capacity, capacity(fileSize))));
      }
    } catch (ArithmeticException impossible) {
      throw FileHeader.corrupt(
          path,
          "has an impossible header: chunks of %d rows are too large; restore a copy"
              .formatted(header.chunks().first()));
    }
  }
}
