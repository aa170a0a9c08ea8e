// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// How the file of a table is made or opened.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// TRADES.rows().create(path, 100).close();
/// MappedTable<Trade> trades =
///     TRADES.rows().open(path, TableOption.VERIFY, TableOption.ONE_THREAD);
/// trades.close();
/// ```
public enum TableOption {
  /// Only the thread that makes or opens the table may use and close it; others get a
  /// [WrongThreadException] when they move a cursor, write, or take a record. Closing it unmaps the
  /// file, whatever the system. Rows are looked up one by one, so that it is slower.
  ONE_THREAD,

  /// Compares all committed rows with their checksums first, and refuses the file if one does not
  /// match. See [MappedTable#verify].
  VERIFY,

  /// Uses an older commit if the record of the newest one is damaged. Otherwise the file is
  /// refused. [MappedTable#recovery] says which it was.
  ALLOW_OLDER_COMMIT
}
