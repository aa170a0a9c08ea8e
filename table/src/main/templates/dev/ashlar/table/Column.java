// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.Guard;
import dev.ashlar.table.internal.memory.RowCopy;
import dev.ashlar.table.internal.memory.SegmentClasses;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The values of one field in all rows of a columns table, one after another.
///
/// Every primitive has a method to get and one to set; that of another type throws
/// [IllegalArgumentException]. An enum's column has ordinals. Rows that are not there throw
/// [IndexOutOfBoundsException].
///
/// A component is found by its name, one of a record inside by both names, as in `leg.quantity`. A
/// column has what is [stored][TableType]: of a `LocalDate` its days as `int`, of a decimal its
/// digits, of a text with [Dictionary] its code. The column `day.isPresent` of booleans says where `day` has a value. Decimals of more
/// than 18 digits, ids, arrays and texts have their bytes in [#asSegment], equally many for each
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
/// Longer columns are taken in blocks, and those of several chunks [chunk by chunk][#chunks]. C2 of
/// JDK 25 does not vectorize sums of values as they are, not those of arrays either.
///
/// Codes, and a field that has an [Index], are read only: the methods that write throw
/// [UnsupportedOperationException].
///
/// A column shows the rows that its table had when the column was made, and ends with the table.
public final class Column {
  private final Table<?> table;
  private final Field field;
  private final FieldAccess access;
  private final boolean isCode;
  private final TableMemory tableMemory;
  private final long first;
  private final long size;

  /// What has the first row.
  private final Chunk chunk;

  /// The array that has the values; anything else if none has. What an array is asked for behind
  /// `instanceof`, C2 does not ask for in front of a loop, where it would be no array.
  private final Object array;

  /// The native memory that has the values from its start on; null if they are in an array, or in
  /// several chunks.
  private final @Nullable MemorySegment memory;

  /// @param first row of the table that is in the column
  Column(Table<?> table, Field field, TableMemory tableMemory, long first, long size) {
    this.table = table;
    this.field = field.stored();
    this.isCode = table.rows().schema().fields().get(field.index()).isCode();
    this.access = table.rows().schema().access(field);
    this.tableMemory = tableMemory;
    this.first = first;
    this.size = size;
    this.chunk = tableMemory.first(first);
    boolean whole = tableMemory.runEnd(chunk) >= first + size;
    boolean onHeap = chunk.kind == Chunk.HEAP_COLUMNS;
    this.array = whole && onHeap ? chunk.arrays[field.index()] : this;
    this.memory = whole && !onHeap ? RowCopy.column(chunk, field) : null;
  }

  /// The component's name, as in `price` or `leg.quantity`.
  public String name() {
    return field.name();
  }

  /// The type of the values: a primitive or an enum, or the component's type if a value is more
  /// than one primitive.
  public Class<?> type() {
    return field.type();
  }

  /// The number of rows.
  public long size() {
    return size;
  }

  /// The pieces that lie in one run of memory each, in order. It is more than one where the table
  /// has grown, or a column is longer than an array can be.
  public List<Column> chunks() {
    List<Column> chunks = new ArrayList<>();
    for (long row = first; row < first + size; ) {
      long end = Math.min(tableMemory.runEnd(tableMemory.first(row)), first + size);
      chunks.add(new Column(table, field, tableMemory, row, end - row));
      row = end;
    }
    return chunks.isEmpty() ? List.of(this) : List.copyOf(chunks);
  }

  /// Returns the values as a segment in the machine's byte order: booleans as bytes, enums as
  /// unsigned bytes, or as chars if they have more than 256 constants.
  ///
  /// Of a mapped table it shows the file until the table is closed. It may be written at any time.
  /// So the blocks of these rows are [unverified][Verification#unverified] until the file is opened
  /// again, unless the table is open to read only.
  ///
  /// @throws IllegalStateException if this has several [#chunks]
  /// @throws UnsupportedOperationException if these are codes, or the field has an [Index]
  public MemorySegment asSegment() {
    MemorySegment values = values();
    requireNoCode();
    table.indexes().lend(field, "a segment");
    Guard guard = chunk.guard;
    if (guard != null) {
      guard.lend(chunk.guarded + size);
    }
    return values;
  }

  /// Returns the values as [#asSegment] does, to read only: so no rows become unverified.
  ///
  /// @throws IllegalStateException if this has several [#chunks]
  public MemorySegment asReadOnlySegment() {
    return values().asReadOnly();
  }

  private MemorySegment values() {
    table.requireOpen();
    long byteSize = size * field.byteSize();
    if (array != this) {
      return field.primitive().segment(array).asSlice(0, byteSize);
    }
    if (memory == null) {
      throw new IllegalStateException(this + " is in several chunks: take each of chunks()");
    }
    return memory.asSlice(0, byteSize);
  }

  private void require(long row, Class<?> type) {
    try {
      Objects.checkIndex(row, size);
    } catch (IndexOutOfBoundsException outside) {
      throw new IndexOutOfBoundsException(
          "There is no row %d in the %d of %s; rows are numbered from 0"
              .formatted(row, size, this));
    }
    if (field.type() != type) {
      throw wrongType(type.getName());
    }
    table.requireOpen();
    tableMemory.requireUsable();
  }

  private void requireWritable(long row, Class<?> type) {
    require(row, type);
    requireNoCode();
    table.indexes().requireNone(field, "a column");
    Chunk at = array != this || memory != null ? chunk : tableMemory.chunk(first + row);
    at.requireWritable(first + row - at.first);
  }

  private void requireNoCode() {
    if (isCode) {
      throw new UnsupportedOperationException(
          "%s.%s has codes, which the table gives to texts: write the text in a row or by a cursor"
              .formatted(field.record().getName(), name()));
    }
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
  public int getOrdinal(long row) {
    if (!field.isEnum()) {
      throw wrongType("an enum");
    }
    require(row, field.type());
    return field.primitive() == PrimitiveType.BYTE ? byteAt(row) & 0xFF : charAt(row);
  }

  /// Returns the `boolean` of a row.
  public boolean getBoolean(long row) {
    require(row, boolean.class);
    return byteAt(row) != 0;
  }

  /// Writes the `boolean` of a row.
  public void setBoolean(long row, boolean value) {
    requireWritable(row, boolean.class);
    setByteAt(row, (byte) (value ? 1 : 0));
  }

  /// Returns the `byte` of a row.
  public byte getByte(long row) {
    require(row, byte.class);
    return byteAt(row);
  }

  /// Writes the `byte` of a row.
  public void setByte(long row, byte value) {
    requireWritable(row, byte.class);
    setByteAt(row, value);
  }

  private byte byteAt(long row) {
    if (array instanceof byte[] values) {
      return values[(int) row];
    }
    if (memory != null) {
      return SegmentClasses.castNative(memory).get(ValueLayout.JAVA_BYTE, row);
    }
    Chunk at = tableMemory.chunk(first + row);
    return access.getByte(at, at.kind, (int) (first + row - at.first));
  }

  private void setByteAt(long row, byte value) {
    if (array instanceof byte[] values) {
      values[(int) row] = value;
    } else if (memory != null) {
      SegmentClasses.castNative(memory).set(ValueLayout.JAVA_BYTE, row, value);
    } else {
      Chunk at = tableMemory.chunk(first + row);
      access.setByte(at, at.kind, (int) (first + row - at.first), value);
    }
  }

  /// Returns the `char` of a row.
  public char getChar(long row) {
    require(row, char.class);
    return charAt(row);
  }

  private char charAt(long row) {
    if (array instanceof char[] values) {
      return values[(int) row];
    }
    if (memory != null) {
      return SegmentClasses.castNative(memory)
          .get(ValueLayout.JAVA_CHAR_UNALIGNED, row * Character.BYTES);
    }
    Chunk at = tableMemory.chunk(first + row);
    return access.getChar(at, at.kind, (int) (first + row - at.first));
  }

  /// Writes the `char` of a row.
  public void setChar(long row, char value) {
    requireWritable(row, char.class);
    if (array instanceof char[] values) {
      values[(int) row] = value;
    } else if (memory != null) {
      SegmentClasses.castNative(memory)
          .set(ValueLayout.JAVA_CHAR_UNALIGNED, row * Character.BYTES, value);
    } else {
      Chunk at = tableMemory.chunk(first + row);
      access.setChar(at, at.kind, (int) (first + row - at.first), value);
    }
  }

  //@ for  Name    type    LAYOUT            Box
  //@      Short   short   SHORT_UNALIGNED   Short
  //@      Int     int     INT_UNALIGNED     Integer
  //@      Long    long    LONG_UNALIGNED    Long
  //@      Float   float   FLOAT_UNALIGNED   Float
  //@      Double  double  DOUBLE_UNALIGNED  Double
  /// Returns the `$type` of a row.
  public $type get$Name(long row) {
    require(row, $type.class);
    if (array instanceof $type[] values) {
      return values[(int) row];
    }
    if (memory != null) {
      return SegmentClasses.castNative(memory)
          .get(ValueLayout.JAVA_$LAYOUT, row * $Box.BYTES);
    }
    Chunk at = tableMemory.chunk(first + row);
    return access.get$Name(at, at.kind, (int) (first + row - at.first));
  }

  /// Writes the `$type` of a row.
  public void set$Name(long row, $type value) {
    requireWritable(row, $type.class);
    if (array instanceof $type[] values) {
      values[(int) row] = value;
    } else if (memory != null) {
      SegmentClasses.castNative(memory)
          .set(ValueLayout.JAVA_$LAYOUT, row * $Box.BYTES, value);
    } else {
      Chunk at = tableMemory.chunk(first + row);
      access.set$Name(at, at.kind, (int) (first + row - at.first), value);
    }
  }

  //@ end
  /// Names the record's component and its type; no values.
  @Override
  public String toString() {
    return "column %s %s of %s"
        .formatted(field.name(), field.type().getTypeName(), field.record().getName());
  }
}
