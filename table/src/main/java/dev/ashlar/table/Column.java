package dev.ashlar.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// The values of one field in all rows of a columns table, one after another.
///
/// Every type of field has a method to get and one to set; that of another type throws
/// [IllegalStateException]. An enum's column has ordinals. Rows that are not there throw
/// [IndexOutOfBoundsException].
///
/// The compiler vectorises a loop that counts an `int`, over one or several columns of one part:
///
/// ```java
/// Column prices = table.column("price");
/// Column quantities = table.column("quantity");
/// for (int row = from; row < to; row++) {
///   sum += prices.getLong(row) * quantities.getLong(row);
/// }
/// ```
///
/// Longer columns are taken in blocks, and those of several parts [part by part][#parts]. C2 of JDK
/// 25 does not vectorise sums of values as they are, not those of arrays either.
///
/// A column shows the memory that its table had when the column was made, and ends with it.
public final class Column {
  private static final MemorySegment EVERYTHING = NativeAccess.everything();

  private final Table<?> table;
  private final Field field;
  private final FieldOffsets offsets;
  private final long size;
  private final Placement placement;

  /// The array that has the values; anything else if none has. What an array is asked for behind
  /// `instanceof`, C2 does not ask for in front of a loop, where it would be no array.
  private final Object values;

  /// Whether the values are from [#address] on, and need no checks but ours.
  private final boolean isDirect;

  private final long address;

  private Column(Table<?> table, Field field, long size, Placement placement) {
    this.table = table;
    this.field = field;
    this.offsets = FieldOffsets.of(table.layout().type().schema(), field);
    this.size = size;
    this.placement = placement;
    this.values = placement.kind == Placement.HEAP_COLUMNS ? placement.arrays[field.index()] : this;
    this.isDirect = placement.kind == Placement.DIRECT_COLUMNS;
    this.address = isDirect ? placement.address + placement.starts[field.index()] : 0;
  }

  /// A table that grows in another thread may show more rows than the memory has that is read here.
  static Column of(Table<?> table, Field field) {
    Placement placement = table.placement();
    table.requireOpen();
    return new Column(table, field, Math.min(table.size(), placement.capacity()), placement);
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
    if (!placement.hasParts()) {
      return List.of(this);
    }
    List<Column> parts = new ArrayList<>();
    for (long row = 0; row < size; row += placement.partRows()) {
      long rows = Math.min(placement.partRows(), size - row);
      parts.add(new Column(table, field, rows, placement.part(row).placement()));
    }
    return List.copyOf(parts);
  }

  /// Returns the values as a segment in the machine's byte order: booleans as bytes, enums as
  /// unsigned bytes, or as chars if they have more than 256 constants.
  ///
  /// Of a mapped table it shows the file until the table is closed. What it reaches may be written
  /// at any time, so the blocks of these rows are [unverified][Verification#unverified] from now on
  /// until the file is opened again, unless the table is open to read only.
  ///
  /// @throws IllegalStateException if this has several [#parts]
  public MemorySegment asSegment() {
    table.requireOpen();
    if (placement.hasParts()) {
      throw new IllegalStateException(this + " is in several parts: take each of parts()");
    }
    placement.lend(size);
    return placement.column(field).asSlice(0, size * field.carrier().byteSize());
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
    placement.requireReadable();
  }

  private void requireWritable(long row, Class<?> type) {
    require(row, type);
    placement.requireWritable(row);
  }

  private IllegalStateException wrongType(String asked) {
    String type = field.type().getName();
    return new IllegalStateException(
        "%s.%s is %s, not %s: use %s"
            .formatted(
                field.record().getName(),
                name(),
                type,
                asked,
                field.isEnum()
                    ? "getOrdinal to read, and a cursor to write"
                    : "get%1$s or set%1$s".formatted(field.carrier().suffix())));
  }

  /// Returns the ordinal of an enum.
  public int getOrdinal(long row) {
    if (!field.isEnum()) {
      throw wrongType("an enum");
    }
    require(row, field.type());
    return field.carrier() == Carrier.BYTE
        ? Access.getByte(offsets, placement, row) & 0xFF
        : Access.getChar(offsets, placement, row);
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
    if (values instanceof byte[] array) {
      return array[(int) row];
    }
    if (isDirect) {
      try {
        return EVERYTHING.get(ValueLayout.JAVA_BYTE, address + row);
      } finally {
        Reference.reachabilityFence(placement);
      }
    }
    return Access.getByte(offsets, placement, row);
  }

  private void setByteAt(long row, byte value) {
    if (values instanceof byte[] array) {
      array[(int) row] = value;
    } else if (isDirect) {
      try {
        EVERYTHING.set(ValueLayout.JAVA_BYTE, address + row, value);
      } finally {
        Reference.reachabilityFence(placement);
      }
    } else {
      Access.setByte(offsets, placement, row, value);
    }
  }

  /// Returns the `short` of a row.
  public short getShort(long row) {
    require(row, short.class);
    if (values instanceof short[] array) {
      return array[(int) row];
    }
    if (isDirect) {
      try {
        return EVERYTHING.get(ValueLayout.JAVA_SHORT_UNALIGNED, address + row * Short.BYTES);
      } finally {
        Reference.reachabilityFence(placement);
      }
    }
    return Access.getShort(offsets, placement, row);
  }

  /// Writes the `short` of a row.
  public void setShort(long row, short value) {
    requireWritable(row, short.class);
    if (values instanceof short[] array) {
      array[(int) row] = value;
    } else if (isDirect) {
      try {
        EVERYTHING.set(ValueLayout.JAVA_SHORT_UNALIGNED, address + row * Short.BYTES, value);
      } finally {
        Reference.reachabilityFence(placement);
      }
    } else {
      Access.setShort(offsets, placement, row, value);
    }
  }

  /// Returns the `char` of a row.
  public char getChar(long row) {
    require(row, char.class);
    if (values instanceof char[] array) {
      return array[(int) row];
    }
    if (isDirect) {
      try {
        return EVERYTHING.get(ValueLayout.JAVA_CHAR_UNALIGNED, address + row * Character.BYTES);
      } finally {
        Reference.reachabilityFence(placement);
      }
    }
    return Access.getChar(offsets, placement, row);
  }

  /// Writes the `char` of a row.
  public void setChar(long row, char value) {
    requireWritable(row, char.class);
    if (values instanceof char[] array) {
      array[(int) row] = value;
    } else if (isDirect) {
      try {
        EVERYTHING.set(ValueLayout.JAVA_CHAR_UNALIGNED, address + row * Character.BYTES, value);
      } finally {
        Reference.reachabilityFence(placement);
      }
    } else {
      Access.setChar(offsets, placement, row, value);
    }
  }

  /// Returns the `int` of a row.
  public int getInt(long row) {
    require(row, int.class);
    if (values instanceof int[] array) {
      return array[(int) row];
    }
    if (isDirect) {
      try {
        return EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, address + row * Integer.BYTES);
      } finally {
        Reference.reachabilityFence(placement);
      }
    }
    return Access.getInt(offsets, placement, row);
  }

  /// Writes the `int` of a row.
  public void setInt(long row, int value) {
    requireWritable(row, int.class);
    if (values instanceof int[] array) {
      array[(int) row] = value;
    } else if (isDirect) {
      try {
        EVERYTHING.set(ValueLayout.JAVA_INT_UNALIGNED, address + row * Integer.BYTES, value);
      } finally {
        Reference.reachabilityFence(placement);
      }
    } else {
      Access.setInt(offsets, placement, row, value);
    }
  }

  /// Returns the `long` of a row.
  public long getLong(long row) {
    require(row, long.class);
    if (values instanceof long[] array) {
      return array[(int) row];
    }
    if (isDirect) {
      try {
        return EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, address + row * Long.BYTES);
      } finally {
        Reference.reachabilityFence(placement);
      }
    }
    return Access.getLong(offsets, placement, row);
  }

  /// Writes the `long` of a row.
  public void setLong(long row, long value) {
    requireWritable(row, long.class);
    if (values instanceof long[] array) {
      array[(int) row] = value;
    } else if (isDirect) {
      try {
        EVERYTHING.set(ValueLayout.JAVA_LONG_UNALIGNED, address + row * Long.BYTES, value);
      } finally {
        Reference.reachabilityFence(placement);
      }
    } else {
      Access.setLong(offsets, placement, row, value);
    }
  }

  /// Returns the `float` of a row.
  public float getFloat(long row) {
    require(row, float.class);
    if (values instanceof float[] array) {
      return array[(int) row];
    }
    if (isDirect) {
      try {
        return EVERYTHING.get(ValueLayout.JAVA_FLOAT_UNALIGNED, address + row * Float.BYTES);
      } finally {
        Reference.reachabilityFence(placement);
      }
    }
    return Access.getFloat(offsets, placement, row);
  }

  /// Writes the `float` of a row.
  public void setFloat(long row, float value) {
    requireWritable(row, float.class);
    if (values instanceof float[] array) {
      array[(int) row] = value;
    } else if (isDirect) {
      try {
        EVERYTHING.set(ValueLayout.JAVA_FLOAT_UNALIGNED, address + row * Float.BYTES, value);
      } finally {
        Reference.reachabilityFence(placement);
      }
    } else {
      Access.setFloat(offsets, placement, row, value);
    }
  }

  /// Returns the `double` of a row.
  public double getDouble(long row) {
    require(row, double.class);
    if (values instanceof double[] array) {
      return array[(int) row];
    }
    if (isDirect) {
      try {
        return EVERYTHING.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, address + row * Double.BYTES);
      } finally {
        Reference.reachabilityFence(placement);
      }
    }
    return Access.getDouble(offsets, placement, row);
  }

  /// Writes the `double` of a row.
  public void setDouble(long row, double value) {
    requireWritable(row, double.class);
    if (values instanceof double[] array) {
      array[(int) row] = value;
    } else if (isDirect) {
      try {
        EVERYTHING.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, address + row * Double.BYTES, value);
      } finally {
        Reference.reachabilityFence(placement);
      }
    } else {
      Access.setDouble(offsets, placement, row, value);
    }
  }

  /// Names the record's component and its type; no values.
  @Override
  public String toString() {
    return "column " + field.text() + " of " + field.record().getName();
  }
}
