// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.output;

import dev.ashlar.wire.FieldType;
import dev.ashlar.wire.internal.encoding.Wire;

/// Writes arrays as packed values. Varints are written at once if there is room for the largest;
/// otherwise their length is computed first. The length of words is known.
public final class PackedArrays {
  /// The conversion of a number before it is written as a varint.
  public static final int SIGNED = 0;

  public static final int UNSIGNED = 1;
  public static final int ZIG_ZAG = 2;

  /// Most bytes of a tag and a length.
  private static final int HEAD = 2 * Wire.MAX_VARINT32;

  private PackedArrays() {}

  private static long varint(int value, int mode) {
    return switch (mode) {
      case SIGNED -> value;
      case UNSIGNED -> value & 0xFFFF_FFFFL;
      default -> Wire.zigZag(value) & 0xFFFF_FFFFL;
    };
  }

  private static long varint(long value, int mode) {
    return mode == ZIG_ZAG ? Wire.zigZag(value) : value;
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

  public static void ints(OutputBuffer out, int field, int[] values, int mode) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    if (isTight(out, values.length)) {
      intsSized(out, tag, values, mode);
      return;
    }
    out.open(tag);
    byte[] buffer = out.buffer;
    int at = out.position;
    for (int value : values) {
      at = Wire.put(buffer, at, varint(value, mode));
    }
    out.position = at;
    out.close();
  }

  public static void longs(OutputBuffer out, int field, long[] values, int mode) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    if (isTight(out, values.length)) {
      longsSized(out, tag, values, mode);
      return;
    }
    out.open(tag);
    byte[] buffer = out.buffer;
    int at = out.position;
    for (long value : values) {
      at = Wire.put(buffer, at, varint(value, mode));
    }
    out.position = at;
    out.close();
  }

  /// For many values the length is computed first.
  private static void intsSized(OutputBuffer out, int tag, int[] values, int mode) {
    long size = 0;
    for (int value : values) {
      size += Wire.size(varint(value, mode));
    }
    long mark = begin(out, tag, size);
    try {
      for (int value : values) {
        out.varint(varint(value, mode));
      }
    } catch (Throwable failed) {
      out.rollBack(mark, out.depth - 1);
      throw failed;
    }
    out.close();
  }

  /// For many values the length is computed first.
  private static void longsSized(OutputBuffer out, int tag, long[] values, int mode) {
    long size = 0;
    for (long value : values) {
      size += Wire.size(varint(value, mode));
    }
    long mark = begin(out, tag, size);
    try {
      for (long value : values) {
        out.varint(varint(value, mode));
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

  public static void words(OutputBuffer out, int field, int[] values) {
    words(out, field, values, values.length, Integer.BYTES);
  }

  public static void words(OutputBuffer out, int field, long[] values) {
    words(out, field, values, values.length, Long.BYTES);
  }

  public static void floats(OutputBuffer out, int field, float[] values) {
    words(out, field, values, values.length, Float.BYTES);
  }

  public static void doubles(OutputBuffer out, int field, double[] values) {
    words(out, field, values, values.length, Double.BYTES);
  }

  /// Values of four or eight bytes.
  private static void words(OutputBuffer out, int field, Object values, int count, int width) {
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

  /// Writes an array as values of a field of that type.
  public static void write(OutputBuffer out, int field, Object values, FieldType type) {
    switch (type) {
      case INT32, ENUM -> ints(out, field, (int[]) values, SIGNED);
      case UINT32 -> ints(out, field, (int[]) values, UNSIGNED);
      case SINT32 -> ints(out, field, (int[]) values, ZIG_ZAG);
      case FIXED32, SFIXED32 -> words(out, field, (int[]) values);
      case INT64, UINT64 -> longs(out, field, (long[]) values, SIGNED);
      case SINT64 -> longs(out, field, (long[]) values, ZIG_ZAG);
      case FIXED64, SFIXED64 -> words(out, field, (long[]) values);
      case FLOAT -> floats(out, field, (float[]) values);
      case DOUBLE -> doubles(out, field, (double[]) values);
      case BOOL -> booleans(out, field, (boolean[]) values);
      case STRING, BYTES, MESSAGE, BY_JAVA_TYPE -> throw new AssertionError(type);
    }
  }
}
