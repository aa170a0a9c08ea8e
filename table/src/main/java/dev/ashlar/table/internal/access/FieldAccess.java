package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;

/// Where a field lies in a row of each [kind of chunk][Chunk#kind], and a pair of methods for each
/// type of field that read and write it there.
///
/// Each access checks thread, lifetime and row: a cursor may be used by two threads at once, and a
/// table may be closed between two fields. The caller has made sure that the row may be written.
///
/// There is one method for all kinds and all records, so that calls in a user's loop have one
/// receiver. A warm-up shows HotSpot all branches before a loop is compiled. Memory is reached by
/// methods that the JDK has HotSpot inline. Nothing else is called that has more than 35 bytes, so
/// that no profile makes a call too rare to be inlined (`InlineFrequencyRatio`, `MaxInlineSize`).
/// That is why the methods repeat themselves. The kind is the same for all fields of a row, so that
/// C2 unswitches loops by it, at most three times. Few nodes matter: C2 stops inlining at 18,000
/// (`NodeCountInliningCutoff`), and each field of a loop brings such a method. A caller that passes
/// a constant kind gets the code of that kind alone.
///
/// An address has three terms because C2 replaces a branch by conditional moves where it has fewer
/// results (`ConditionalMoveLimit`): these stay in loops, branches do not. From their types C2
/// knows that the address is within all of memory, and leaves the JDK's check out.
///
/// The numbers are constants for C2, which trusts the fields of a record.
///
/// @param index of the field in its record
/// @param stride of packed rows, and `offset` of the field there
/// @param alignedStride of aligned rows, and `alignedOffset` of the field there
/// @param wordStride of aligned rows in words, and `wordOffset` of the field there
/// @param shift from the low end of its word, in bits
@SuppressWarnings("ReachabilityFenceUsage") // An access that throws has not been one.
public record FieldAccess(
    int index,
    int stride,
    int offset,
    int alignedStride,
    int alignedOffset,
    int wordStride,
    int wordOffset,
    int shift) {
  private static final Class<?> HEAP = MemorySegment.ofArray(new long[0]).getClass();

  /// Returns the `boolean` in a row.
  public boolean getBoolean(Chunk chunk, int kind, int row) {
    return getByte(chunk, kind, row) != 0;
  }

  /// Writes the `boolean` in a row.
  public void setBoolean(Chunk chunk, int kind, int row, boolean value) {
    setByte(chunk, kind, row, (byte) (value ? 1 : 0));
  }

  /// Returns the `byte` in a row.
  public byte getByte(Chunk chunk, int kind, int row) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      byte value = (byte) DirectAccess.BYTES.get(DirectAccess.MEMORY, address);
      Reference.reachabilityFence(chunk);
      return value;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      return ((ByteBuffer) BufferAccess.TYPE.cast(buffer)).get(at);
    }
    if (kind == Chunk.HEAP_ROWS) {
      return (byte) (chunk.words[row * wordStride + wordOffset] >>> shift);
    }
    return ((byte[]) chunk.arrays[index])[row];
  }

  /// Writes the `byte` in a row.
  public void setByte(Chunk chunk, int kind, int row, byte value) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      DirectAccess.BYTES.set(DirectAccess.MEMORY, address, value);
      Reference.reachabilityFence(chunk);
    } else if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      ((ByteBuffer) BufferAccess.TYPE.cast(buffer)).put(at, value);
    } else if (kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory))
          .set(ValueLayout.JAVA_BYTE, (long) row * alignedStride + alignedOffset, value);
    } else {
      ((byte[]) chunk.arrays[index])[row] = value;
    }
  }

  /// Returns the `short` in a row.
  public short getShort(Chunk chunk, int kind, int row) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 1;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      short value = (short) DirectAccess.SHORTS.get(DirectAccess.MEMORY, address);
      Reference.reachabilityFence(chunk);
      return value;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 1;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      return (short) BufferAccess.SHORTS.get(buffer, at);
    }
    if (kind == Chunk.HEAP_ROWS) {
      return (short) (chunk.words[row * wordStride + wordOffset] >>> shift);
    }
    return ((short[]) chunk.arrays[index])[row];
  }

  /// Writes the `short` in a row.
  public void setShort(Chunk chunk, int kind, int row, short value) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 1;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      DirectAccess.SHORTS.set(DirectAccess.MEMORY, address, value);
      Reference.reachabilityFence(chunk);
    } else if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 1;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      BufferAccess.SHORTS.set(buffer, at, value);
    } else if (kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory))
          .set(ValueLayout.JAVA_SHORT_UNALIGNED, (long) row * alignedStride + alignedOffset, value);
    } else {
      ((short[]) chunk.arrays[index])[row] = value;
    }
  }

  /// Returns the `char` in a row.
  public char getChar(Chunk chunk, int kind, int row) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 1;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      char value = (char) DirectAccess.CHARS.get(DirectAccess.MEMORY, address);
      Reference.reachabilityFence(chunk);
      return value;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 1;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      return (char) BufferAccess.CHARS.get(buffer, at);
    }
    if (kind == Chunk.HEAP_ROWS) {
      return (char) (chunk.words[row * wordStride + wordOffset] >>> shift);
    }
    return ((char[]) chunk.arrays[index])[row];
  }

  /// Writes the `char` in a row.
  public void setChar(Chunk chunk, int kind, int row, char value) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 1;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      DirectAccess.CHARS.set(DirectAccess.MEMORY, address, value);
      Reference.reachabilityFence(chunk);
    } else if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 1;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      BufferAccess.CHARS.set(buffer, at, value);
    } else if (kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory))
          .set(ValueLayout.JAVA_CHAR_UNALIGNED, (long) row * alignedStride + alignedOffset, value);
    } else {
      ((char[]) chunk.arrays[index])[row] = value;
    }
  }

  /// Returns the `int` in a row.
  public int getInt(Chunk chunk, int kind, int row) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 2;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      int value = (int) DirectAccess.INTS.get(DirectAccess.MEMORY, address);
      Reference.reachabilityFence(chunk);
      return value;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 2;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      return (int) BufferAccess.INTS.get(buffer, at);
    }
    if (kind == Chunk.HEAP_ROWS) {
      return (int) (chunk.words[row * wordStride + wordOffset] >>> shift);
    }
    return ((int[]) chunk.arrays[index])[row];
  }

  /// Writes the `int` in a row.
  public void setInt(Chunk chunk, int kind, int row, int value) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 2;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      DirectAccess.INTS.set(DirectAccess.MEMORY, address, value);
      Reference.reachabilityFence(chunk);
    } else if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 2;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      BufferAccess.INTS.set(buffer, at, value);
    } else if (kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory))
          .set(ValueLayout.JAVA_INT_UNALIGNED, (long) row * alignedStride + alignedOffset, value);
    } else {
      ((int[]) chunk.arrays[index])[row] = value;
    }
  }

  /// Returns the `long` in a row.
  public long getLong(Chunk chunk, int kind, int row) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 3;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      long value = (long) DirectAccess.LONGS.get(DirectAccess.MEMORY, address);
      Reference.reachabilityFence(chunk);
      return value;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 3;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      return (long) BufferAccess.LONGS.get(buffer, at);
    }
    if (kind == Chunk.HEAP_ROWS) {
      return chunk.words[row * wordStride + wordOffset];
    }
    return ((long[]) chunk.arrays[index])[row];
  }

  /// Writes the `long` in a row.
  public void setLong(Chunk chunk, int kind, int row, long value) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 3;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      DirectAccess.LONGS.set(DirectAccess.MEMORY, address, value);
      Reference.reachabilityFence(chunk);
    } else if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 3;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      BufferAccess.LONGS.set(buffer, at, value);
    } else if (kind == Chunk.HEAP_ROWS) {
      chunk.words[row * wordStride + wordOffset] = value;
    } else {
      ((long[]) chunk.arrays[index])[row] = value;
    }
  }

  /// Returns the `float` in a row.
  public float getFloat(Chunk chunk, int kind, int row) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 2;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      float value = (float) DirectAccess.FLOATS.get(DirectAccess.MEMORY, address);
      Reference.reachabilityFence(chunk);
      return value;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 2;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      return (float) BufferAccess.FLOATS.get(buffer, at);
    }
    if (kind == Chunk.HEAP_ROWS) {
      return Float.intBitsToFloat((int) (chunk.words[row * wordStride + wordOffset] >>> shift));
    }
    return ((float[]) chunk.arrays[index])[row];
  }

  /// Writes the `float` in a row.
  public void setFloat(Chunk chunk, int kind, int row, float value) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 2;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      DirectAccess.FLOATS.set(DirectAccess.MEMORY, address, value);
      Reference.reachabilityFence(chunk);
    } else if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 2;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      BufferAccess.FLOATS.set(buffer, at, value);
    } else if (kind == Chunk.HEAP_ROWS) {
      ((MemorySegment) HEAP.cast(chunk.memory))
          .set(ValueLayout.JAVA_FLOAT_UNALIGNED, (long) row * alignedStride + alignedOffset, value);
    } else {
      ((float[]) chunk.arrays[index])[row] = value;
    }
  }

  /// Returns the `double` in a row.
  public double getDouble(Chunk chunk, int kind, int row) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 3;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      double value = (double) DirectAccess.DOUBLES.get(DirectAccess.MEMORY, address);
      Reference.reachabilityFence(chunk);
      return value;
    }
    if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 3;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      return (double) BufferAccess.DOUBLES.get(buffer, at);
    }
    if (kind == Chunk.HEAP_ROWS) {
      return Double.longBitsToDouble(chunk.words[row * wordStride + wordOffset]);
    }
    return ((double[]) chunk.arrays[index])[row];
  }

  /// Writes the `double` in a row.
  public void setDouble(Chunk chunk, int kind, int row, double value) {
    if (kind <= Chunk.COLUMNS) {
      long checked = chunk.requireDirect(row);
      long base = chunk.address;
      long distance;
      long offset;
      if (kind == Chunk.COLUMNS) {
        base = chunk.addresses[index];
        distance = checked << 3;
        offset = 0;
      } else if (kind == Chunk.ROWS) {
        distance = checked * stride;
        offset = this.offset;
      } else {
        distance = checked * alignedStride;
        offset = alignedOffset;
      }
      long address = (base & DirectAccess.MAX_BASE) + distance + offset;
      DirectAccess.DOUBLES.set(DirectAccess.MEMORY, address, value);
      Reference.reachabilityFence(chunk);
    } else if (kind >= Chunk.CHECKED) {
      ByteBuffer buffer = chunk.bytes;
      int at;
      if (kind == Chunk.CHECKED_COLUMNS) {
        buffer = chunk.columns[index];
        at = row << 3;
      } else {
        at =
            kind == Chunk.CHECKED_ROWS
                ? row * stride + offset
                : row * alignedStride + alignedOffset;
      }
      BufferAccess.DOUBLES.set(buffer, at, value);
    } else if (kind == Chunk.HEAP_ROWS) {
      chunk.words[row * wordStride + wordOffset] = Double.doubleToRawLongBits(value);
    } else {
      ((double[]) chunk.arrays[index])[row] = value;
    }
  }
}
