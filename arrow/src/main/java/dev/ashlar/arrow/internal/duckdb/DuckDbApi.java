// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.DuckDbException;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/// Calls DuckDB's C API, which is documented in `duckdb.h`. Its functions are called by their names
/// without `duckdb_`.
///
/// Handles are addresses. An object is destroyed by passing the address of a variable that holds
/// its handle.
public final class DuckDbApi {
  /// `duckdb_result`, which some functions take by value.
  static final StructLayout RESULT =
      MemoryLayout.structLayout(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);

  /// `duckdb_query_progress_type`: percentage, rows, all rows.
  private static final StructLayout PROGRESS =
      MemoryLayout.structLayout(JAVA_DOUBLE, JAVA_LONG, JAVA_LONG);

  private final DuckDbLibrary library;
  private final MethodHandle fetchChunk;
  private final MethodHandle queryProgress;

  public DuckDbApi(DuckDbLibrary library) {
    this.library = library;
    this.fetchChunk =
        Foreign.call(library.address("fetch_chunk"), FunctionDescriptor.of(JAVA_LONG, RESULT));
    this.queryProgress =
        Foreign.call(library.address("query_progress"), FunctionDescriptor.of(PROGRESS, JAVA_LONG));
  }

  /// Calls a function. Addresses, numbers and booleans are passed as `long`s, since each has a
  /// register of 64 bits of its own. A result of 32 bits is in the lower half; there is none to use
  /// if the function has none.
  long call(String function, long... arguments) {
    try {
      return (long) library.function(function, arguments.length).invokeExact(arguments);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a procedure that has a handle and a text, which it copies.
  void call(String procedure, long handle, String text) {
    try (Arena arena = Arena.ofConfined()) {
      call(procedure, handle, arena.allocateFrom(text).address());
    }
  }

  /// Calls a function that destroys the object whose handle is in a variable.
  public void destroy(String function, MemorySegment variable) {
    call(function, variable.address());
  }

  /// Opens a database in memory, and writes its handle into a variable.
  public void open(MemorySegment variable) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(ADDRESS);
      if ((int) call("open_ext", 0, variable.address(), 0, error.address()) != 0) {
        String message = Foreign.getString(error.get(JAVA_LONG, 0));
        call("free", error.get(JAVA_LONG, 0));
        throw new DuckDbException(message);
      }
    }
  }

  public void connect(long database, MemorySegment variable) {
    if ((int) call("connect", database, variable.address()) != 0) {
      throw new DuckDbException("no connection to the database");
    }
  }

  /// @param result is written, also if the query fails
  int query(long connection, String sql, MemorySegment result) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) call("query", connection, text(sql, arena), result.address());
    }
  }

  /// @param statement is written, also if it cannot be prepared
  void prepare(long connection, String sql, MemorySegment statement) {
    try (Arena arena = Arena.ofConfined()) {
      if ((int) call("prepare", connection, text(sql, arena), statement.address()) != 0) {
        long prepared = statement.get(JAVA_LONG, 0);
        throw new DuckDbException(Foreign.getString(call("prepare_error", prepared)));
      }
    }
  }

  /// Returns the number of statements in a text, or -1 if it cannot be parsed.
  public int statementCount(long connection, String sql) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment statements = arena.allocate(ADDRESS);
      long count = call("extract_statements", connection, text(sql, arena), statements.address());
      try {
        long error = call("extract_statements_error", statements.get(JAVA_LONG, 0));
        return error == 0 ? (int) count : -1;
      } finally {
        destroy("destroy_extracted", statements);
      }
    }
  }

  /// Returns the address of a statement as C has texts.
  ///
  /// @throws IllegalArgumentException if it would end there before its end, or has an unpaired
  ///   surrogate, which would become a question mark
  private static long text(String sql, Arena arena) {
    int zero = sql.indexOf(0);
    if (zero >= 0) {
      throw new IllegalArgumentException(
          "The statement has a character 0 at %d, which would end it: write chr(0)"
              .formatted(zero));
    }
    try {
      Utf8.encodedLength(sql, Malformed.REPORT);
    } catch (MalformedTextException unpaired) {
      throw new IllegalArgumentException(
          "The statement has an unpaired surrogate at %d, which no text in UTF-8 has: leave it out"
              .formatted(unpaired.index()),
          unpaired);
    }
    return arena.allocateFrom(sql).address();
  }

  /// Returns a handle of the next chunk of a result; 0 at its end.
  long fetchChunk(MemorySegment result) {
    try {
      return (long) fetchChunk.invokeExact(result);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Returns the percentage of the statement on a connection that is done; negative if DuckDB does
  /// not know it.
  public double queryProgress(long connection) {
    try (Arena arena = Arena.ofConfined()) {
      return ((MemorySegment) queryProgress.invokeExact((SegmentAllocator) arena, connection))
          .get(JAVA_DOUBLE, 0);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a conversion between Arrow and DuckDB.
  void convert(String function, long... arguments) {
    requireNone(call(function, arguments));
  }

  /// @throws DuckDbException with the message of an error, unless that is 0
  void requireNone(long error) {
    if (error == 0) {
      return;
    }
    String message = Foreign.getString(call("error_data_message", error));
    try (Arena arena = Arena.ofConfined()) {
      destroy("destroy_error_data", arena.allocateFrom(JAVA_LONG, error));
    }
    throw new DuckDbException(message);
  }

  /// {@return a name as a quoted identifier of SQL}
  public static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
