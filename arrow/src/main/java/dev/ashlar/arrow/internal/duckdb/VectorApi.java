// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.duckdb;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// The functions of DuckDB's C API that are called for each vector of rows. Method handles are
/// constants, and handles and addresses are `long`s, so that calls are inlined and allocate
/// nothing.
public final class VectorApi {
  private static final MethodHandle GET = Foreign.call(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG));
  private static final MethodHandle GET_AT =
      Foreign.call(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle SET =
      Foreign.call(FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
  private static final MethodHandle ACT = Foreign.call(FunctionDescriptor.ofVoid(JAVA_LONG));
  private static final MethodHandle CONVERT =
      Foreign.call(FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private final DuckDbApi api;
  private final MemorySegment initData;
  private final MemorySegment localInitData;
  private final MemorySegment vector;
  private final MemorySegment vectorData;
  private final MemorySegment ensureValidity;
  private final MemorySegment validity;
  private final MemorySegment referenceVector;
  private final MemorySegment setSize;
  private final MemorySegment chunkFromArrow;
  private final MemorySegment destroyChunk;
  private final long vectorSize;

  public VectorApi(DuckDbApi api, DuckDbLibrary library) {
    this.api = api;
    this.initData = function(library, "function_get_init_data");
    this.localInitData = function(library, "function_get_local_init_data");
    this.vector = function(library, "data_chunk_get_vector");
    this.vectorData = function(library, "vector_get_data");
    this.ensureValidity = function(library, "vector_ensure_validity_writable");
    this.validity = function(library, "vector_get_validity");
    this.referenceVector = function(library, "vector_reference_vector");
    this.setSize = function(library, "data_chunk_set_size");
    this.chunkFromArrow = function(library, "data_chunk_from_arrow");
    this.destroyChunk = function(library, "destroy_data_chunk");
    this.vectorSize = library.address("vector_size");
  }

  private static MemorySegment function(DuckDbLibrary library, String name) {
    return MemorySegment.ofAddress(library.address(name));
  }

  /// A native function without effect for structures that need no release. It has no parameters;
  /// the calling conventions of all 64-bit systems leave arguments to the caller.
  long noRelease() {
    return vectorSize;
  }

  long initData(long functionInfo) {
    return get(initData, functionInfo);
  }

  long localInitData(long functionInfo) {
    return get(localInitData, functionInfo);
  }

  /// The address of the values of a vector.
  long data(long vector) {
    return get(vectorData, vector);
  }

  /// The address of the bits that say which rows have a value. All are set before.
  long writableValidity(long vector) {
    try {
      ACT.invokeExact(ensureValidity, vector);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
    return get(validity, vector);
  }

  long vector(long chunk, long index) {
    try {
      return (long) GET_AT.invokeExact(vector, chunk, index);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  private static long get(MemorySegment function, long handle) {
    try {
      return (long) GET.invokeExact(function, handle);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// Makes a chunk of an array, which it owns from then on.
  ///
  /// @param variable is set to the chunk
  void chunkFromArrow(long connection, long array, long schema, long variable) {
    long error;
    try {
      error = (long) CONVERT.invokeExact(chunkFromArrow, connection, array, schema, variable);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
    api.requireNone(error);
  }

  /// Has a vector of one chunk share the values of that of another.
  void referenceVector(long chunk, long index, long source, long sourceIndex) {
    try {
      SET.invokeExact(referenceVector, vector(chunk, index), vector(source, sourceIndex));
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  void setSize(long chunk, long rows) {
    try {
      SET.invokeExact(setSize, chunk, rows);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  /// @param variable has the chunk
  void destroyChunk(long variable) {
    try {
      ACT.invokeExact(destroyChunk, variable);
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }
}
