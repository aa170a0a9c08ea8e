// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import dev.ashlar.arrow.internal.cdata.CStream;
import dev.ashlar.arrow.internal.cdata.Native;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.arrow.internal.writer.ColumnFormat;
import dev.ashlar.arrow.internal.writer.ExportedStream;
import dev.ashlar.arrow.internal.writer.TableBatches;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.List;

/// A stream of Arrow's C Stream Interface: `struct ArrowArrayStream`, in native memory.
///
/// ```java
/// Table<Trade> trades = TRADES.columns().allocate(Arena.ofAuto(), 1_000);
/// try (ArrowStream stream = ArrowStream.of(trades, "id", "price")) {
///   long address = stream.struct().address(); // for a consumer in native code
/// }
/// try (ArrowStream stream = ArrowStream.of(trades)) {
///   Table<Trade> copy = stream.toTable(TRADES.rows(), Arena.ofAuto());
/// }
/// ```
///
/// A stream of a table has the rows that the table had when the stream was made, in batches of 2^20
/// at most. Columns are not copied if they are in an automatic arena, in the global arena, or in a
/// mapped file that any thread may use. The thread that asks for a batch copies all other columns
/// of that batch. Booleans are packed into bits. A batch keeps its memory until the consumer
/// releases it. If a row is written meanwhile, the consumer may see its old or its new values. If
/// the table is closed, or a text of the batch is not UTF-8, the next batch is an error. If another
/// process truncates the file while native code reads it, this process crashes.
///
/// A stream can be read once, and by one thread at a time. A stream that is not closed and never
/// read keeps its table for as long as the program runs.
public final class ArrowStream implements AutoCloseable {
  private final MemorySegment struct = Arena.ofAuto().allocate(CStream.BYTES, Long.BYTES);

  private ArrowStream() {
    Native.requireAccess();
  }

  /// Returns a stream of all fields.
  ///
  /// @throws IllegalStateException if the table is closed
  /// @throws IllegalCallerException if native access is denied
  public static ArrowStream of(Table<?> table) {
    return of(table, ColumnFormat.of(table.layout().type()));
  }

  /// Returns a stream of some fields, in this order.
  ///
  /// @throws IllegalArgumentException if the record has no such component
  /// @throws IllegalStateException if the table is closed
  /// @throws IllegalCallerException if native access is denied
  public static ArrowStream of(Table<?> table, String... names) {
    List<ColumnFormat> all = ColumnFormat.of(table.layout().type());
    return of(table, List.of(names).stream().map(name -> find(all, name, table)).toList());
  }

  private static ArrowStream of(Table<?> table, List<ColumnFormat> columns) {
    ArrowStream stream = new ArrowStream();
    ExportedStream.write(
        stream.struct.address(), new TableBatches(table, columns, Integer.MAX_VALUE, false));
    return stream;
  }

  private static ColumnFormat find(List<ColumnFormat> columns, String name, Table<?> table) {
    for (ColumnFormat column : columns) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    throw new IllegalArgumentException(
        "%s has no component %s; it has %s"
            .formatted(
                table.layout().type().recordType().getName(),
                name,
                columns.stream().map(ColumnFormat::name).toList()));
  }

  /// Moves a stream out of a producer's structure, and sets `release` in the structure to 0.
  ///
  /// @param struct the structure: a native segment of 40 bytes, or a zero-length segment at its
  ///   address
  /// @throws IllegalArgumentException if it was released or moved before, has another size, or is
  ///   on the heap
  /// @throws IllegalStateException if its memory is closed
  /// @throws IllegalCallerException if native access is denied
  public static ArrowStream from(MemorySegment struct) {
    ArrowStream stream = new ArrowStream();
    MemorySegment source = CStream.sized(struct);
    if (CStream.release(source) == 0) {
      throw new IllegalArgumentException(
          "The Arrow stream at 0x%x was released, or moved to another structure"
              .formatted(struct.address()));
    }
    stream.struct.copyFrom(source);
    CStream.setRelease(source, 0);
    return stream;
  }

  /// Returns the structure. A consumer reads the stream in place, or moves it out of the structure.
  /// This object has to stay reachable until the consumer has done so.
  public MemorySegment struct() {
    return struct;
  }

  /// Reads all batches into a new table that `arena` closes.
  ///
  /// A component gets the values of the column of the same name; other columns are ignored.
  /// Integers may have another size, if all values fit, and `float` becomes `double`. A decimal of
  /// scale 0 is read as an integer. So are dates, times and timestamps, in the unit of the stream.
  /// An enum is read from texts that are names of its constants. A `String` is read from `utf8`,
  /// `large_utf8` and view columns, with or without a dictionary. Times are converted to the
  /// component's unit and decimals to its scale, if nothing is lost. A null is read as an absent
  /// value.
  ///
  /// @throws IllegalArgumentException if a component has no column, or one of another type. Also if
  ///   a value does not fit, is no constant of the enum, is not UTF-8, or is null where the
  ///   component cannot be absent
  /// @throws IllegalStateException if the stream was read, closed or moved before
  /// @throws ArrowException if the producer fails
  public <R extends Record> Table<R> toTable(TableLayout<R> layout, Arena arena)
      throws ArrowException {
    long address = struct.address();
    if (CStream.release(address) == 0) {
      throw new IllegalStateException("The Arrow stream was read, closed or moved before");
    }
    try (this;
        StreamReader<R> reader = new StreamReader<>(address, layout)) {
      return reader.readAll(arena);
    }
  }

  /// Releases the stream, unless a consumer has done so or has moved it.
  @Override
  public void close() {
    try {
      Release.stream(struct.address());
    } finally {
      Reference.reachabilityFence(this);
    }
  }
}
