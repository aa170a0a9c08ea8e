// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.arrow.DuckDbException;
import dev.ashlar.cli.build.DuckDbInstallation;
import dev.ashlar.cli.table.OpenTables.Named;
import dev.ashlar.table.RecordSchema.Field;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/// A DuckDB database with tables that have the names of their files. The view `t` has the rows of
/// all of them. There is no such view if the tables have different fields, or if a table has the
/// name `t`.
///
/// DuckDB reads mapped columns in place. Tables of rows are copied as a whole.
final class TableDatabase implements AutoCloseable {
  /// The name of the view of all tables.
  static final String ALL = "t";

  private final DuckDb db;
  private final boolean alike;

  private TableDatabase(DuckDb db, boolean alike) {
    this.db = db;
    this.alike = alike;
  }

  /// @param messages receives a line if DuckDB must be fetched
  static TableDatabase of(List<Named> tables, PrintWriter messages) throws IOException {
    List<Field> fields = tables.getFirst().descriptor().schema().fields();
    boolean alike =
        tables.stream().allMatch(table -> table.descriptor().schema().fields().equals(fields));
    DuckDb db = DuckDbInstallation.open(messages);
    try {
      tables.forEach(table -> db.register(table.name(), table.table()));
      boolean named = tables.stream().anyMatch(table -> table.name().equalsIgnoreCase(ALL));
      if (alike && !named) {
        List<String> all = tables.stream().map(table -> "from " + name(table.name())).toList();
        db.execute("create temp view %s as %s".formatted(ALL, String.join(" union all ", all)));
      }
      return new TableDatabase(db, alike);
    } catch (Throwable failure) {
      db.close();
      throw failure;
    }
  }

  /// Executes a statement.
  ///
  /// @throws IOException if DuckDB refuses it, with its reason
  DuckDb.Texts texts(String sql) throws IOException {
    try {
      return db.texts(sql);
    } catch (DuckDbException | IllegalArgumentException refused) {
      throw explained(refused);
    }
  }

  /// Writes the result of a query to a file.
  ///
  /// @param options the options of DuckDB's statement `copy`
  /// @throws IOException if DuckDB refuses it, with its reason
  void copy(String query, Path file, String options) throws IOException {
    try {
      db.copy(query, file, options);
    } catch (DuckDbException | IllegalArgumentException refused) {
      throw explained(refused);
    }
  }

  /// Returns the done part of the statement that another thread executes, from 0 to 1; negative if
  /// it is unknown.
  double progress() {
    return db.progress();
  }

  private IOException explained(RuntimeException refused) {
    String reason = String.valueOf(refused.getMessage());
    boolean missing = !alike && reason.contains("Table with name " + ALL + " does not exist");
    return new IOException(
        missing ? reason + ". The files have different fields: name each by its file" : reason,
        refused);
  }

  /// Returns a name quoted for SQL.
  static String name(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  /// Returns a text quoted for SQL.
  static String text(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  @Override
  public void close() {
    db.close();
  }
}
