package dev.ashlar.table;

import dev.ashlar.table.Placement.Checked;
import dev.ashlar.table.Placement.HeapRows;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.Reference;

/// Reads and writes one field of a row: a method for each [Carrier] with a branch for every kind of
/// memory, for the tables of all records.
///
/// One method for all kinds, and one for all records: the calls in a user's loop then have one
/// receiver whatever went through them, and [Rehearsal] can show HotSpot all the branches before
/// any loop is compiled. Offsets come as constants. What a branch needs is written into it: a
/// method of its own would be inlined only where its kind is frequent, and a call that is left in a
/// loop slows down all kinds. Only tables of several parts pay that.
///
/// Row, thread, lifetime and permission are checked against the memory that is about to be touched,
/// since the table may have another one by now. Memory could be collected while it is being read,
/// were it not for the fences. Aligned rows on the heap are read as words and shifted, which is
/// much less code than a segment. What is not a whole word is not written so: that would write its
/// neighbours too.
final class Access {
  private static final MemorySegment EVERYTHING = NativeAccess.everything();

  /// Under this mask C2 sees that an address is inside of everything, and checks it no more.
  static final long REACH = (1L << 56) - 1;

  private static final Class<?> NATIVE_SEGMENT = NativeAccess.NATIVE_SEGMENT;
  private static final Class<?> HEAP_SEGMENT = NativeAccess.HEAP_SEGMENT;

  private Access() {}

  /// Returns a reader of fields: `(FieldOffsets as Object, Table, long row)` to what is stored. No
  /// adapter is around it, since each is a class that the JDK has to make.
  static MethodHandle getter(Carrier carrier) {
    return handle(
        "get",
        carrier,
        MethodType.methodType(carrier.type(), Object.class, Table.class, long.class));
  }

  /// Returns a writer of fields: `(FieldOffsets as Object, Table, long row, value)`.
  static MethodHandle setter(Carrier carrier) {
    return handle(
        "set",
        carrier,
        MethodType.methodType(void.class, Object.class, Table.class, long.class, carrier.type()));
  }

  private static MethodHandle handle(String verb, Carrier carrier, MethodType shape) {
    try {
      return MethodHandles.lookup().findStatic(Access.class, verb + carrier.suffix(), shape);
    } catch (ReflectiveOperationException impossible) {
      throw Members.missing(impossible);
    }
  }

  static boolean getBoolean(Object field, Table<?> table, long row) {
    return getBoolean((FieldOffsets) field, table.placement(), row);
  }

  static void setBoolean(Object field, Table<?> table, long row, boolean value) {
    setBoolean((FieldOffsets) field, table.placement(), row, value);
  }

  static boolean getBoolean(FieldOffsets field, Placement memory, long row) {
    return getByte(field, memory, row) != 0;
  }

  static void setBoolean(FieldOffsets field, Placement memory, long row, boolean value) {
    setByte(field, memory, row, (byte) (value ? 1 : 0));
  }

  static byte getByte(Object field, Table<?> table, long row) {
    return getByte((FieldOffsets) field, table.placement(), row);
  }

  static void setByte(Object field, Table<?> table, long row, byte value) {
    setByte((FieldOffsets) field, table.placement(), row, value);
  }

  static byte getByte(FieldOffsets field, Placement memory, long row) {
    memory.requireReadable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        return EVERYTHING.get(ValueLayout.JAVA_BYTE, memory.address + offset);
      } finally {
        Reference.reachabilityFence(memory);
      }
    }
    if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof byte[] array) {
      return array[(int) row];
    }
    if (memory.heapRows instanceof HeapRows rows) {
      return (byte)
          (rows.words()[(int) row * field.wordStride() + field.wordOffset()] >>> field.shift());
    }
    if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      return ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .get(ValueLayout.JAVA_BYTE, offset);
    }
    return getByte(field, memory.part(row).placement(), memory.rowInPart(row));
  }

  static void setByte(FieldOffsets field, Placement memory, long row, byte value) {
    memory.requireWritable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        EVERYTHING.set(ValueLayout.JAVA_BYTE, memory.address + offset, value);
      } finally {
        Reference.reachabilityFence(memory);
      }
    } else if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof byte[] array) {
      array[(int) row] = value;
    } else if (memory.heapRows instanceof HeapRows rows) {
      ((MemorySegment) HEAP_SEGMENT.cast(rows.memory()))
          .set(ValueLayout.JAVA_BYTE, row * field.alignedStride() + field.alignedOffset(), value);
    } else if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .set(ValueLayout.JAVA_BYTE, offset, value);
    } else {
      setByte(field, memory.part(row).placement(), memory.rowInPart(row), value);
    }
  }

  static short getShort(Object field, Table<?> table, long row) {
    return getShort((FieldOffsets) field, table.placement(), row);
  }

  static void setShort(Object field, Table<?> table, long row, short value) {
    setShort((FieldOffsets) field, table.placement(), row, value);
  }

  static short getShort(FieldOffsets field, Placement memory, long row) {
    memory.requireReadable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Short.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        return EVERYTHING.get(ValueLayout.JAVA_SHORT_UNALIGNED, memory.address + offset);
      } finally {
        Reference.reachabilityFence(memory);
      }
    }
    if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof short[] array) {
      return array[(int) row];
    }
    if (memory.heapRows instanceof HeapRows rows) {
      return (short)
          (rows.words()[(int) row * field.wordStride() + field.wordOffset()] >>> field.shift());
    }
    if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      return ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .get(ValueLayout.JAVA_SHORT_UNALIGNED, offset);
    }
    return getShort(field, memory.part(row).placement(), memory.rowInPart(row));
  }

  static void setShort(FieldOffsets field, Placement memory, long row, short value) {
    memory.requireWritable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Short.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        EVERYTHING.set(ValueLayout.JAVA_SHORT_UNALIGNED, memory.address + offset, value);
      } finally {
        Reference.reachabilityFence(memory);
      }
    } else if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof short[] array) {
      array[(int) row] = value;
    } else if (memory.heapRows instanceof HeapRows rows) {
      ((MemorySegment) HEAP_SEGMENT.cast(rows.memory()))
          .set(
              ValueLayout.JAVA_SHORT_UNALIGNED,
              row * field.alignedStride() + field.alignedOffset(),
              value);
    } else if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, value);
    } else {
      setShort(field, memory.part(row).placement(), memory.rowInPart(row), value);
    }
  }

  static char getChar(Object field, Table<?> table, long row) {
    return getChar((FieldOffsets) field, table.placement(), row);
  }

  static void setChar(Object field, Table<?> table, long row, char value) {
    setChar((FieldOffsets) field, table.placement(), row, value);
  }

  static char getChar(FieldOffsets field, Placement memory, long row) {
    memory.requireReadable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Character.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        return EVERYTHING.get(ValueLayout.JAVA_CHAR_UNALIGNED, memory.address + offset);
      } finally {
        Reference.reachabilityFence(memory);
      }
    }
    if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof char[] array) {
      return array[(int) row];
    }
    if (memory.heapRows instanceof HeapRows rows) {
      return (char)
          (rows.words()[(int) row * field.wordStride() + field.wordOffset()] >>> field.shift());
    }
    if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      return ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .get(ValueLayout.JAVA_CHAR_UNALIGNED, offset);
    }
    return getChar(field, memory.part(row).placement(), memory.rowInPart(row));
  }

  static void setChar(FieldOffsets field, Placement memory, long row, char value) {
    memory.requireWritable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Character.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        EVERYTHING.set(ValueLayout.JAVA_CHAR_UNALIGNED, memory.address + offset, value);
      } finally {
        Reference.reachabilityFence(memory);
      }
    } else if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof char[] array) {
      array[(int) row] = value;
    } else if (memory.heapRows instanceof HeapRows rows) {
      ((MemorySegment) HEAP_SEGMENT.cast(rows.memory()))
          .set(
              ValueLayout.JAVA_CHAR_UNALIGNED,
              row * field.alignedStride() + field.alignedOffset(),
              value);
    } else if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .set(ValueLayout.JAVA_CHAR_UNALIGNED, offset, value);
    } else {
      setChar(field, memory.part(row).placement(), memory.rowInPart(row), value);
    }
  }

  static int getInt(Object field, Table<?> table, long row) {
    return getInt((FieldOffsets) field, table.placement(), row);
  }

  static void setInt(Object field, Table<?> table, long row, int value) {
    setInt((FieldOffsets) field, table.placement(), row, value);
  }

  static int getInt(FieldOffsets field, Placement memory, long row) {
    memory.requireReadable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Integer.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        return EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, memory.address + offset);
      } finally {
        Reference.reachabilityFence(memory);
      }
    }
    if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof int[] array) {
      return array[(int) row];
    }
    if (memory.heapRows instanceof HeapRows rows) {
      return (int)
          (rows.words()[(int) row * field.wordStride() + field.wordOffset()] >>> field.shift());
    }
    if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      return ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .get(ValueLayout.JAVA_INT_UNALIGNED, offset);
    }
    return getInt(field, memory.part(row).placement(), memory.rowInPart(row));
  }

  static void setInt(FieldOffsets field, Placement memory, long row, int value) {
    memory.requireWritable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Integer.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        EVERYTHING.set(ValueLayout.JAVA_INT_UNALIGNED, memory.address + offset, value);
      } finally {
        Reference.reachabilityFence(memory);
      }
    } else if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof int[] array) {
      array[(int) row] = value;
    } else if (memory.heapRows instanceof HeapRows rows) {
      ((MemorySegment) HEAP_SEGMENT.cast(rows.memory()))
          .set(
              ValueLayout.JAVA_INT_UNALIGNED,
              row * field.alignedStride() + field.alignedOffset(),
              value);
    } else if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .set(ValueLayout.JAVA_INT_UNALIGNED, offset, value);
    } else {
      setInt(field, memory.part(row).placement(), memory.rowInPart(row), value);
    }
  }

  static long getLong(Object field, Table<?> table, long row) {
    return getLong((FieldOffsets) field, table.placement(), row);
  }

  static void setLong(Object field, Table<?> table, long row, long value) {
    setLong((FieldOffsets) field, table.placement(), row, value);
  }

  static long getLong(FieldOffsets field, Placement memory, long row) {
    memory.requireReadable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Long.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        return EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, memory.address + offset);
      } finally {
        Reference.reachabilityFence(memory);
      }
    }
    if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof long[] array) {
      return array[(int) row];
    }
    if (memory.heapRows instanceof HeapRows rows) {
      return rows.words()[(int) row * field.wordStride() + field.wordOffset()];
    }
    if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      return ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    }
    return getLong(field, memory.part(row).placement(), memory.rowInPart(row));
  }

  static void setLong(FieldOffsets field, Placement memory, long row, long value) {
    memory.requireWritable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Long.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        EVERYTHING.set(ValueLayout.JAVA_LONG_UNALIGNED, memory.address + offset, value);
      } finally {
        Reference.reachabilityFence(memory);
      }
    } else if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof long[] array) {
      array[(int) row] = value;
    } else if (memory.heapRows instanceof HeapRows rows) {
      rows.words()[(int) row * field.wordStride() + field.wordOffset()] = value;
    } else if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
    } else {
      setLong(field, memory.part(row).placement(), memory.rowInPart(row), value);
    }
  }

  static float getFloat(Object field, Table<?> table, long row) {
    return getFloat((FieldOffsets) field, table.placement(), row);
  }

  static void setFloat(Object field, Table<?> table, long row, float value) {
    setFloat((FieldOffsets) field, table.placement(), row, value);
  }

  static float getFloat(FieldOffsets field, Placement memory, long row) {
    memory.requireReadable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Float.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        return EVERYTHING.get(ValueLayout.JAVA_FLOAT_UNALIGNED, memory.address + offset);
      } finally {
        Reference.reachabilityFence(memory);
      }
    }
    if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof float[] array) {
      return array[(int) row];
    }
    if (memory.heapRows instanceof HeapRows rows) {
      return Float.intBitsToFloat(
          (int)
              (rows.words()[(int) row * field.wordStride() + field.wordOffset()]
                  >>> field.shift()));
    }
    if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      return ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .get(ValueLayout.JAVA_FLOAT_UNALIGNED, offset);
    }
    return getFloat(field, memory.part(row).placement(), memory.rowInPart(row));
  }

  static void setFloat(FieldOffsets field, Placement memory, long row, float value) {
    memory.requireWritable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Float.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        EVERYTHING.set(ValueLayout.JAVA_FLOAT_UNALIGNED, memory.address + offset, value);
      } finally {
        Reference.reachabilityFence(memory);
      }
    } else if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof float[] array) {
      array[(int) row] = value;
    } else if (memory.heapRows instanceof HeapRows rows) {
      ((MemorySegment) HEAP_SEGMENT.cast(rows.memory()))
          .set(
              ValueLayout.JAVA_FLOAT_UNALIGNED,
              row * field.alignedStride() + field.alignedOffset(),
              value);
    } else if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .set(ValueLayout.JAVA_FLOAT_UNALIGNED, offset, value);
    } else {
      setFloat(field, memory.part(row).placement(), memory.rowInPart(row), value);
    }
  }

  static double getDouble(Object field, Table<?> table, long row) {
    return getDouble((FieldOffsets) field, table.placement(), row);
  }

  static void setDouble(Object field, Table<?> table, long row, double value) {
    setDouble((FieldOffsets) field, table.placement(), row, value);
  }

  static double getDouble(FieldOffsets field, Placement memory, long row) {
    memory.requireReadable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Double.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        return EVERYTHING.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, memory.address + offset);
      } finally {
        Reference.reachabilityFence(memory);
      }
    }
    if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof double[] array) {
      return array[(int) row];
    }
    if (memory.heapRows instanceof HeapRows rows) {
      return Double.longBitsToDouble(
          rows.words()[(int) row * field.wordStride() + field.wordOffset()]);
    }
    if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      return ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .get(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset);
    }
    return getDouble(field, memory.part(row).placement(), memory.rowInPart(row));
  }

  static void setDouble(FieldOffsets field, Placement memory, long row, double value) {
    memory.requireWritable(row);
    if (memory.kind <= Placement.DIRECT_COLUMNS) {
      long offset =
          memory.kind == Placement.DIRECT_COLUMNS
              ? row * Double.BYTES + memory.starts[field.index()]
              : memory.kind == Placement.DIRECT_ROWS
                  ? row * field.stride() + field.offset()
                  : row * field.alignedStride() + field.alignedOffset();
      try {
        EVERYTHING.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, memory.address + offset, value);
      } finally {
        Reference.reachabilityFence(memory);
      }
    } else if (memory.kind == Placement.HEAP_COLUMNS
        && memory.arrays[field.index()] instanceof double[] array) {
      array[(int) row] = value;
    } else if (memory.heapRows instanceof HeapRows rows) {
      rows.words()[(int) row * field.wordStride() + field.wordOffset()] =
          Double.doubleToRawLongBits(value);
    } else if (memory.checked instanceof Checked checked) {
      long offset = row * memory.steps[field.index()] + memory.starts[field.index()];
      ((MemorySegment) NATIVE_SEGMENT.cast(checked.memory()))
          .set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, value);
    } else {
      setDouble(field, memory.part(row).placement(), memory.rowInPart(row), value);
    }
  }
}
