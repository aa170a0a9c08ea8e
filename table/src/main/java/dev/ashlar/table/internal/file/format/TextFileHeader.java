// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.file.format;

import dev.ashlar.table.TableFileException;
import dev.ashlar.table.TableFileException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// The first page of a file that has texts of a table.
///
/// ```
///    0  "ASHLARTX", or "ASHLARDC" of a dictionary, see TextFileKind
///    8  version of the format, 1
///    9  byte order of all numbers, 'L' or 'B'
///   10  0
///   16  number of the table, long, as in FileHeader
///   24  0
/// 4096  texts, each at a multiple of 8, see TextArea; where they end a commit says
/// ```
public final class TextFileHeader {
  /// Where the texts begin.
  public static final long SIZE = FileHeader.PAGE;

  private static final byte VERSION = 1;
  private static final int VERSION_OFFSET = 8;
  private static final int ORDER_OFFSET = 9;
  private static final int ID_OFFSET = 16;
  private static final int LENGTH = 24;

  private TextFileHeader() {}

  /// Returns the header of the texts of a table.
  public static ByteBuffer bytes(TextFileKind kind, long tableId) {
    ByteBuffer bytes = ByteBuffer.allocate((int) SIZE).order(ByteOrder.nativeOrder());
    bytes.put(0, kind.magic());
    bytes.put(VERSION_OFFSET, VERSION);
    bytes.put(ORDER_OFFSET, FileHeader.mark(ByteOrder.nativeOrder()));
    return bytes.putLong(ID_OFFSET, tableId);
  }

  /// Whether a file has texts of any table.
  public static boolean isIn(TextFileKind kind, FileChannel channel) throws IOException {
    ByteBuffer magic = ByteBuffer.wrap(kind.magic());
    return read(channel).slice(0, magic.limit()).equals(magic);
  }

  /// Whether a file has no header, as its machine stopped before that was on the disk.
  public static boolean isUnfinished(FileChannel channel) throws IOException {
    return read(channel).equals(ByteBuffer.allocate(LENGTH));
  }

  /// Whether a file has the texts of a table.
  public static boolean isOf(TextFileKind kind, FileChannel channel, long tableId)
      throws IOException {
    return read(channel).equals(bytes(kind, tableId).slice(0, LENGTH));
  }

  /// Checks a file with the texts of a table.
  ///
  /// @param end of the committed texts
  /// @throws TableFileException if it cannot have them
  public static void require(
      TextFileKind kind, Path path, FileChannel channel, long tableId, long end)
      throws IOException {
    // Where the file is cut, the rest is missing and not wrong.
    int there = (int) Math.min(channel.size(), LENGTH);
    if (!read(channel).slice(0, there).equals(bytes(kind, tableId).slice(0, there))) {
      throw isIn(kind, channel)
          ? FileHeader.corrupt(
              path,
              "has the %s of another table, or its header is damaged: it belongs to the table that it was copied with"
                  .formatted(kind.content()))
          : new TableFileException(
              path,
              Reason.NOT_A_TABLE,
              "has no %s of a table: restore a copy".formatted(kind.content()));
    }
    if (end < SIZE || end % Long.BYTES != 0) {
      throw FileHeader.corrupt(
          path,
          "belongs to an impossible commit: its %s end at %d; restore a copy"
              .formatted(kind.content(), end));
    }
    if (channel.size() < end) {
      throw new TableFileException(
          path,
          Reason.MISSING_ROWS,
          "is cut short: %d bytes with %s were committed, and the file has %d; restore a copy"
              .formatted(end, kind.content(), channel.size()));
    }
  }

  private static ByteBuffer read(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
    int read = 0;
    while (bytes.hasRemaining() && read >= 0) {
      read = channel.read(bytes, bytes.position());
    }
    return bytes.clear();
  }
}
