// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.wire.internal.encoding.Wire;

/// Arrays as packed values: varints forward where there is room for the largest, with a length
/// computed first where there is not; words with a length that is known.
final class PackedArrays {
  /// What becomes of a number before it is a varint.
  static final int SIGNED = 0;

  static final int UNSIGNED = 1;
  static final int ZIG_ZAG = 2;

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
  private static long begin(ProtoWriter writer, int tag, long size) {
    writer.requireCapacity(Wire.size(tag) + Wire.size(size) + size);
    long mark = writer.mark();
    writer.open(tag, size);
    return mark;
  }

  static void ints(ProtoWriter writer, int field, int[] values, int mode) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    if (writer.limit - writer.position < HEAD + (long) Wire.MAX_VARINT64 * values.length) {
      intsSized(writer, tag, values, mode);
      return;
    }
    writer.open(tag);
    byte[] buffer = writer.buffer;
    int at = writer.position;
    for (int value : values) {
      at = Wire.put(buffer, at, varint(value, mode));
    }
    writer.position = at;
    writer.close();
  }

  /// For many values the length is computed first.
  private static void intsSized(ProtoWriter writer, int tag, int[] values, int mode) {
    long size = 0;
    for (int value : values) {
      size += Wire.size(varint(value, mode));
    }
    long mark = begin(writer, tag, size);
    try {
      for (int value : values) {
        writer.addUint64(varint(value, mode));
      }
    } catch (Throwable failed) {
      writer.rollBack(mark, writer.depth() - 1);
      throw failed;
    }
    writer.close();
  }

  static void longs(ProtoWriter writer, int field, long[] values, int mode) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    if (writer.limit - writer.position < HEAD + (long) Wire.MAX_VARINT64 * values.length) {
      longsSized(writer, tag, values, mode);
      return;
    }
    writer.open(tag);
    byte[] buffer = writer.buffer;
    int at = writer.position;
    for (long value : values) {
      at = Wire.put(buffer, at, varint(value, mode));
    }
    writer.position = at;
    writer.close();
  }

  /// For many values the length is computed first.
  private static void longsSized(ProtoWriter writer, int tag, long[] values, int mode) {
    long size = 0;
    for (long value : values) {
      size += Wire.size(varint(value, mode));
    }
    long mark = begin(writer, tag, size);
    try {
      for (long value : values) {
        writer.addUint64(varint(value, mode));
      }
    } catch (Throwable failed) {
      writer.rollBack(mark, writer.depth() - 1);
      throw failed;
    }
    writer.close();
  }

  static void words(ProtoWriter writer, int field, int[] values) {
    int tag = Wire.tag(field, Wire.LENGTH);
    long size = (long) values.length * Integer.BYTES;
    if (values.length == 0) {
      return;
    }
    if (writer.goesInParts(HEAD + size) || size > Integer.MAX_VALUE) {
      long mark = begin(writer, tag, size);
      try {
        for (int value : values) {
          writer.addFixed32(value);
        }
      } catch (Throwable failed) {
        writer.rollBack(mark, writer.depth() - 1);
        throw failed;
      }
      writer.close();
      return;
    }
    int at = writer.makeRoom(Wire.size(tag) + Wire.size((int) size) + size);
    byte[] buffer = writer.buffer;
    at = Wire.put(buffer, Wire.put(buffer, at, tag), (int) size);
    for (int i = 0; i < values.length; i++) {
      Wire.INT.set(buffer, at + i * Integer.BYTES, values[i]);
    }
    writer.position = at + (int) size;
  }

  static void words(ProtoWriter writer, int field, long[] values) {
    int tag = Wire.tag(field, Wire.LENGTH);
    long size = (long) values.length * Long.BYTES;
    if (values.length == 0) {
      return;
    }
    if (writer.goesInParts(HEAD + size) || size > Integer.MAX_VALUE) {
      long mark = begin(writer, tag, size);
      try {
        for (long value : values) {
          writer.addFixed64(value);
        }
      } catch (Throwable failed) {
        writer.rollBack(mark, writer.depth() - 1);
        throw failed;
      }
      writer.close();
      return;
    }
    int at = writer.makeRoom(Wire.size(tag) + Wire.size((int) size) + size);
    byte[] buffer = writer.buffer;
    at = Wire.put(buffer, Wire.put(buffer, at, tag), (int) size);
    for (int i = 0; i < values.length; i++) {
      Wire.LONG.set(buffer, at + i * Long.BYTES, values[i]);
    }
    writer.position = at + (int) size;
  }

  static void floats(ProtoWriter writer, int field, float[] values) {
    int tag = Wire.tag(field, Wire.LENGTH);
    long size = (long) values.length * Integer.BYTES;
    if (values.length == 0) {
      return;
    }
    if (writer.goesInParts(HEAD + size) || size > Integer.MAX_VALUE) {
      long mark = begin(writer, tag, size);
      try {
        for (float value : values) {
          writer.addFloat(value);
        }
      } catch (Throwable failed) {
        writer.rollBack(mark, writer.depth() - 1);
        throw failed;
      }
      writer.close();
      return;
    }
    int at = writer.makeRoom(Wire.size(tag) + Wire.size((int) size) + size);
    byte[] buffer = writer.buffer;
    at = Wire.put(buffer, Wire.put(buffer, at, tag), (int) size);
    for (int i = 0; i < values.length; i++) {
      Wire.INT.set(buffer, at + i * Integer.BYTES, Float.floatToRawIntBits(values[i]));
    }
    writer.position = at + (int) size;
  }

  static void doubles(ProtoWriter writer, int field, double[] values) {
    int tag = Wire.tag(field, Wire.LENGTH);
    long size = (long) values.length * Long.BYTES;
    if (values.length == 0) {
      return;
    }
    if (writer.goesInParts(HEAD + size) || size > Integer.MAX_VALUE) {
      long mark = begin(writer, tag, size);
      try {
        for (double value : values) {
          writer.addDouble(value);
        }
      } catch (Throwable failed) {
        writer.rollBack(mark, writer.depth() - 1);
        throw failed;
      }
      writer.close();
      return;
    }
    int at = writer.makeRoom(Wire.size(tag) + Wire.size((int) size) + size);
    byte[] buffer = writer.buffer;
    at = Wire.put(buffer, Wire.put(buffer, at, tag), (int) size);
    for (int i = 0; i < values.length; i++) {
      Wire.LONG.set(buffer, at + i * Long.BYTES, Double.doubleToRawLongBits(values[i]));
    }
    writer.position = at + (int) size;
  }

  static void booleans(ProtoWriter writer, int field, boolean[] values) {
    int tag = Wire.tag(field, Wire.LENGTH);
    if (values.length == 0) {
      return;
    }
    long mark = begin(writer, tag, values.length);
    try {
      for (boolean value : values) {
        writer.addBool(value);
      }
    } catch (Throwable failed) {
      writer.rollBack(mark, writer.depth() - 1);
      throw failed;
    }
    writer.close();
  }

  /// Writes an array as values of a field of that type.
  static void write(ProtoWriter writer, int field, Object values, FieldType type) {
    switch (type) {
      case INT32, ENUM -> ints(writer, field, (int[]) values, SIGNED);
      case UINT32 -> ints(writer, field, (int[]) values, UNSIGNED);
      case SINT32 -> ints(writer, field, (int[]) values, ZIG_ZAG);
      case FIXED32, SFIXED32 -> words(writer, field, (int[]) values);
      case INT64, UINT64 -> longs(writer, field, (long[]) values, SIGNED);
      case SINT64 -> longs(writer, field, (long[]) values, ZIG_ZAG);
      case FIXED64, SFIXED64 -> words(writer, field, (long[]) values);
      case FLOAT -> floats(writer, field, (float[]) values);
      case DOUBLE -> doubles(writer, field, (double[]) values);
      case BOOL -> booleans(writer, field, (boolean[]) values);
      case STRING, BYTES, MESSAGE, BY_JAVA_TYPE -> throw new AssertionError(type);
    }
  }
}
