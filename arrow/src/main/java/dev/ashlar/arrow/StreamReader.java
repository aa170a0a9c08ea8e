// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CSchema;
import dev.ashlar.arrow.internal.cdata.CStream;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.arrow.internal.reader.BatchReader;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/// Reads a producer's [stream][CStream].
final class StreamReader<R extends Record> implements AutoCloseable {
  private static final MethodHandle FILL =
      Foreign.call(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS));
  private static final MethodHandle LAST_ERROR =
      Foreign.call(FunctionDescriptor.of(ADDRESS, ADDRESS));

  private final long stream;
  private final TableLayout<R> layout;
  private final Arena arena = Arena.ofConfined();
  private final long schema = arena.allocate(CSchema.BYTES, Long.BYTES).address();
  private final long array = arena.allocate(CArray.BYTES, Long.BYTES).address();

  StreamReader(long stream, TableLayout<R> layout) {
    this.stream = stream;
    this.layout = layout;
  }

  Table<R> readAll(Arena target) throws ArrowException {
    fill(CStream.getSchema(stream), schema);
    BatchReader<R> batches = new BatchReader<>(layout, schema);
    while (true) {
      fill(CStream.getNext(stream), array);
      if (CArray.release(array) == 0) {
        return batches.table(target);
      }
      batches.add(array);
      Release.array(array);
    }
  }

  private void fill(long function, long target) throws ArrowException {
    int result;
    try {
      result =
          (int)
              FILL.invokeExact(
                  MemorySegment.ofAddress(function),
                  MemorySegment.ofAddress(stream),
                  MemorySegment.ofAddress(target));
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
    if (result != 0) {
      throw new ArrowException("error %d of the producer: %s".formatted(result, lastError()));
    }
  }

  private String lastError() {
    try {
      MemorySegment text =
          (MemorySegment)
              LAST_ERROR.invokeExact(
                  MemorySegment.ofAddress(CStream.getLastError(stream)),
                  MemorySegment.ofAddress(stream));
      return Foreign.getString(text.address());
    } catch (Throwable failure) {
      throw Native.unchecked(failure);
    }
  }

  @Override
  public void close() {
    try (arena) {
      Release.array(array);
      Release.schema(schema);
    }
  }
}
