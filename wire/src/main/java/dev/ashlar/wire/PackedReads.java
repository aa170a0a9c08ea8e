// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.wire.internal.encoding.Wire;
import java.util.Arrays;

/// Reads packed values into arrays. The number of values is known before the array is made: varints
/// are counted by their last bytes, and words have a fixed size.
///
/// `Arrays.copyOf` makes the arrays. If `new` made them, C2 would compile the loops of this class
/// to slower code: 100 numbers would take a quarter longer.
final class PackedReads {
  private static final int[] NO_INTS = {};
  private static final long[] NO_LONGS = {};
  private static final float[] NO_FLOATS = {};
  private static final double[] NO_DOUBLES = {};
  private static final boolean[] NO_BOOLEANS = {};

  private PackedReads() {}

  static int[] ints(ProtoReader reader, FieldType type) {
    int length = reader.requireLength(reader.readInt32());
    boolean isFixed = type.wireType() == Wire.FIXED32;
    int[] values =
        Arrays.copyOf(NO_INTS, isFixed ? length / Integer.BYTES : reader.countVarints(length));
    long begun = reader.limitTo(reader.currentOffset() + length);
    if (isFixed) {
      for (int i = 0; i < values.length; i++) {
        values[i] = reader.readFixed32();
      }
    } else if (type == FieldType.SINT32) {
      for (int i = 0; i < values.length; i++) {
        values[i] = reader.readSint32();
      }
    } else {
      for (int i = 0; i < values.length; i++) {
        values[i] = reader.readInt32();
      }
    }
    end(reader, begun);
    return values;
  }

  static long[] longs(ProtoReader reader, FieldType type) {
    int length = reader.requireLength(reader.readInt32());
    boolean isFixed = type.wireType() == Wire.FIXED64;
    long[] values =
        Arrays.copyOf(NO_LONGS, isFixed ? length / Long.BYTES : reader.countVarints(length));
    long begun = reader.limitTo(reader.currentOffset() + length);
    if (isFixed) {
      for (int i = 0; i < values.length; i++) {
        values[i] = reader.readFixed64();
      }
    } else if (type == FieldType.SINT64) {
      for (int i = 0; i < values.length; i++) {
        values[i] = reader.readSint64();
      }
    } else {
      for (int i = 0; i < values.length; i++) {
        values[i] = reader.readInt64();
      }
    }
    end(reader, begun);
    return values;
  }

  static float[] floats(ProtoReader reader) {
    int length = reader.requireLength(reader.readInt32());
    float[] values = Arrays.copyOf(NO_FLOATS, length / Float.BYTES);
    long begun = reader.limitTo(reader.currentOffset() + length);
    for (int i = 0; i < values.length; i++) {
      values[i] = reader.readFloat();
    }
    end(reader, begun);
    return values;
  }

  static double[] doubles(ProtoReader reader) {
    int length = reader.requireLength(reader.readInt32());
    double[] values = Arrays.copyOf(NO_DOUBLES, length / Double.BYTES);
    long begun = reader.limitTo(reader.currentOffset() + length);
    for (int i = 0; i < values.length; i++) {
      values[i] = reader.readDouble();
    }
    end(reader, begun);
    return values;
  }

  static boolean[] booleans(ProtoReader reader) {
    int length = reader.requireLength(reader.readInt32());
    boolean[] values = Arrays.copyOf(NO_BOOLEANS, reader.countVarints(length));
    long begun = reader.limitTo(reader.currentOffset() + length);
    for (int i = 0; i < values.length; i++) {
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
      case INT32, UINT32, ENUM, SINT32, FIXED32, SFIXED32 -> ints(reader, type);
      case INT64, UINT64, SINT64, FIXED64, SFIXED64 -> longs(reader, type);
      case FLOAT -> floats(reader);
      case DOUBLE -> doubles(reader);
      case BOOL -> booleans(reader);
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
