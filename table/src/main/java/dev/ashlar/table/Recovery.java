// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

/// The commit with which the file of a table was opened.
///
/// ```java
/// Path path = Files.createTempDirectory("tables").resolve("trades");
/// TRADES.rows().create(path, 100).close();
/// try (MappedTable<Trade> trades = TRADES.rows().open(path, TableOption.ALLOW_OLDER_COMMIT)) {
///   boolean mayMissRows = trades.recovery() == Recovery.OLDER_COMMIT;
/// }
/// ```
public enum Recovery {
  /// The newest commit, which is intact. Also for a file that was just created.
  INTACT,

  /// The last commit that returned. A later commit did not return, because the process or the
  /// machine stopped. Or the record of an older commit is damaged, which is not needed.
  UNFINISHED_COMMIT,

  /// The newest commit. Its record is damaged, and the copy of the record was used. No row is lost.
  COPY_OF_COMMIT,

  /// A commit that may be older than the newest, because the record of the newest and its copy are
  /// damaged. Rows may be missing, and checksums may not match. Only with
  /// [TableOption#ALLOW_OLDER_COMMIT].
  OLDER_COMMIT
}
