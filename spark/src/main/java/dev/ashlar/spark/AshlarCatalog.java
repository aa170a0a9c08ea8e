// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// A catalog whose tables are named by their paths. It stores nothing, and lists no tables.
public final class AshlarCatalog implements TableCatalog {
  /// Separates paths in the name of a table; no path has it.
  private static final String SEPARATOR = "\0";

  private String name = "ashlar";

  /// Called by Spark.
  public AshlarCatalog() {}

  static Identifier identifier(List<String> paths) {
    if (paths.isEmpty()) {
      throw new IllegalArgumentException("There is no path: give load or save a file or a folder");
    }
    return Identifier.of(new String[0], String.join(SEPARATOR, paths));
  }

  static List<Path> paths(Identifier table) {
    return Stream.of(table.name().split(SEPARATOR, -1)).map(Path::new).toList();
  }

  @Override
  public void initialize(String name, CaseInsensitiveStringMap options) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Identifier[] listTables(String[] namespace) {
    return new Identifier[0];
  }

  @Override
  public boolean tableExists(Identifier table) {
    return AshlarTable.exists(table);
  }

  @Override
  public Table loadTable(Identifier table) throws NoSuchTableException {
    return AshlarTable.load(table);
  }

  /// Creates nothing: the commit of the first write creates the folder.
  @Override
  public Table createTable(Identifier table, TableInfo info) {
    if (info.partitions().length > 0) {
      throw new IllegalArgumentException(
          "Files are not divided by columns: leave partitionBy out, a filter skips blocks of rows");
    }
    return AshlarTable.load(table);
  }

  @Override
  public Table alterTable(Identifier table, TableChange... changes) {
    throw new UnsupportedOperationException(
        "Files of tables are not changed: write the columns you want to another folder");
  }

  /// Deletes nothing. Spark calls this method after a failed write. The write has already deleted
  /// its own files; other files belong to the user.
  @Override
  public boolean dropTable(Identifier table) {
    return false;
  }

  @Override
  public void renameTable(Identifier from, Identifier to) {
    throw new UnsupportedOperationException("Rename the folder " + from.name() + " itself");
  }
}
