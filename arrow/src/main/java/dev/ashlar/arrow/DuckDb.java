// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.arrow.internal.duckdb.DuckDbApi;
import dev.ashlar.arrow.internal.duckdb.DuckDbLibrary;
import dev.ashlar.arrow.internal.duckdb.DuckDbResult;
import dev.ashlar.arrow.internal.duckdb.Progress;
import dev.ashlar.arrow.internal.duckdb.ResultFunction;
import dev.ashlar.arrow.internal.duckdb.TableFunction;
import dev.ashlar.arrow.internal.duckdb.VectorApi;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// A database of DuckDB in this process, which queries tables with SQL.
///
/// ```java
/// Table<Trade> trades = TRADES.columns().allocate(Arena.ofAuto(), 1_000);
/// try (DuckDb db = DuckDb.open()) {
///   db.register("trades", trades);
///   db.execute("create table large as select * from trades where quantity > 100");
/// }
/// ```
///
/// DuckDB sees a registered table as a view. A query reads the rows that the table has when the
/// query begins. It reads only the columns that it names. Several threads read them.
///
/// DuckDB reads columns in place if they are in a mapped file that any thread may use, in an
/// automatic arena, or in the global arena. It also reads columns in place that are confined to the
/// thread of the query. All other tables are copied as whole rows, 65,536 at a time. Booleans are
/// always copied, 2,048 at a time. For each text of any length, 16 bytes are written; longer texts
/// stay in place. A query fails if memory is confined to another thread, or if DuckDB's own threads
/// would have to copy it.
///
/// DuckDB sees a `char` as an unsigned number, and an enum as text. A component of a nested record
/// is a column such as `"leg.quantity"`. DuckDB's intervals count microseconds, so a `Duration` in
/// nanoseconds is a number. An `Instant` in nanoseconds is a `TIMESTAMP_NS`.
///
/// A query fails if the number of a date or timestamp is too large for DuckDB, or is the one that
/// means `infinity` there. A result with `infinity` is rejected, as no table can hold it.
///
/// A query fails if a text is not UTF-8, because another program wrote its bytes.
///
/// A query fails if a table is closed meanwhile. If another process truncates the file meanwhile,
/// this process crashes, because native code reads it.
///
/// Any thread may use it. One statement is executed at a time.
public final class DuckDb implements AutoCloseable {
  /// The rows of a result as texts.
  ///
  /// ```java
  /// try (DuckDb db = DuckDb.open()) {
  ///   DuckDb.Texts texts = db.texts("select 42 as answer");
  ///   String answer = texts.rows().get(0).get(0);
  /// }
  /// ```
  ///
  /// @param columns the names of the columns
  /// @param rows one text for each column; null if the value is absent
  public record Texts(List<String> columns, List<List<@Nullable String>> rows) {}

  /// A step of closing that throws no checked exception.
  private interface Closing extends AutoCloseable {
    @Override
    void close();
  }

  private final DuckDbApi api;

  /// The arena of the functions that DuckDB calls, and of the handles.
  private final Arena arena = Arena.ofShared();

  private final MemorySegment database = arena.allocate(ADDRESS);
  private final MemorySegment connection = arena.allocate(ADDRESS);

  /// Conversions need a connection that no query is using.
  private final MemorySegment converter = arena.allocate(ADDRESS);

  private final VectorApi vectors;
  private final ResultFunction results;
  private final Map<String, TableFunction> registered = new HashMap<>();
  private final LongAdder copiedBytes = new LongAdder();
  private final Progress progress = new Progress();

  /// Held while the progress of a statement is asked for, so that the connection is there.
  private final Object asking = new Object();

  private int functionCount;
  private boolean closed;

  private DuckDb(DuckDbLibrary library) {
    this.api = new DuckDbApi(library);
    this.vectors = new VectorApi(api, library);
    api.open(database);
    api.connect(database.get(JAVA_LONG, 0), connection);
    api.connect(database.get(JAVA_LONG, 0), converter);
    // DuckDB counts only if it could show a bar.
    execute(
        "set enable_progress_bar = true; set enable_progress_bar_print = false;"
            + " set progress_bar_time = 0");
    this.results = new ResultFunction(api, vectors);
    results.register(ResultFunction.NAME, converter.get(JAVA_LONG, 0), arena);
    // If a query fails while DuckDB 2 writes its result to a file, the writer waits for itself:
    // ManagedAsyncWriteStreamQueue locks what AsyncFileWriter::AbortWrite has locked.
    if (!texts("from duckdb_settings() where name = 'async_threads'").rows().isEmpty()) {
      execute("set async_threads = 0");
    }
  }

  /// Opens a new database in memory, with the library in DuckDB's JDBC driver
  /// (`org.duckdb:duckdb_jdbc`), which has to be on the class path. The classes of the driver are
  /// not used.
  ///
  /// @throws IllegalStateException if the driver is not there
  /// @throws IllegalCallerException if native access is denied
  public static DuckDb open() {
    Native.requireAccess();
    return new DuckDb(DuckDbLibrary.ofClassPath());
  }

  /// Opens a new database in memory with a library of DuckDB 1.4 or later.
  ///
  /// @throws IllegalArgumentException if the library cannot be loaded
  /// @throws IllegalCallerException if native access is denied
  public static DuckDb open(Path library) {
    Native.requireAccess();
    return new DuckDb(DuckDbLibrary.of(library));
  }

  /// Unpacks the library for this system from the jar of DuckDB's JDBC driver, for [#open(Path)].
  ///
  /// @param library the file to write, which must not exist
  /// @throws IOException if the jar has none for this system, or a file cannot be read or written
  public static void unpack(Path jar, Path library) throws IOException {
    DuckDbLibrary.unpack(jar, library);
  }

  /// Registers a table under a name, in place of the table that had the name.
  ///
  /// @throws IllegalStateException if this is closed
  public synchronized void register(String name, Table<?> table) {
    requireOpen();
    TableFunction function =
        new TableFunction(api, vectors, converter.get(JAVA_LONG, 0), table, copiedBytes, progress);
    functionCount++;
    String call = "ashlar_table_" + functionCount;
    function.register(call, converter.get(JAVA_LONG, 0), arena);
    execute("create or replace temp view %s as from %s()".formatted(DuckDbApi.quoted(name), call));
    TableFunction before = registered.put(name, function);
    if (before != null) {
      before.end();
    }
  }

  /// Unregisters a table.
  ///
  /// @throws IllegalArgumentException if no table has the name
  public synchronized void unregister(String name) {
    requireOpen();
    TableFunction function = registered.remove(name);
    if (function == null) {
      throw new IllegalArgumentException(
          "No table is registered as %s; there are %s".formatted(name, registered.keySet()));
    }
    function.end();
    execute("drop view " + DuckDbApi.quoted(name));
  }

  /// Returns how many bytes of tables queries have copied so far, because DuckDB could not read
  /// them in place. The bytes that are written for booleans and texts count.
  public long copiedBytes() {
    return copiedBytes.sum();
  }

  /// Returns the progress of the statement that another thread executes, from 0 to 1; negative if
  /// unknown. It is known if the statement reads registered tables or writes a result to a table,
  /// and mostly if it reads files.
  public double progress() {
    synchronized (asking) {
      double part = progress.part();
      return part >= 0 || closed ? part : api.queryProgress(connection.get(JAVA_LONG, 0)) / 100;
    }
  }

  /// Executes one statement or several, and discards the results.
  ///
  /// @throws DuckDbException if DuckDB refuses it
  public synchronized void execute(String sql) {
    try (DuckDbResult result = result(sql)) {
      result.require();
    }
  }

  /// Executes a query, and returns its result as a table that `arena` closes. Columns are converted
  /// to components as in [ArrowStream#toTable].
  ///
  /// @throws DuckDbException if DuckDB refuses it
  /// @throws IllegalArgumentException if the record does not match the result, or a value does not
  ///   fit its component
  public synchronized <R extends Record> Table<R> query(
      String sql, TableLayout<R> layout, Arena arena) {
    try (DuckDbResult result = result(sql)) {
      Table<R> table = layout.withCapacity(result.require().rowCount()).allocate(arena, 0);
      result.appendTo(table);
      return table;
    }
  }

  /// Executes a query, writes its result to a table in a new file, and commits the table. A failure
  /// leaves no file.
  ///
  /// @throws DuckDbException if DuckDB refuses the query
  /// @throws IllegalArgumentException if the record does not match the result, or a value does not
  ///   fit its component
  /// @throws IOException as [TableLayout#create] and [MappedTable#commit] do
  public synchronized <R extends Record> MappedTable<R> query(
      String sql, TableLayout<R> layout, Path path) throws IOException {
    try (DuckDbResult result = result(sql)) {
      MappedTable<R> table = layout.withCapacity(result.require().rowCount()).create(path, 0);
      try {
        result.appendTo(table);
        table.commit();
        return table;
      } catch (Throwable failure) {
        table.close();
        for (Path file : table.files()) {
          Files.delete(file);
        }
        throw failure;
      }
    }
  }

  /// Executes one query, and appends its rows to a table. It takes rows while the query is running,
  /// and does not hold the whole result in memory, as [#query] does. If it fails, the rows before
  /// are in the table.
  ///
  /// @throws DuckDbException if DuckDB refuses the query, or it fails
  /// @throws IllegalArgumentException if the record does not match the result, or a value does not
  ///   fit its component
  public synchronized <R extends Record> void append(String sql, Table<R> table) {
    requireOpen();
    progress.begin();
    try (DuckDbResult result = DuckDbResult.stream(api, connection.get(JAVA_LONG, 0), sql)) {
      result.appendTo(table);
    }
  }

  /// Executes a query. DuckDB writes its result to a file, and replaces an existing file.
  ///
  /// @param options the options of DuckDB's statement `copy`, as in `format parquet`; they become
  ///   part of the statement as they are
  /// @throws DuckDbException if DuckDB refuses it
  public synchronized void copy(String query, Path file, String options) {
    requireOpen();
    execute(
        "copy (%s\n) to '%s' (%s)"
            .formatted(
                // DuckDB takes a relative path that begins with ~ for one in the user's folder.
                withoutEnd(query), file.toAbsolutePath().toString().replace("'", "''"), options));
  }

  /// Returns a query without the semicolon behind it and what follows that, which is no statement.
  private String withoutEnd(String query) {
    long parser = connection.get(JAVA_LONG, 0);
    int statements = api.statementCount(parser, query);
    for (int end = query.indexOf(';'); end >= 0; end = query.indexOf(';', end + 1)) {
      String head = query.substring(0, end);
      // A semicolon in a comment or a literal ends nothing.
      if (api.statementCount(parser, query.substring(end + 1)) == 0
          && api.statementCount(parser, head) == statements) {
        return head;
      }
    }
    return query;
  }

  /// Executes a statement, and returns its result as texts, as DuckDB prints them. Of several
  /// statements, the result of the first is returned.
  ///
  /// @throws DuckDbException if DuckDB refuses it
  public synchronized Texts texts(String sql) {
    try (DuckDbResult result = result(sql)) {
      List<String> columns = result.require().columnNames();
      return new Texts(columns, result.rowCount() == 0 ? List.of() : cast(result));
    }
  }

  private List<List<@Nullable String>> cast(DuckDbResult rows) {
    results.show(rows);
    try (DuckDbResult texts =
        result("select columns(*)::varchar from %s()".formatted(ResultFunction.NAME))) {
      return texts.require().texts();
    } finally {
      results.show(null);
    }
  }

  private DuckDbResult result(String sql) {
    requireOpen();
    progress.begin();
    return DuckDbResult.of(api, connection.get(JAVA_LONG, 0), sql);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("The database is closed");
    }
  }

  /// Closes the database.
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    synchronized (asking) {
      closed = true;
    }
    try (arena;
        Closing _ = () -> api.destroy("close", database);
        Closing _ = () -> api.destroy("disconnect", connection);
        Closing _ = () -> api.destroy("disconnect", converter)) {
      return;
    }
  }
}
