package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The values of one field in all rows of a columns table, one after another.
///
/// Every type of field has a method to get and one to set; that of another type throws
/// [IllegalStateException]. An enum's column has ordinals. Rows that are not there throw
/// [IndexOutOfBoundsException].
///
/// The compiler vectorises a loop that counts an `int` from some row on:
///
/// ```java
/// for (Column prices : table.column("price").parts()) {
///   for (long row = 0; row < prices.size(); row += BLOCK) {
///     int rows = (int) Math.min(BLOCK, prices.size() - row);
///     for (int i = 0; i < rows; i++) {
///       sum += prices.getLong(row + i);
///     }
///   }
/// }
/// ```
///
/// A column shows the memory that its table had when the column was made, and ends with it.
public final class Column {
  private final Table<?> table;
  private final Field field;
  private final Carrier carrier;
  private final long size;

  /// Whether [#array] has the values: one test, which the compiler can take out of a loop, where the
  /// class of the array would be two.
  private final boolean onHeap;

  /// The values on the heap.
  private final @Nullable Object array;

  /// The values in native memory.
  private final @Nullable MemorySegment segment;

  /// The values of tables that have parts of `partRows` rows.
  private final Column @Nullable [] parts;

  private final long partRows;

  private Column(
      Table<?> table,
      Field field,
      long size,
      @Nullable Object array,
      @Nullable MemorySegment segment,
      Column @Nullable [] parts,
      long partRows) {
    this.table = table;
    this.field = field;
    this.carrier = field.carrier();
    this.size = size;
    this.onHeap = array != null;
    this.array = array;
    this.segment = segment;
    this.parts = parts;
    this.partRows = partRows;
  }

  static Column of(Table<?> table, Field field) {
    return of(table, table.placement(), field, table.size());
  }

  private static Column of(Table<?> table, Placement placement, Field field, long size) {
    Object[] arrays = placement.arrays();
    if (arrays != null) {
      return new Column(table, field, size, arrays[field.index()], null, null, 0);
    }
    Table<?>[] tables = placement.parts();
    if (tables == null) {
      long byteSize = size * field.carrier().byteSize();
      MemorySegment values = placement.column(field).asSlice(0, byteSize);
      return new Column(table, field, size, null, values, null, 0);
    }
    long partRows = placement.partRows();
    Column[] parts = new Column[(int) Math.ceilDiv(size, partRows)];
    for (int i = 0; i < parts.length; i++) {
      long rows = Math.min(partRows, size - i * partRows);
      parts[i] = of(table, tables[i].placement(), field, rows);
    }
    return new Column(table, field, size, null, null, parts, partRows);
  }

  /// The component's name.
  public String name() {
    return field.name();
  }

  /// The component's type.
  public Class<?> type() {
    return field.type();
  }

  /// The number of rows.
  public long size() {
    return size;
  }

  /// The pieces that lie in one run of memory each, in order. It is more than one where a column is
  /// longer than an array can be, or the file of a mapped table has grown.
  public List<Column> parts() {
    return parts == null ? List.of(this) : List.of(parts);
  }

  /// Returns the values as a segment in the machine's byte order: booleans as bytes, enums as
  /// unsigned bytes, or as chars if they have more than 256 constants.
  ///
  /// Of a mapped table it shows the file for as long as it is reachable, even when the table has
  /// been closed.
  ///
  /// @throws IllegalStateException if this has several [#parts]
  public MemorySegment asSegment() {
    table.requireOpen();
    if (segment != null) {
      return segment;
    }
    if (array != null) {
      return carrier.segment(array).asSlice(0, size * carrier.byteSize());
    }
    throw new IllegalStateException(this + " is in several parts");
  }

  private void requireWritable(MemorySegment values) {
    table.requireOpen();
    if (values.isReadOnly()) {
      throw Table.readOnly();
    }
  }

  /// Returns the ordinal of an enum.
  public int getOrdinal(long row) {
    Objects.checkIndex(row, size);
    if (!field.isEnum()) {
      throw wrongType(int.class);
    }
    if (parts != null) {
      return part(row).getOrdinal(row % partRows);
    }
    MemorySegment values = asSegment();
    return carrier == Carrier.BYTE
        ? values.get(ValueLayout.JAVA_BYTE, row) & 0xFF
        : values.get(ValueLayout.JAVA_CHAR, row * Character.BYTES);
  }

  private Column part(long row) {
    return Objects.requireNonNull(parts)[(int) (row / partRows)];
  }

  /// Goes on in the part of a row, which is the only way on if the type is right.
  private Column part(long row, Class<?> type) {
    if (parts == null || field.type() != type) {
      throw wrongType(type);
    }
    return part(row);
  }

  private IllegalStateException wrongType(Class<?> type) {
    return new IllegalStateException(
        "%s is %s, not %s".formatted(name(), field.type().getName(), type.getName()));
  }

  /// Returns the `boolean` of a row.
  public boolean getBoolean(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == boolean.class) {
      if (onHeap) {
        return ((byte[]) Objects.requireNonNull(array))[(int) row] != 0;
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment).get(ValueLayout.JAVA_BOOLEAN, row);
      }
    }
    return part(row, boolean.class).getBoolean(row % partRows);
  }

  /// Writes the `boolean` of a row.
  public void setBoolean(long row, boolean value) {
    Objects.checkIndex(row, size);
    if (field.type() == boolean.class) {
      if (onHeap) {
        ((byte[]) Objects.requireNonNull(array))[(int) row] = (byte) (value ? 1 : 0);
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment).set(ValueLayout.JAVA_BOOLEAN, row, value);
        return;
      }
    }
    part(row, boolean.class).setBoolean(row % partRows, value);
  }

  /// Returns the `byte` of a row.
  public byte getByte(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == byte.class) {
      if (onHeap) {
        return ((byte[]) Objects.requireNonNull(array))[(int) row];
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment).get(ValueLayout.JAVA_BYTE, row);
      }
    }
    return part(row, byte.class).getByte(row % partRows);
  }

  /// Writes the `byte` of a row.
  public void setByte(long row, byte value) {
    Objects.checkIndex(row, size);
    if (field.type() == byte.class) {
      if (onHeap) {
        ((byte[]) Objects.requireNonNull(array))[(int) row] = value;
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment).set(ValueLayout.JAVA_BYTE, row, value);
        return;
      }
    }
    part(row, byte.class).setByte(row % partRows, value);
  }

  /// Returns the `short` of a row.
  public short getShort(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == short.class) {
      if (onHeap) {
        return ((short[]) Objects.requireNonNull(array))[(int) row];
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment)
            .get(ValueLayout.JAVA_SHORT_UNALIGNED, row * Short.BYTES);
      }
    }
    return part(row, short.class).getShort(row % partRows);
  }

  /// Writes the `short` of a row.
  public void setShort(long row, short value) {
    Objects.checkIndex(row, size);
    if (field.type() == short.class) {
      if (onHeap) {
        ((short[]) Objects.requireNonNull(array))[(int) row] = value;
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment)
            .set(ValueLayout.JAVA_SHORT_UNALIGNED, row * Short.BYTES, value);
        return;
      }
    }
    part(row, short.class).setShort(row % partRows, value);
  }

  /// Returns the `char` of a row.
  public char getChar(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == char.class) {
      if (onHeap) {
        return ((char[]) Objects.requireNonNull(array))[(int) row];
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment)
            .get(ValueLayout.JAVA_CHAR_UNALIGNED, row * Character.BYTES);
      }
    }
    return part(row, char.class).getChar(row % partRows);
  }

  /// Writes the `char` of a row.
  public void setChar(long row, char value) {
    Objects.checkIndex(row, size);
    if (field.type() == char.class) {
      if (onHeap) {
        ((char[]) Objects.requireNonNull(array))[(int) row] = value;
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment)
            .set(ValueLayout.JAVA_CHAR_UNALIGNED, row * Character.BYTES, value);
        return;
      }
    }
    part(row, char.class).setChar(row % partRows, value);
  }

  /// Returns the `int` of a row.
  public int getInt(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == int.class) {
      if (onHeap) {
        return ((int[]) Objects.requireNonNull(array))[(int) row];
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment)
            .get(ValueLayout.JAVA_INT_UNALIGNED, row * Integer.BYTES);
      }
    }
    return part(row, int.class).getInt(row % partRows);
  }

  /// Writes the `int` of a row.
  public void setInt(long row, int value) {
    Objects.checkIndex(row, size);
    if (field.type() == int.class) {
      if (onHeap) {
        ((int[]) Objects.requireNonNull(array))[(int) row] = value;
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment)
            .set(ValueLayout.JAVA_INT_UNALIGNED, row * Integer.BYTES, value);
        return;
      }
    }
    part(row, int.class).setInt(row % partRows, value);
  }

  /// Returns the `long` of a row.
  public long getLong(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == long.class) {
      if (onHeap) {
        return ((long[]) Objects.requireNonNull(array))[(int) row];
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment).get(ValueLayout.JAVA_LONG_UNALIGNED, row * Long.BYTES);
      }
    }
    return part(row, long.class).getLong(row % partRows);
  }

  /// Writes the `long` of a row.
  public void setLong(long row, long value) {
    Objects.checkIndex(row, size);
    if (field.type() == long.class) {
      if (onHeap) {
        ((long[]) Objects.requireNonNull(array))[(int) row] = value;
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment).set(ValueLayout.JAVA_LONG_UNALIGNED, row * Long.BYTES, value);
        return;
      }
    }
    part(row, long.class).setLong(row % partRows, value);
  }

  /// Returns the `float` of a row.
  public float getFloat(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == float.class) {
      if (onHeap) {
        return ((float[]) Objects.requireNonNull(array))[(int) row];
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment)
            .get(ValueLayout.JAVA_FLOAT_UNALIGNED, row * Float.BYTES);
      }
    }
    return part(row, float.class).getFloat(row % partRows);
  }

  /// Writes the `float` of a row.
  public void setFloat(long row, float value) {
    Objects.checkIndex(row, size);
    if (field.type() == float.class) {
      if (onHeap) {
        ((float[]) Objects.requireNonNull(array))[(int) row] = value;
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment)
            .set(ValueLayout.JAVA_FLOAT_UNALIGNED, row * Float.BYTES, value);
        return;
      }
    }
    part(row, float.class).setFloat(row % partRows, value);
  }

  /// Returns the `double` of a row.
  public double getDouble(long row) {
    Objects.checkIndex(row, size);
    if (field.type() == double.class) {
      if (onHeap) {
        return ((double[]) Objects.requireNonNull(array))[(int) row];
      }
      if (segment != null) {
        table.requireOpen();
        return Names.nativeSegment(segment)
            .get(ValueLayout.JAVA_DOUBLE_UNALIGNED, row * Double.BYTES);
      }
    }
    return part(row, double.class).getDouble(row % partRows);
  }

  /// Writes the `double` of a row.
  public void setDouble(long row, double value) {
    Objects.checkIndex(row, size);
    if (field.type() == double.class) {
      if (onHeap) {
        ((double[]) Objects.requireNonNull(array))[(int) row] = value;
        return;
      }
      if (segment != null) {
        requireWritable(segment);
        Names.nativeSegment(segment)
            .set(ValueLayout.JAVA_DOUBLE_UNALIGNED, row * Double.BYTES, value);
        return;
      }
    }
    part(row, double.class).setDouble(row % partRows, value);
  }

  /// Names the record's component and its type; no values.
  @Override
  public String toString() {
    return "column " + field.text();
  }
}
