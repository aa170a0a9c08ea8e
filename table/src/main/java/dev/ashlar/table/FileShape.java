package dev.ashlar.table;

import dev.ashlar.table.CommitSlots.Commit;
import dev.ashlar.table.TableFileException.Reason;
import java.nio.file.Path;

/// Where a file has what: the header, the rows from [#dataOffset] on, in chunks if they are
/// columns, and behind them, from the end of the data on, which is at a page, the block table.
record FileShape(TableLayout<?> layout, FileHeader header) {
  Blocks blocks() {
    return new Blocks(layout, header.chunkRows(), header.blockShift());
  }

  long dataOffset() {
    return header.dataOffset();
  }

  long chunkSize() {
    return layout.layout().byteSize(layout.type().schema(), header.chunkRows());
  }

  /// Returns the end of data for at least so many rows.
  ///
  /// @throws ArithmeticException if that is more than a `long`
  long dataEnd(long rows) {
    long chunk = header.chunkRows();
    long size =
        chunk == 0
            ? Math.multiplyExact(rows, layout.bytesPerRow())
            : Math.multiplyExact(Math.max(1, Math.ceilDiv(rows, chunk)), chunkSize());
    return Layout.roundUp(Math.addExact(dataOffset(), size), FileHeader.PAGE);
  }

  /// The number of rows there is room for.
  long capacity(long dataEnd) {
    long data = dataEnd - dataOffset();
    return header.chunkRows() == 0
        ? data / layout.bytesPerRow()
        : data / chunkSize() * header.chunkRows();
  }

  long blockTableSize(long dataEnd) {
    return BlockTable.byteSize(blocks().count(capacity(dataEnd)));
  }

  long fileSize(long dataEnd) {
    return Math.addExact(dataEnd, blockTableSize(dataEnd));
  }

  /// @throws TableFileException unless a file of this size can have that commit
  void require(Path path, Commit commit, long fileSize) throws TableFileException {
    try {
      long end = commit.dataEnd();
      if (end % FileHeader.PAGE != 0 || end < dataEnd(0)) {
        throw FileHeader.corrupt(path, "has an impossible end of data");
      }
      long capacity = capacity(end);
      if (header.chunkRows() != 0 && capacity / header.chunkRows() > Integer.MAX_VALUE) {
        throw FileHeader.corrupt(path, "has impossibly many chunks");
      }
      if (commit.rows() > capacity || fileSize(end) > fileSize) {
        throw new TableFileException(
            path,
            Reason.MISSING_ROWS,
            "has %d bytes and room for %d rows, of %d bytes and %d rows committed"
                .formatted(
                    fileSize,
                    Math.min(capacity, capacity(fileSize)),
                    fileSize(end),
                    commit.rows()));
      }
    } catch (ArithmeticException impossible) {
      throw FileHeader.corrupt(path, "has impossibly large chunks");
    }
  }
}
