// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.DuckDbException;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;

/// A table function of DuckDB. For each use of the function in a query, DuckDB calls [#bind]. When
/// the query is executed, DuckDB calls [#init], then [#initThread] on each of its threads, and then
/// [#fill] for each vector of rows.
///
/// If one of them throws, the query fails with that error.
abstract class ScanFunction {
  final DuckDbApi api;
  final VectorApi vectors;

  ScanFunction(DuckDbApi api, VectorApi vectors) {
    this.api = api;
    this.vectors = vectors;
  }

  /// Adds the columns, with [#addColumn].
  abstract void bind(long info);

  abstract void init(long info);

  void initThread(long info) {}

  /// Fills the vectors of a chunk, and returns the number of rows; 0 at the end.
  abstract long fill(long info, long chunk);

  /// Says what else DuckDB may ask of the function.
  void describe(long function) {}

  /// Registers this function in the database.
  ///
  /// @param connection a connection that no query is using
  /// @param arena the arena of the functions that DuckDB calls; it is closed after the database
  public final void register(String name, long connection, Arena arena) {
    Foreign.Procedure bind = info -> report("bind_set_error", info, this::bind);
    Foreign.Procedure init = info -> report("init_set_error", info, this::init);
    Foreign.Procedure initThread = info -> report("init_set_error", info, this::initThread);
    Foreign.Procedure2 fill = this::fill;
    long function = api.call("create_table_function");
    api.call("table_function_set_name", function, name);
    api.call("table_function_set_bind", function, Foreign.procedure(bind, arena));
    api.call("table_function_set_init", function, Foreign.procedure(init, arena));
    api.call("table_function_set_local_init", function, Foreign.procedure(initThread, arena));
    api.call("table_function_set_function", function, Foreign.procedure2(fill, arena));
    describe(function);
    int state = (int) api.call("register_table_function", connection, function);
    api.destroy("destroy_table_function", arena.allocateFrom(JAVA_LONG, function));
    if (state != 0) {
      throw new DuckDbException("the table function %s could not be registered".formatted(name));
    }
  }

  /// Adds a column of a logical type, which is destroyed.
  final void addColumn(long info, String name, long type) {
    try (Arena arena = Arena.ofConfined()) {
      api.call("bind_add_result_column", info, arena.allocateFrom(name).address(), type);
      api.destroy("destroy_logical_type", arena.allocateFrom(JAVA_LONG, type));
    }
  }

  private void report(String setError, MemorySegment info, LongConsumer callback) {
    try {
      callback.accept(info.address());
    } catch (Throwable failure) {
      fail(setError, info, failure);
    }
  }

  private void fill(MemorySegment info, MemorySegment chunk) {
    try {
      vectors.setSize(chunk.address(), fill(info.address(), chunk.address()));
    } catch (Throwable failure) {
      fail("function_set_error", info, failure);
    }
  }

  private void fail(String setError, MemorySegment info, Throwable failure) {
    try {
      api.call(setError, info.address(), Native.message(failure));
    } catch (Throwable second) {
      Native.log(second);
    }
  }
}
