// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

/// Writes arrays as single values, each with a tag.
final class UnpackedArrays {
  private UnpackedArrays() {}

  static void write(ProtoWriter writer, int field, Object values, FieldType type) {
    switch (values) {
      case int[] ints -> {
        for (int value : ints) {
          write(writer, field, value, type);
        }
      }
      case long[] longs -> {
        for (long value : longs) {
          write(writer, field, value, type);
        }
      }
      case float[] floats -> {
        for (float value : floats) {
          writer.writeFloat(field, value);
        }
      }
      case double[] doubles -> {
        for (double value : doubles) {
          writer.writeDouble(field, value);
        }
      }
      case boolean[] booleans -> {
        for (boolean value : booleans) {
          writer.writeBool(field, value);
        }
      }
      default -> throw new AssertionError(values.getClass());
    }
  }

  private static void write(ProtoWriter writer, int field, int value, FieldType type) {
    switch (type) {
      case UINT32 -> writer.writeUint32(field, value);
      case SINT32 -> writer.writeSint32(field, value);
      case FIXED32, SFIXED32 -> writer.writeFixed32(field, value);
      default -> writer.writeInt32(field, value);
    }
  }

  private static void write(ProtoWriter writer, int field, long value, FieldType type) {
    switch (type) {
      case SINT64 -> writer.writeSint64(field, value);
      case FIXED64, SFIXED64 -> writer.writeFixed64(field, value);
      default -> writer.writeInt64(field, value);
    }
  }
}
