// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.internal.ArrayGrowth;
import dev.ashlar.wire.internal.encoding.Wire;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The fields of a message for which its record has no component, encoded as they were read.
///
/// A component of this type, without a [ProtoField], keeps these fields. They are written after all
/// other fields. A record without such a component loses them.
///
/// ```java
/// record Name(@ProtoField(1) String name, UnknownFields others) {}
///
/// ProtoType<Name> type = ProtoType.of(MethodHandles.lookup(), Name.class);
/// byte[] same = type.toByteArray(type.parse(new byte[] {16, 7}));
/// ```
public final class UnknownFields {
  /// No fields.
  public static final UnknownFields NONE = new UnknownFields(new byte[0]);

  private final byte[] fields;

  private UnknownFields(byte[] fields) {
    this.fields = fields;
  }

  /// {@return unknown fields with this encoding}
  public static UnknownFields of(byte[] fields) {
    return fields.length == 0 ? NONE : new UnknownFields(fields.clone());
  }

  /// {@return the size of the encoded fields, in bytes}
  public int byteSize() {
    return fields.length;
  }

  /// {@return a copy of the encoded fields}
  public byte[] toByteArray() {
    return fields.clone();
  }

  /// {@return a reader of the fields}
  public ProtoReader reader() {
    return ProtoReader.of(fields.clone());
  }

  void write(ProtoWriter writer) {
    if (fields.length != 0) {
      writer.writeEncoded(fields, 0, fields.length);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UnknownFields that && Arrays.equals(fields, that.fields);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(fields);
  }

  @Override
  public String toString() {
    return "UnknownFields of " + fields.length + " bytes";
  }

  /// Collects the unknown fields of a message while it is read.
  static final class Builder {
    private byte[] fields = new byte[64];
    private int size;

    Builder(@Nullable UnknownFields before) {
      if (before != null) {
        append(before.fields, before.fields.length);
      }
    }

    private void append(byte[] more, int length) {
      reserve(length);
      System.arraycopy(more, 0, fields, size, length);
      size += length;
    }

    private void reserve(int more) {
      if (more > fields.length - size) {
        fields =
            Arrays.copyOf(
                fields, (int) Math.min(2L * (size + (long) more), ArrayGrowth.MAX_LENGTH));
      }
    }

    void add(ProtoReader reader, int tag) {
      long from = reader.offset();
      reader.skipField(tag);
      int length = (int) (reader.offset() - from);
      reserve(Wire.MAX_VARINT32 + length);
      size = Wire.put(fields, size, tag);
      reader.copyTo(from, fields, size, length);
      size += length;
    }

    void addEnum(int tag, int number) {
      reserve(Wire.MAX_VARINT32 + Wire.MAX_VARINT64);
      size = Wire.put(fields, Wire.put(fields, size, tag), (long) number);
    }

    UnknownFields build() {
      return new UnknownFields(Arrays.copyOf(fields, size));
    }
  }
}
