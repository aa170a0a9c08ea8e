// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec;
import org.jspecify.annotations.Nullable;

/// A field that is stored as one integer, as a `long`.
final class NumberPart implements KeyPart {
  private final Field field;
  private final FieldAccess access;
  private final boolean isLong;
  private final @Nullable Codec codec;

  NumberPart(Schema schema, Field field) {
    this.field = field;
    this.access = schema.access(field);
    this.isLong = field.primitive() == PrimitiveType.LONG;
    this.codec = schema.codec(field);
  }

  @Override
  public Field field() {
    return field;
  }

  /// Returns the value of a row.
  long number(Chunk chunk, int row) {
    return isLong ? access.getLong(chunk, row) : narrow(chunk, row);
  }

  private long narrow(Chunk chunk, int row) {
    return switch (field.primitive()) {
      case BOOLEAN -> access.getBoolean(chunk, row) ? 1 : 0;
      case BYTE ->
          field.isEnum()
              ? Byte.toUnsignedLong(access.getByte(chunk, row))
              : access.getByte(chunk, row);
      case SHORT -> access.getShort(chunk, row);
      case CHAR -> access.getChar(chunk, row);
      default -> access.getInt(chunk, row);
    };
  }

  /// Returns what a value is stored as.
  ///
  /// @throws IllegalArgumentException if it is too large for the field
  /// @throws ClassCastException if it is of another type
  long number(Object value) {
    return switch (codec) {
      case Codec.OfInt ofInt -> ofInt.encode(value);
      case Codec.OfLong ofLong -> ofLong.encode(value);
      case null, default -> plain(value);
    };
  }

  @SuppressWarnings("EnumOrdinal") // The ordinal is what is stored.
  private long plain(Object value) {
    if (field.isEnum()) {
      return ((Enum<?>) field.type().cast(value)).ordinal();
    }
    return switch (field.primitive()) {
      case BOOLEAN -> (Boolean) value ? 1 : 0;
      case CHAR -> (Character) value;
      default -> integer(value);
    };
  }

  private long integer(Object value) {
    if (value instanceof Byte
        || value instanceof Short
        || value instanceof Integer
        || value instanceof Long) {
      long key = ((Number) value).longValue();
      int unused = Long.SIZE - Byte.SIZE * field.primitive().byteSize();
      if (key << unused >> unused == key) {
        return key;
      }
    }
    throw new ClassCastException();
  }

  @Override
  public boolean add(KeyBytes key, Chunk chunk, int row) {
    return key.addOrCompare(number(chunk, row));
  }

  @Override
  public boolean add(KeyBytes key, Object value) {
    return key.addOrCompare(number(value));
  }

  @Override
  public Object shown(Chunk chunk, int row) {
    return number(chunk, row);
  }
}
