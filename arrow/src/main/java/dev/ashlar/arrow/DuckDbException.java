// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

/// Thrown if DuckDB rejects a statement, or cannot execute it. The message is DuckDB's.
///
/// ```java
/// try (DuckDb db = DuckDb.open()) {
///   db.execute("select * form trades");
/// } catch (DuckDbException refused) {
///   System.getLogger("reports").log(System.Logger.Level.WARNING, refused.getMessage());
/// }
/// ```
public final class DuckDbException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public DuckDbException(String message) {
    super(message);
  }
}
