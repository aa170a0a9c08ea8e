// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import java.util.Arrays;

/// Reads packed values into arrays. Their number is known before the array is made. Varints are
/// counted by their last bytes; words have a fixed size.
///
/// Each method appends to `before`, the values of the field that were read earlier.
final class PackedReads {
  /// How a number is encoded.
  static final int PLAIN = 0;

  static final int ZIG_ZAG = 1;
  static final int FIXED = 2;

  static final int[] NO_INTS = {};
  static final long[] NO_LONGS = {};
  static final float[] NO_FLOATS = {};
  static final double[] NO_DOUBLES = {};
  static final boolean[] NO_BOOLEANS = {};

  private PackedReads() {}

  static int[] ints(ProtoReader reader, int mode, int[] before) {
    int length = reader.requireLength(reader.readInt32());
    int width = mode == FIXED ? Integer.BYTES : 1;
    int count = mode == FIXED ? length / width : reader.countVarints(length);
    int[] values = Arrays.copyOf(before, before.length + count);
    long begun = reader.limitTo(reader.currentOffset() + length);
    switch (mode) {
      case FIXED -> {
        for (int i = before.length; i < values.length; i++) {
          values[i] = reader.readFixed32();
        }
      }
      case ZIG_ZAG -> {
        for (int i = before.length; i < values.length; i++) {
          values[i] = reader.readSint32();
        }
      }
      default -> {
        for (int i = before.length; i < values.length; i++) {
          values[i] = reader.readInt32();
        }
      }
    }
    end(reader, begun);
    return values;
  }

  static long[] longs(ProtoReader reader, int mode, long[] before) {
    int length = reader.requireLength(reader.readInt32());
    int width = mode == FIXED ? Long.BYTES : 1;
    int count = mode == FIXED ? length / width : reader.countVarints(length);
    long[] values = Arrays.copyOf(before, before.length + count);
    long begun = reader.limitTo(reader.currentOffset() + length);
    switch (mode) {
      case FIXED -> {
        for (int i = before.length; i < values.length; i++) {
          values[i] = reader.readFixed64();
        }
      }
      case ZIG_ZAG -> {
        for (int i = before.length; i < values.length; i++) {
          values[i] = reader.readSint64();
        }
      }
      default -> {
        for (int i = before.length; i < values.length; i++) {
          values[i] = reader.readInt64();
        }
      }
    }
    end(reader, begun);
    return values;
  }

  static float[] floats(ProtoReader reader, float[] before) {
    int length = reader.requireLength(reader.readInt32());
    float[] values = Arrays.copyOf(before, before.length + length / Float.BYTES);
    long begun = reader.limitTo(reader.currentOffset() + length);
    for (int i = before.length; i < values.length; i++) {
      values[i] = reader.readFloat();
    }
    end(reader, begun);
    return values;
  }

  static double[] doubles(ProtoReader reader, double[] before) {
    int length = reader.requireLength(reader.readInt32());
    double[] values = Arrays.copyOf(before, before.length + length / Double.BYTES);
    long begun = reader.limitTo(reader.currentOffset() + length);
    for (int i = before.length; i < values.length; i++) {
      values[i] = reader.readDouble();
    }
    end(reader, begun);
    return values;
  }

  static boolean[] booleans(ProtoReader reader, boolean[] before) {
    int length = reader.requireLength(reader.readInt32());
    int count = reader.countVarints(length);
    boolean[] values = Arrays.copyOf(before, before.length + count);
    long begun = reader.limitTo(reader.currentOffset() + length);
    for (int i = before.length; i < values.length; i++) {
      values[i] = reader.readBool();
    }
    end(reader, begun);
    return values;
  }

  private static void end(ProtoReader reader, long begun) {
    if (reader.hasRemaining()) {
      throw reader.failure("packed values end inside of one");
    }
    reader.limitTo(begun);
  }

  /// {@return packed values of a field of that type, as an array}
  static Object packed(ProtoReader reader, FieldType type) {
    return switch (type) {
      case INT32, UINT32, ENUM -> reader.readPackedInt32();
      case SINT32 -> reader.readPackedSint32();
      case FIXED32, SFIXED32 -> reader.readPackedFixed32();
      case INT64, UINT64 -> reader.readPackedInt64();
      case SINT64 -> reader.readPackedSint64();
      case FIXED64, SFIXED64 -> reader.readPackedFixed64();
      case FLOAT -> reader.readPackedFloat();
      case DOUBLE -> reader.readPackedDouble();
      case BOOL -> reader.readPackedBool();
      case STRING, BYTES, MESSAGE, BY_JAVA_TYPE -> throw new AssertionError(type);
    };
  }

  /// {@return one value of a field of that type, as an array}
  static Object single(ProtoReader reader, FieldType type) {
    return switch (type) {
      case INT32, UINT32, ENUM -> new int[] {reader.readInt32()};
      case SINT32 -> new int[] {reader.readSint32()};
      case FIXED32, SFIXED32 -> new int[] {reader.readFixed32()};
      case INT64, UINT64 -> new long[] {reader.readInt64()};
      case SINT64 -> new long[] {reader.readSint64()};
      case FIXED64, SFIXED64 -> new long[] {reader.readFixed64()};
      case FLOAT -> new float[] {reader.readFloat()};
      case DOUBLE -> new double[] {reader.readDouble()};
      case BOOL -> new boolean[] {reader.readBool()};
      case STRING, BYTES, MESSAGE, BY_JAVA_TYPE -> throw new AssertionError(type);
    };
  }

  static Object none(FieldType type) {
    return switch (type) {
      case INT32, UINT32, ENUM, SINT32, FIXED32, SFIXED32 -> NO_INTS;
      case INT64, UINT64, SINT64, FIXED64, SFIXED64 -> NO_LONGS;
      case FLOAT -> NO_FLOATS;
      case DOUBLE -> NO_DOUBLES;
      case BOOL -> NO_BOOLEANS;
      case STRING, BYTES, MESSAGE, BY_JAVA_TYPE -> throw new AssertionError(type);
    };
  }
}
