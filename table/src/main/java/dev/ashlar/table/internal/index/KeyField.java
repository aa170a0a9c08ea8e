// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The field of an index. A key is the stored value, as a `long`. A row in which the value is
/// absent has no key.
public final class KeyField {
  private final Field field;
  private final FieldAccess access;
  private final boolean isLong;
  private final List<Field> presence;
  private final FieldAccess[] presenceAccess;
  private final @Nullable Codec codec;

  private KeyField(Schema schema, Field field, List<Field> presence) {
    this.field = field;
    this.access = schema.access(field);
    this.isLong = field.primitive() == PrimitiveType.LONG;
    this.presence = presence;
    this.presenceAccess = presence.stream().map(schema::access).toArray(FieldAccess[]::new);
    this.codec = schema.codec(field);
  }

  /// Returns the field of that name.
  ///
  /// @throws IllegalArgumentException if there is none, or its values are no keys
  public static KeyField of(Schema schema, String name) {
    Field field = schema.field(name);
    String reason = refusal(field);
    if (reason != null) {
      throw new IllegalArgumentException(
          "%s.%s cannot have an index: %s"
              .formatted(schema.type().getName(), field.name(), reason));
    }
    List<Field> presence =
        schema.allComponents().stream()
            .filter(component -> name.equals(component.name()) || isInside(component, name))
            .map(Component::presence)
            .flatMap(Stream::ofNullable)
            .filter(each -> !each.equals(field))
            .toList();
    return new KeyField(schema, field, presence);
  }

  private static boolean isInside(Component component, String name) {
    return name.startsWith(component.name() + ".");
  }

  private static @Nullable String refusal(Field field) {
    if (field.isCode()) {
      return "its codes differ from table to table; count or collect rows by code, see TextCodes";
    }
    if (field.isRun()) {
      return "a %s is not stored as one integer; integers, enums, dates, times and decimals of up to 18 digits are"
          .formatted(field.type().getSimpleName());
    }
    return switch (field.primitive()) {
      case FLOAT, DOUBLE ->
          "0.0 and -0.0 are equal and differ in memory; store a decimal, or the bits as a long";
      default -> null;
    };
  }

  /// The field, and those that say whether it has a value.
  public Stream<Field> fields() {
    return Stream.concat(Stream.of(field), presence.stream());
  }

  public String name() {
    return field.name();
  }

  /// Whether the row has a key.
  public boolean isPresent(Chunk chunk, int row) {
    for (FieldAccess each : presenceAccess) {
      if (each.getByte(chunk, chunk.kind, row) == 0) {
        return false;
      }
    }
    return true;
  }

  /// Returns the key of a row.
  long key(Chunk chunk, int row) {
    return isLong ? access.getLong(chunk, chunk.kind, row) : narrow(chunk, row);
  }

  private long narrow(Chunk chunk, int row) {
    int kind = chunk.kind;
    return switch (field.primitive()) {
      case BOOLEAN -> access.getBoolean(chunk, kind, row) ? 1 : 0;
      case BYTE ->
          field.isEnum()
              ? Byte.toUnsignedLong(access.getByte(chunk, kind, row))
              : access.getByte(chunk, kind, row);
      case SHORT -> access.getShort(chunk, kind, row);
      case CHAR -> access.getChar(chunk, kind, row);
      default -> access.getInt(chunk, kind, row);
    };
  }

  /// Returns the key of a value of the component.
  ///
  /// @throws IllegalArgumentException if the component cannot have that value
  public long keyOf(Object value) {
    Objects.requireNonNull(value, "A row without a value has no key");
    try {
      return switch (codec) {
        case Codec.OfInt ofInt -> ofInt.encode(value);
        case Codec.OfLong ofLong -> ofLong.encode(value);
        case null, default -> plainKeyOf(value);
      };
    } catch (ClassCastException other) {
      throw new IllegalArgumentException(
          "%s.%s has no value %s of %s"
              .formatted(field.record().getName(), name(), value, value.getClass().getName()),
          other);
    }
  }

  @SuppressWarnings("EnumOrdinal") // The ordinal is what is stored.
  private long plainKeyOf(Object value) {
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

  /// Says that two rows would have a key that only one may have.
  IllegalArgumentException taken(long key, long row) {
    return new IllegalArgumentException(
        "%s.%s is %d in row %d, and its index is unique: no other row can have it"
            .formatted(field.record().getName(), name(), key, row));
  }
}
