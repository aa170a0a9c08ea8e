// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.DuckDbException;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

/// Calls DuckDB's C API, which is documented in `duckdb.h`. The methods have the names of its
/// functions.
///
/// Handles are addresses. An object is destroyed by passing the address of a variable that holds
/// its handle.
public final class DuckDbApi {
  /// `duckdb_result`, which some functions take by value.
  static final StructLayout RESULT =
      MemoryLayout.structLayout(JAVA_LONG, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);

  private final DuckDbLibrary library;

  public DuckDbApi(DuckDbLibrary library) {
    this.library = library;
  }

  private static MemorySegment pointer(long address) {
    return MemorySegment.ofAddress(address);
  }

  /// Opens a database in memory, and writes its handle into a variable.
  public void open(MemorySegment variable) {
    MethodHandle open = library.function("open_ext", JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(ADDRESS);
      int state = (int) open.invokeExact(MemorySegment.NULL, variable, MemorySegment.NULL, error);
      if (state != 0) {
        throw new DuckDbException(taken(error.get(JAVA_LONG, 0)));
      }
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  public void connect(long database, MemorySegment variable) {
    try {
      int state =
          (int)
              library
                  .function("connect", JAVA_INT, ADDRESS, ADDRESS)
                  .invokeExact(pointer(database), variable);
      if (state != 0) {
        throw new DuckDbException("no connection to the database");
      }
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a function that destroys the object whose handle is in a variable.
  public void destroy(String function, MemorySegment variable) {
    try {
      library.procedure(function, ADDRESS).invokeExact(variable);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// @param result is written, also if the query fails
  int query(long connection, String sql, MemorySegment result) {
    try (Arena arena = Arena.ofConfined()) {
      return (int)
          library
              .function("query", JAVA_INT, ADDRESS, ADDRESS, ADDRESS)
              .invokeExact(pointer(connection), text(sql, arena), result);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  String resultError(MemorySegment result) {
    return Foreign.getString(address("result_error", result.address()));
  }

  /// Returns the number of statements in a text, or -1 if it cannot be parsed.
  public int statementCount(long connection, String sql) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment statements = arena.allocate(ADDRESS);
      long count =
          (long)
              library
                  .function("extract_statements", JAVA_LONG, ADDRESS, ADDRESS, ADDRESS)
                  .invokeExact(pointer(connection), text(sql, arena), statements);
      try {
        long error = address("extract_statements_error", statements.get(JAVA_LONG, 0));
        return error == 0 ? (int) count : -1;
      } finally {
        destroy("destroy_extracted", statements);
      }
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Returns a statement as C has texts.
  ///
  /// @throws IllegalArgumentException if it would end there before its end
  private static MemorySegment text(String sql, Arena arena) {
    int zero = sql.indexOf(0);
    if (zero >= 0) {
      throw new IllegalArgumentException(
          "The statement has a character 0 at %d, which would end it: write chr(0)"
              .formatted(zero));
    }
    return arena.allocateFrom(sql);
  }

  /// Calls a function that has one handle and returns an address.
  long address(String function, long handle) {
    try {
      return ((MemorySegment)
              library.function(function, ADDRESS, ADDRESS).invokeExact(pointer(handle)))
          .address();
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a function that has a handle and an index, and returns an address.
  long address(String function, long handle, long index) {
    try {
      return ((MemorySegment)
              library
                  .function(function, ADDRESS, ADDRESS, JAVA_LONG)
                  .invokeExact(pointer(handle), index))
          .address();
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a function that has one handle and returns a number.
  long count(String function, long handle) {
    try {
      return (long) library.function(function, JAVA_LONG, ADDRESS).invokeExact(pointer(handle));
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a function that has a handle and an index, and returns a number.
  long count(String function, long handle, long index) {
    try {
      return (long)
          library
              .function(function, JAVA_LONG, ADDRESS, JAVA_LONG)
              .invokeExact(pointer(handle), index);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a procedure that has two addresses.
  void call(String procedure, long handle, long argument) {
    try {
      library
          .procedure(procedure, ADDRESS, ADDRESS)
          .invokeExact(pointer(handle), pointer(argument));
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a procedure that has three addresses.
  void call(String procedure, long handle, long argument, long second) {
    try {
      library
          .procedure(procedure, ADDRESS, ADDRESS, ADDRESS)
          .invokeExact(pointer(handle), pointer(argument), pointer(second));
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

  void supportProjection(long function) {
    try {
      library
          .procedure("table_function_supports_projection_pushdown", ADDRESS, JAVA_BOOLEAN)
          .invokeExact(pointer(function), true);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  int registerTableFunction(long connection, long function) {
    try {
      return (int)
          library
              .function("register_table_function", JAVA_INT, ADDRESS, ADDRESS)
              .invokeExact(pointer(connection), pointer(function));
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  long createTableFunction() {
    try {
      return ((MemorySegment) library.function("create_table_function", ADDRESS).invokeExact())
          .address();
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  void setCardinality(long bindInfo, long rows) {
    try {
      library
          .procedure("bind_set_cardinality", ADDRESS, JAVA_LONG, JAVA_BOOLEAN)
          .invokeExact(pointer(bindInfo), rows, true);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  void setMaxThreads(long initInfo, long threads) {
    try {
      library
          .procedure("init_set_max_threads", ADDRESS, JAVA_LONG)
          .invokeExact(pointer(initInfo), threads);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Returns the type of a number in `duckdb_type`, which the caller destroys.
  long createLogicalType(int type) {
    try {
      return ((MemorySegment)
              library.function("create_logical_type", ADDRESS, JAVA_INT).invokeExact(type))
          .address();
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Returns the type of decimals, which the caller destroys.
  long createDecimalType(int precision, int scale) {
    try {
      return ((MemorySegment)
              library
                  .function("create_decimal_type", ADDRESS, JAVA_BYTE, JAVA_BYTE)
                  .invokeExact((byte) precision, (byte) scale))
          .address();
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Returns a handle of the next chunk of a result; 0 at its end.
  long fetchChunk(MemorySegment result) {
    try {
      return ((MemorySegment) library.function("fetch_chunk", ADDRESS, RESULT).invokeExact(result))
          .address();
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Describes columns as an Arrow schema.
  void toArrowSchema(long options, MemorySegment types, MemorySegment names, long target) {
    try {
      MemorySegment error =
          (MemorySegment)
              library
                  .function(
                      "to_arrow_schema", ADDRESS, ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS)
                  .invokeExact(
                      pointer(options),
                      types,
                      names,
                      types.byteSize() / Long.BYTES,
                      pointer(target));
      requireNone(error.address());
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Calls a conversion between Arrow and DuckDB that has three addresses.
  void convert(String function, long handle, long from, long to) {
    try {
      MemorySegment error =
          (MemorySegment)
              library
                  .function(function, ADDRESS, ADDRESS, ADDRESS, ADDRESS)
                  .invokeExact(pointer(handle), pointer(from), pointer(to));
      requireNone(error.address());
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// @throws DuckDbException with the message of an error, unless that is 0
  void requireNone(long error) {
    if (error == 0) {
      return;
    }
    String message = Foreign.getString(address("error_data_message", error));
    try (Arena arena = Arena.ofConfined()) {
      destroy("destroy_error_data", arena.allocateFrom(JAVA_LONG, error));
    }
    throw new DuckDbException(message);
  }

  /// Returns a text that DuckDB has allocated, and frees it.
  private String taken(long text) {
    String copy = Foreign.getString(text);
    try {
      library.procedure("free", ADDRESS).invokeExact(pointer(text));
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
    return copy;
  }

  /// {@return a name as a quoted identifier of SQL}
  public static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}
