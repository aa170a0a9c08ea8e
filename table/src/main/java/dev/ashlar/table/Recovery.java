// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// Which commit the file of a table was opened with.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// TRADES.rows().create(path, 100).close();
/// try (MappedTable<Trade> trades = TRADES.rows().open(path, TableOption.ALLOW_OLDER_COMMIT)) {
///   boolean mayMissRows = trades.recovery() == Recovery.OLDER_COMMIT;
/// }
/// ```
public enum Recovery {
  /// The newest one, which is intact. Also of a file that was just created.
  INTACT,

  /// The last one that returned. Another was begun after it and did not return, because the process
  /// or the machine stopped; or the record of an older one is damaged, which nobody needs.
  UNFINISHED_COMMIT,

  /// The newest one, whose record is damaged, from the copy of the record. No row is lost.
  COPY_OF_COMMIT,

  /// One that may be older than the newest, whose record and its copy are damaged: rows may be
  /// missing, and checksums may not match. Only with [TableOption#ALLOW_OLDER_COMMIT].
  OLDER_COMMIT
}
