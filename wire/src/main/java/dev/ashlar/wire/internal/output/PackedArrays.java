// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.output;

import dev.ashlar.wire.FieldType;
import dev.ashlar.wire.internal.encoding.Wire;
import java.lang.reflect.Array;

/// Writes arrays as packed values. Words have a known size. Varints are written in one pass if
/// there is room for the largest; otherwise their size is computed first.
public final class PackedArrays {
  /// Most bytes of a tag and a length.
  private static final int HEAD = 2 * Wire.MAX_VARINT32;

  private PackedArrays() {}

  /// {@return a number as it is written: compared with constants, which costs the loops nothing}
  private static long varint(int value, FieldType type) {
    return type == FieldType.SINT32
        ? Wire.zigZag(value) & 0xFFFF_FFFFL
        : type == FieldType.UINT32 ? value & 0xFFFF_FFFFL : value;
  }

  private static long varint(long value, FieldType type) {
    return type == FieldType.SINT64 ? Wire.zigZag(value) : value;
  }

  /// {@return where the writer was}
  private static long begin(OutputBuffer out, int tag, long size) {
    out.requireCapacity(Wire.size(tag) + Wire.size(size) + size);
    long mark = out.mark();
    out.open(tag, size);
    return mark;
  }

  private static boolean isTight(OutputBuffer out, int count) {
    return out.limit - out.position < HEAD + (long) Wire.MAX_VARINT64 * count;
  }

  public static void ints(OutputBuffer out, int field, int[] values, FieldType type) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    if (isTight(out, values.length)) {
      intsSized(out, tag, values, type);
      return;
    }
    out.open(tag);
    byte[] buffer = out.buffer;
    int at = out.position;
    for (int value : values) {
      at = Wire.put(buffer, at, varint(value, type));
    }
    out.position = at;
    out.close();
  }

  public static void longs(OutputBuffer out, int field, long[] values, FieldType type) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    if (isTight(out, values.length)) {
      longsSized(out, tag, values, type);
      return;
    }
    out.open(tag);
    byte[] buffer = out.buffer;
    int at = out.position;
    for (long value : values) {
      at = Wire.put(buffer, at, varint(value, type));
    }
    out.position = at;
    out.close();
  }

  /// For many values the length is computed first.
  private static void intsSized(OutputBuffer out, int tag, int[] values, FieldType type) {
    long size = 0;
    for (int value : values) {
      size += Wire.size(varint(value, type));
    }
    long mark = begin(out, tag, size);
    try {
      for (int value : values) {
        out.varint(varint(value, type));
      }
    } catch (Throwable failed) {
      out.rollBack(mark, out.depth - 1);
      throw failed;
    }
    out.close();
  }

  /// For many values the length is computed first.
  private static void longsSized(OutputBuffer out, int tag, long[] values, FieldType type) {
    long size = 0;
    for (long value : values) {
      size += Wire.size(varint(value, type));
    }
    long mark = begin(out, tag, size);
    try {
      for (long value : values) {
        out.varint(varint(value, type));
      }
    } catch (Throwable failed) {
      out.rollBack(mark, out.depth - 1);
      throw failed;
    }
    out.close();
  }

  public static void booleans(OutputBuffer out, int field, boolean[] values) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    long mark = begin(out, tag, values.length);
    try {
      for (boolean value : values) {
        out.varint(value ? 1 : 0);
      }
    } catch (Throwable failed) {
      out.rollBack(mark, out.depth - 1);
      throw failed;
    }
    out.close();
  }

  /// Writes an array of `count` values of `width` bytes, four or eight.
  public static void words(OutputBuffer out, int field, Object values, int count, int width) {
    if (count == 0) {
      return;
    }
    int tag = Wire.tag(field, Wire.LENGTH);
    long size = (long) count * width;
    if (out.goesInParts(HEAD + size) || size > Integer.MAX_VALUE) {
      long mark = begin(out, tag, size);
      try {
        for (int i = 0; i < count; ) {
          int at = out.makeRoom(width);
          int part = Math.min((out.limit - at) / width, count - i);
          put(values, i, out.buffer, at, part);
          out.position = at + part * width;
          i += part;
        }
      } catch (Throwable failed) {
        out.rollBack(mark, out.depth - 1);
        throw failed;
      }
      out.close();
      return;
    }
    int at = out.makeRoom(Wire.size(tag) + Wire.size((int) size) + size);
    byte[] buffer = out.buffer;
    at = Wire.put(buffer, Wire.put(buffer, at, tag), (int) size);
    put(values, 0, buffer, at, count);
    out.position = at + (int) size;
  }

  private static void put(Object values, int from, byte[] buffer, int at, int count) {
    if (values instanceof int[] ints) {
      for (int i = 0; i < count; i++) {
        Wire.INT.set(buffer, at + i * Integer.BYTES, ints[from + i]);
      }
    } else if (values instanceof long[] longs) {
      for (int i = 0; i < count; i++) {
        Wire.LONG.set(buffer, at + i * Long.BYTES, longs[from + i]);
      }
    } else if (values instanceof float[] floats) {
      for (int i = 0; i < count; i++) {
        Wire.INT.set(buffer, at + i * Integer.BYTES, Float.floatToRawIntBits(floats[from + i]));
      }
    } else {
      double[] doubles = (double[]) values;
      for (int i = 0; i < count; i++) {
        Wire.LONG.set(buffer, at + i * Long.BYTES, Double.doubleToRawLongBits(doubles[from + i]));
      }
    }
  }

  public static void write(OutputBuffer out, int field, Object values, FieldType type) {
    switch (type) {
      case INT32, UINT32, SINT32, ENUM -> ints(out, field, (int[]) values, type);
      case INT64, UINT64, SINT64 -> longs(out, field, (long[]) values, type);
      case FIXED32, SFIXED32, FLOAT ->
          words(out, field, values, Array.getLength(values), Integer.BYTES);
      case FIXED64, SFIXED64, DOUBLE ->
          words(out, field, values, Array.getLength(values), Long.BYTES);
      case BOOL -> booleans(out, field, (boolean[]) values);
      case STRING, BYTES, MESSAGE, BY_JAVA_TYPE -> throw new AssertionError(type);
    }
  }
}
