// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CStream;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.arrow.internal.cdata.Registry;
import dev.ashlar.arrow.internal.writer.TableBatches.Batch;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The functions of a [stream][CStream] that reads a table.
public final class ExportedStream {
  private static final int ENOMEM = 12;
  private static final int EIO = 5;

  private static final int BATCH_ROWS = 1 << 20;

  private static final long GET_SCHEMA = Foreign.filler(ExportedStream::schema, Arena.global());
  private static final long GET_NEXT = Foreign.filler(ExportedStream::next, Arena.global());
  private static final long GET_LAST_ERROR =
      Foreign.getter(ExportedStream::lastError, Arena.global());
  private static final long RELEASE = Foreign.procedure(ExportedStream::released, Arena.global());

  private final TableBatches batches;
  private long next;

  /// The message of the last call, which native code may read until the next one.
  private @Nullable MemorySegment error;

  private ExportedStream(TableBatches batches) {
    this.batches = batches;
  }

  public static void write(long target, TableBatches batches) {
    long number = Registry.add(new ExportedStream(batches));
    CStream.write(target, GET_SCHEMA, GET_NEXT, GET_LAST_ERROR, RELEASE, number);
  }

  private static ExportedStream of(MemorySegment stream) {
    return Registry.get(CStream.privateData(stream.address()), ExportedStream.class);
  }

  private static int schema(MemorySegment stream, MemorySegment schema) {
    try {
      ExportedSchema.write(schema.address(), of(stream).batches.columns());
      return 0;
    } catch (Throwable failure) {
      return failed(stream, failure);
    }
  }

  private static int next(MemorySegment stream, MemorySegment array) {
    try {
      ExportedStream self = of(stream);
      long end = self.batches.rowCount();
      self.next = self.batches.nextRow(self.next, end);
      if (self.next == end) {
        CArray.setRelease(array.address(), 0);
        return 0;
      }
      Batch batch = self.batches.batch(self.next, BATCH_ROWS);
      try {
        ExportedArray.write(array.address(), batch, self.batches.columns());
      } catch (IllegalStateException noText) {
        self.batches.requireTexts(self.batches.columns(), self.next, batch.tableRows());
        throw noText;
      }
      self.next += batch.tableRows();
      return 0;
    } catch (Throwable failure) {
      return failed(stream, failure);
    }
  }

  private static int failed(MemorySegment stream, Throwable failure) {
    try {
      of(stream).error = Arena.ofAuto().allocateFrom(Native.message(failure));
    } catch (Throwable second) {
      Native.log(second);
    }
    return failure instanceof OutOfMemoryError ? ENOMEM : EIO;
  }

  private static MemorySegment lastError(MemorySegment stream) {
    try {
      MemorySegment error = of(stream).error;
      return error == null ? MemorySegment.NULL : error;
    } catch (Throwable failure) {
      Native.log(failure);
      return MemorySegment.NULL;
    }
  }

  private static void released(MemorySegment structure) {
    try {
      long stream = structure.address();
      CStream.setRelease(stream, 0);
      Registry.remove(CStream.privateData(stream));
    } catch (Throwable failure) {
      Native.log(failure);
    }
  }
}
