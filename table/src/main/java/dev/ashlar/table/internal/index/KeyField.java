// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.index;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.index.KeyPart.Run;
import dev.ashlar.table.internal.schema.Component;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec.OfRun;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The fields of an index. The key of a single field that is stored as an integer is that number.
/// Any other key is its [bytes][KeyBytes], with a hash. A row in which a value is absent has no
/// key, nor has one that refers to a text that does not exist.
public final class KeyField {
  private final String record;
  private final String name;

  /// The types and names, for messages.
  private final String types;

  private final KeyPart[] parts;
  private final List<Field> presence;
  private final FieldAccess[] presenceAccess;

  /// The only field, if its values are the keys.
  private final @Nullable NumberPart number;

  private KeyField(Schema schema, String name, List<KeyPart> parts, List<Field> presence) {
    this.record = schema.type().getName();
    this.name = name;
    this.types =
        parts.stream()
            .map(part -> type(schema, part.field()) + " " + part.field().name())
            .collect(Collectors.joining(", "));
    this.parts = parts.toArray(new KeyPart[0]);
    this.presence = presence;
    this.presenceAccess = presence.stream().map(schema::access).toArray(FieldAccess[]::new);
    this.number = parts.size() == 1 && parts.getFirst() instanceof NumberPart only ? only : null;
  }

  /// Returns the key of the fields with these names.
  ///
  /// @throws IllegalArgumentException if there is no such field, its values are no keys, or it
  ///   occurs twice
  public static KeyField of(Schema schema, List<String> names) {
    String name = String.join("+", names);
    if (new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "%s.%s has a component twice".formatted(schema.type().getName(), name));
    }
    List<KeyPart> parts = new ArrayList<>();
    for (String each : names) {
      parts.add(part(schema, schema.field(each)));
    }
    List<Field> presence =
        schema.allComponents().stream()
            .filter(component -> names.stream().anyMatch(each -> isIn(each, component.name())))
            .map(Component::presence)
            .flatMap(Stream::ofNullable)
            .filter(each -> !names.contains(each.name()))
            .toList();
    return new KeyField(schema, name, parts, presence);
  }

  private static String type(Schema schema, Field field) {
    return schema.allComponents().stream()
        .filter(component -> component.name().equals(field.name()))
        .map(Component::valueType)
        .findFirst()
        .orElse(field.type())
        .getSimpleName();
  }

  private static boolean isIn(String name, String component) {
    return name.equals(component) || name.startsWith(component + ".");
  }

  private static KeyPart part(Schema schema, Field field) {
    if (field.isRun()) {
      if (schema.codec(field) instanceof OfRun codec) {
        return new Run(field, codec);
      }
      throw refused(schema, field, "the record does not have it");
    }
    return switch (field.primitive()) {
      case FLOAT, DOUBLE ->
          throw refused(
              schema,
              field,
              "0.0 and -0.0 are equal and differ in memory; store a decimal, or the bits as a long");
      default -> new NumberPart(schema, field);
    };
  }

  private static IllegalArgumentException refused(Schema schema, Field field, String reason) {
    return new IllegalArgumentException(
        "%s.%s cannot have an index: %s".formatted(schema.type().getName(), field.name(), reason));
  }

  /// The fields, and those that say whether they have a value.
  public Stream<Field> fields() {
    return Stream.concat(Stream.of(parts).map(KeyPart::field), presence.stream());
  }

  /// The names of the fields, with `+` between them.
  public String name() {
    return name;
  }

  /// Whether keys are numbers.
  public boolean isNumber() {
    return number != null;
  }

  /// Whether the row has all values.
  public boolean isPresent(Chunk chunk, int row) {
    for (FieldAccess each : presenceAccess) {
      if (each.getByte(chunk, row) == 0) {
        return false;
      }
    }
    return true;
  }

  /// Loads the key of a row.
  ///
  /// @return false if it has none
  boolean load(Chunk chunk, int row, Key key, KeyHash hash) {
    if (!isPresent(chunk, row)) {
      return false;
    }
    NumberPart only = number;
    if (only != null) {
      key.hash = only.number(chunk, row);
      return true;
    }
    key.bytes.begin();
    if (!add(key.bytes, chunk, row)) {
      return false;
    }
    return finish(key, hash);
  }

  private boolean add(KeyBytes bytes, Chunk chunk, int row) {
    for (KeyPart part : parts) {
      if (!part.add(bytes, chunk, row)) {
        return false;
      }
    }
    return true;
  }

  /// Whether a row has the key.
  boolean isIn(Chunk chunk, int row, Key key) {
    if (!isPresent(chunk, row)) {
      return false;
    }
    NumberPart only = number;
    if (only != null) {
      return only.number(chunk, row) == key.hash;
    }
    key.bytes.beginComparison();
    return add(key.bytes, chunk, row) && key.bytes.isEqual();
  }

  /// Loads the key of these values.
  ///
  /// @return false if no row can have it
  /// @throws IllegalArgumentException if there are too few or too many, or one is of another type
  boolean load(Object[] values, Key key, KeyHash hash) {
    if (values.length != parts.length) {
      throw needs(values.length + " values");
    }
    key.bytes.begin();
    for (int i = 0; i < parts.length; i++) {
      if (!add(parts[i], key.bytes, values[i])) {
        return false;
      }
    }
    return finish(key, hash);
  }

  /// Same as [#load(Object[], Key, KeyHash)], for the only value.
  boolean load(Object value, Key key, KeyHash hash) {
    if (parts.length != 1) {
      throw needs("one value");
    }
    key.bytes.begin();
    return add(parts[0], key.bytes, value) && finish(key, hash);
  }

  /// Same as [#load(Object[], Key, KeyHash)], for the bytes of the only value.
  boolean load(byte[] bytes, int offset, int length, Key key, KeyHash hash) {
    if (!(parts[0] instanceof Run run && run.isBytes() && parts.length == 1)) {
      throw needs("bytes");
    }
    key.bytes.begin();
    return key.bytes.add(bytes, offset, length) && finish(key, hash);
  }

  private static boolean finish(Key key, KeyHash hash) {
    key.bytes.end();
    key.hash = hash.hash(key.bytes);
    return true;
  }

  private boolean add(KeyPart part, KeyBytes key, Object value) {
    Objects.requireNonNull(value, "A row without a value has no key");
    try {
      return part.add(key, value);
    } catch (ClassCastException other) {
      throw noValue(part, value, other);
    }
  }

  /// Returns the key of a value of the only field.
  ///
  /// @throws IllegalArgumentException if the field cannot have that value, or keys are no numbers
  public long keyOf(Object value) {
    NumberPart only = number;
    if (only == null) {
      throw noNumber();
    }
    Objects.requireNonNull(value, "A row without a value has no key");
    try {
      return only.number(value);
    } catch (ClassCastException other) {
      throw noValue(only, value, other);
    }
  }

  /// Returns the exception to throw for a number, where keys are none.
  public IllegalArgumentException noNumber() {
    return needs("a number");
  }

  private IllegalArgumentException needs(String given) {
    return new IllegalArgumentException(
        "The index of %s in %s was given %s: its keys are (%s), which find and rows take"
            .formatted(name, record, given, types));
  }

  private IllegalArgumentException noValue(KeyPart part, Object value, ClassCastException cause) {
    return new IllegalArgumentException(
        "%s.%s has no value %s of %s"
            .formatted(record, part.field().name(), value, value.getClass().getName()),
        cause);
  }

  /// Says that another row would have the key of a row, which only one may have.
  IllegalArgumentException taken(Chunk chunk, int row, long other) {
    String key =
        Stream.of(parts)
            .map(part -> part.shown(chunk, row).toString())
            .collect(Collectors.joining(", "));
    return new IllegalArgumentException(
        "%s.%s is %s in row %d, so row %d cannot have it: the index is unique"
            .formatted(record, name, key, chunk.first + row, other));
  }
}
