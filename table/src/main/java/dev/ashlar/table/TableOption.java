// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// An option for making or opening the file of a table.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// TRADES.rows().create(path, 100).close();
/// MappedTable<Trade> trades =
///     TRADES.rows().open(path, TableOption.VERIFY, TableOption.ONE_THREAD);
/// trades.close();
/// ```
public enum TableOption {
  /// Only the thread that makes or opens the table may use and close it. Other threads get a
  /// [WrongThreadException] when they move a cursor, write, or read a record. Closing the table
  /// unmaps the file at once on every system. Rows are looked up one by one, which is slower.
  ONE_THREAD,

  /// Compares all committed rows with their checksums first, and refuses the file if one does not
  /// match. See [MappedTable#verify].
  VERIFY,

  /// Opens the file with an older commit if the record of the newest commit is damaged. Without
  /// this option such a file is refused. [MappedTable#recovery] returns which commit was used.
  ALLOW_OLDER_COMMIT
}
