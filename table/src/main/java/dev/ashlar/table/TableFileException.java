// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// A file that is not the table it should be, or is somebody else's at the moment.
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

  /// What is wrong with a file.
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
    /// It does not begin as a table does.
    NOT_A_TABLE,
    /// It ends before its header does.
    TRUNCATED,
    /// It has a version of the format, or a section, that is not known here.
    OTHER_VERSION,
    /// It was written by a machine of the other byte order.
    OTHER_BYTE_ORDER,
    /// A checksum does not match, or a number is impossible.
    CORRUPT,
    /// The record of its newest commit is damaged, and only an older one is left.
    DAMAGED_COMMIT,
    /// Rows differ from their checksums.
    DAMAGED_ROWS,
    /// Its rows have another layout.
    OTHER_LAYOUT,
    /// Its fields are not the record's; the message names them.
    OTHER_SCHEMA,
    /// It has fewer rows than were committed.
    MISSING_ROWS,
    /// Another writer has it open.
    LOCKED
  }

  private final Reason reason;

  public TableFileException(Path path, Reason reason, String message) {
    super(path + ": " + message);
    this.reason = reason;
  }

  /// What is wrong.
  public Reason reason() {
    return reason;
  }
}
