// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// Thrown for a file that is not the expected table, or that another writer has open.
///
/// ```java
/// Path path = Files.createTempFile("no", "table");
/// try {
///   TRADES.rows().open(path);
/// } catch (TableFileException failure) {
///   String message = failure.getMessage();
/// }
/// ```
public final class TableFileException extends IOException {
  @Serial private static final long serialVersionUID = 1;

  /// The reason for which a file is refused.
  ///
  /// ```java
  /// Path path = Files.createTempFile("no", "table");
  /// try {
  ///   TRADES.rows().open(path);
  /// } catch (TableFileException failure) {
  ///   boolean wait = failure.reason() == TableFileException.Reason.LOCKED;
  /// }
  /// ```
  public enum Reason {
    /// The file does not begin like a table.
    NOT_A_TABLE,
    /// The file ends before its header does.
    TRUNCATED,
    /// The file has a version of the format, or a section, that is not known here.
    OTHER_VERSION,
    /// The file was written by a machine of the other byte order.
    OTHER_BYTE_ORDER,
    /// A checksum does not match, or a number is impossible.
    CORRUPT,
    /// The record of its newest commit is damaged, and only an older one is left.
    DAMAGED_COMMIT,
    /// Rows differ from their checksums.
    DAMAGED_ROWS,
    /// The rows have another layout.
    OTHER_LAYOUT,
    /// The fields are not those of the record; the message names them.
    OTHER_SCHEMA,
    /// The file has fewer rows than were committed.
    MISSING_ROWS,
    /// Another writer has the file open.
    LOCKED,
    /// Another file has replaced the file since the table was opened.
    REPLACED
  }

  private final Reason reason;

  public TableFileException(Path path, Reason reason, String message) {
    super(path + ": " + message);
    this.reason = reason;
  }

  /// Returns the reason.
  public Reason reason() {
    return reason;
  }
}
