// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.DecidesCopies;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.WriteGate;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The values of one field in all rows of a columns table, one after another.
///
/// Every primitive has a method to get and one to set. A method of another type than the field's
/// throws [IllegalArgumentException]. An enum's column has ordinals. Access to a row that does not
/// exist throws [IndexOutOfBoundsException].
///
/// A column is named by its component; for a component of a nested record, by the path, as in
/// `leg.quantity`. It has the [stored][TableType] values: the days of a `LocalDate` as `int`, the
/// digits of a decimal, the code of a text with [DictionaryEncoded]. The column `day.isPresent` has
/// booleans, which are true if `day` has a value. Decimals of more than 18 digits, UUIDs, arrays
/// and texts have no methods here: their bytes are in [#asSegment], with the same number for each
/// row.
///
/// The compiler vectorizes a loop that counts an `int`, over one or several columns of one chunk:
///
/// ```java
/// Table<Trade> trades = TRADES.columns().heap(1_000);
/// Column prices = trades.column("price");
/// Column quantities = trades.column("quantity");
/// long sum = 0;
/// for (int row = 0; row < 1_000; row++) {
///   sum += prices.getLong(row) * quantities.getLong(row);
/// }
/// ```
///
/// A loop over a longer column goes over blocks of it, and over a column of several chunks [chunk
/// by chunk][#chunks]. JDK 25 does not vectorize plain sums of values, not even of arrays.
///
/// Codes, and a field that has an [Index], are read only: writing them throws
/// [UnsupportedOperationException].
///
/// A column shows the rows that its table had when the column was made, and ends with the table.
///
/// @implNote There is a class for values in an array, for values in a segment, and for several
///   chunks. A loop that meets all of them has virtual calls, unless it is
///   [specialized][dev.ashlar.memory.Specialized].
@DecidesCopies
public abstract sealed class Column permits ArrayColumn, SegmentColumn, ChunkedColumn {
  final Field field;
  final TableMemory tableMemory;

  /// The row of the table that is the first one here.
  final long first;

  /// The chunk that has the first row.
  final Chunk chunk;

  final long size;

  private final Table<?> table;
  private final boolean isCode;
  private final int rows;
  private final Class<?> type;

  Column(Table<?> table, Field field, TableMemory tableMemory, long first, long size) {
    this.table = table;
    this.field = field.stored();
    this.isCode = table.rows().schema().fields().get(field.index()).isCode();
    this.tableMemory = tableMemory;
    this.first = first;
    this.size = size;
    this.rows = (int) Math.min(size, Integer.MAX_VALUE);
    this.type = this.field.type();
    this.chunk = tableMemory.first(first);
  }

  /// @param first row of the table that is in the column
  static Column of(Table<?> table, Field field, TableMemory memory, long first, long size) {
    Chunk chunk = memory.first(first);
    if (size > Integer.MAX_VALUE || memory.runEnd(chunk) < first + size) {
      return new ChunkedColumn(table, field, memory, first, size);
    }
    return chunk.kind.isNative()
        ? new SegmentColumn(table, field, memory, first, size)
        : new ArrayColumn(table, field, memory, first, size);
  }

  /// Returns the component's name, as in `price` or `leg.quantity`.
  public final String name() {
    return field.name();
  }

  /// Returns the type of the values: a primitive or an enum, or the component's type if a value is
  /// more than one primitive.
  public final Class<?> type() {
    return type;
  }

  /// Returns the number of rows.
  public final long size() {
    return size;
  }

  /// Returns the parts of this column that lie in one run of memory each, in order. There are
  /// several if the table has grown, or if a column is longer than an array can be.
  public final List<Column> chunks() {
    List<Column> chunks = new ArrayList<>();
    for (long row = first; row < first + size; ) {
      long end = Math.min(tableMemory.runEnd(tableMemory.first(row)), first + size);
      chunks.add(of(table, field, tableMemory, row, end - row));
      row = end;
    }
    return chunks.isEmpty() ? List.of(this) : List.copyOf(chunks);
  }

  /// Returns the values as a segment in the machine's byte order: booleans as bytes, enums as
  /// unsigned bytes, or as chars if they have more than 256 constants.
  ///
  /// The segment of a mapped table shows the file until the table is closed. Since it may be
  /// written at any time, the blocks of these rows are [unverified][Verification#unverified] until
  /// the file is opened again, unless the table is open to read only.
  ///
  /// @throws IllegalStateException if this has several [#chunks]
  /// @throws UnsupportedOperationException if these are codes, or the field has an [Index]
  public final MemorySegment asSegment() {
    MemorySegment values = values();
    requireNoCode();
    table.indexes().lend(field, "a segment");
    WriteGate gate = chunk.gate;
    if (gate != null) {
      gate.lend(chunk.gateRow + size);
    }
    return values;
  }

  /// Returns the values as a read-only segment, like [#asSegment]. No rows become unverified.
  ///
  /// @throws IllegalStateException if this has several [#chunks]
  public final MemorySegment asReadOnlySegment() {
    return values().asReadOnly();
  }

  private MemorySegment values() {
    table.requireOpen();
    return memory().asSlice(0, size * field.byteSize());
  }

  /// Returns the memory that begins with the values.
  ///
  /// @throws IllegalStateException if they are in several chunks
  abstract MemorySegment memory();

  /// Throws unless the row exists and has values of this type.
  final int require(long row, Class<?> asked) {
    requireType(asked);
    return index(row);
  }

  /// In int arithmetic: loops over it are unrolled.
  private int index(long row) {
    if (row != (int) row) {
      throw outside(row);
    }
    try {
      return Objects.checkIndex((int) row, rows);
    } catch (IndexOutOfBoundsException outside) {
      throw outside(row);
    }
  }

  final void requireType(Class<?> asked) {
    if (type != asked) {
      throw wrongType(asked.getName());
    }
  }

  final IllegalStateException isChunked() {
    return new IllegalStateException(this + " is in several chunks: take each of chunks()");
  }

  /// Throws unless the table is open.
  final void requireOpen() {
    table.requireOpen();
  }

  /// Throws unless the table is open and this thread may use it.
  final void requireUsable() {
    requireOpen();
    tableMemory.requireUsable();
  }

  /// Throws unless the row, which exists, may be written.
  final void requireWritable(long row) {
    requireWritable(chunk, row);
  }

  /// Throws unless the row, which is in this chunk, may be written.
  final void requireWritable(Chunk at, long row) {
    requireValues();
    at.requireWritable(first + row - at.first);
  }

  private void requireValues() {
    requireNoCode();
    table.indexes().requireNone(field, "a column");
  }

  final IndexOutOfBoundsException outside(long row) {
    return new IndexOutOfBoundsException(
        "There is no row %d in the %d of %s; rows are numbered from 0"
            .formatted(row, size, this));
  }

  private void requireNoCode() {
    if (isCode) {
      throw codes();
    }
  }

  private UnsupportedOperationException codes() {
    return new UnsupportedOperationException(
        "%s.%s has codes, which the table gives to texts: write the text in a row or by a cursor"
            .formatted(field.record().getName(), name()));
  }

  /// Returns the type of an enum.
  final Class<?> requireEnum() {
    if (!field.isEnum()) {
      throw wrongType("an enum");
    }
    return type;
  }

  private IllegalArgumentException wrongType(String asked) {
    String type = field.type().getTypeName();
    return new IllegalArgumentException(
        "%s.%s is %s, not %s: use %s"
            .formatted(
                field.record().getName(),
                name(),
                type,
                asked,
                field.isEnum()
                    ? "getOrdinal to read, and a cursor to write"
                    : field.isRun()
                        ? "asSegment() for the bytes, or a cursor"
                        : "get%1$s or set%1$s".formatted(field.primitive().suffix())));
  }

  /// Returns the ordinal of an enum.
  public abstract int getOrdinal(long row);

  //@ for primitives
  /// Returns the `$type` of a row.
  public abstract $type get$Name(long row);

  /// Writes the `$type` of a row.
  public abstract void set$Name(long row, $type value);

  //@ end
  /// Returns a text with the record's component and its type. It does not contain values.
  @Override
  public String toString() {
    return "column %s %s of %s"
        .formatted(field.name(), field.type().getTypeName(), field.record().getName());
  }
}
