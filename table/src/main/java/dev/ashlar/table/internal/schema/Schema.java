// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.value.Codec;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The components of a record in their order, and the fields in which they are stored.
///
/// The text of a schema identifies it in a file. It has one line for each component that is not a
/// record, with the name and the type. Types are words, so that more of them can be added without
/// changing the format.
///
/// @param fields all fields, in the order of memory
/// @param changes the differences of the file's schema, field by field; empty if the file has the
///   same schema
public record Schema(
    Class<? extends Record> type,
    List<Component> components,
    List<Field> fields,
    List<String> changes) {
  /// Returns the schema of a record.
  ///
  /// @throws IllegalArgumentException if the record has a component that cannot be stored, is out
  ///   of the lookup's reach, or is not what its loader knows by that name
  public static Schema of(Lookup lookup, Class<? extends Record> type) {
    ComponentReader reader = new ComponentReader(lookup, type);
    List<Component> components = reader.read();
    return new Schema(type, components, reader.fields(), List.of());
  }

  /// Returns the schema of the same record over the fields of a file that was written with another.
  ///
  /// @param text of the file's schema
  /// @throws IllegalArgumentException naming each component that cannot be read there
  public Schema mappedTo(String text) {
    return SchemaMapping.of(this, text);
  }

  /// All components, with those of records inside.
  public List<Component> allComponents() {
    List<Component> all = new ArrayList<>();
    Component.addAll(components, all);
    return all;
  }

  /// The record, and the records inside.
  public List<Class<?>> records() {
    List<Class<?>> records = new ArrayList<>();
    records.add(type);
    for (Component component : allComponents()) {
      if (component.content() instanceof Content.Nested
          && !records.contains(component.valueType())) {
        records.add(component.valueType());
      }
    }
    return records;
  }

  /// Returns the field of that name.
  ///
  /// @throws IllegalArgumentException if there is no such field
  public Field field(String name) {
    for (Field field : fields) {
      if (field.name().equals(name)) {
        return field;
      }
    }
    throw new IllegalArgumentException(
        "%s has no component %s; it has %s".formatted(type.getName(), name, names()));
  }

  /// The fields that components are stored as. A file may have others.
  public List<Field> usedFields() {
    List<Field> used = new ArrayList<>();
    for (Component component : components) {
      used.addAll(component.fields());
    }
    return used;
  }

  /// Whether tables need a text area.
  public boolean hasTexts() {
    for (Field field : fields) {
      if (field.isText()) {
        return true;
      }
    }
    return false;
  }

  /// Whether tables need a dictionary.
  public boolean hasCodes() {
    for (Field field : fields) {
      if (field.isCode()) {
        return true;
      }
    }
    return false;
  }

  /// Whether the fields are those of the record, so that rows can be written.
  public boolean isExact() {
    return changes.isEmpty();
  }

  /// Returns the message for an attempt to write rows of another schema.
  public String refusal() {
    return "Tables of %s are only read where their file has another schema: copy the rows to a new table"
        .formatted(type.getName());
  }

  /// Returns the message for null in place of a record.
  public String noRecord() {
    return "null is no %s: a row of a table has a value of each component"
        .formatted(type.getName());
  }

  /// Returns the codec of a field; null if values are stored as they are.
  public @Nullable Codec codec(Field field) {
    for (Component component : allComponents()) {
      if (component.content() instanceof Content.Converted(Field of, Codec codec)
          && of.index() == field.index()
          && Objects.equals(of, field)) {
        return codec;
      }
    }
    return null;
  }

  /// Returns the field that has the values of one of the record; null if the file has them
  /// otherwise or not at all.
  public @Nullable Field stored(Field declared) {
    for (Field field : fields) {
      if (declared.isStoredAs(field)) {
        return field;
      }
    }
    return null;
  }

  /// Returns the access to a field in a chunk of any kind. Runs have another access.
  public FieldAccess access(Field field) {
    return new FieldAccess(field.index());
  }

  /// Returns an array of so many rows for each field.
  public Object[] arrays(int rows) {
    Object[] arrays = new Object[fields.size()];
    for (Field field : fields) {
      Class<?> element = field.primitive().arrayType().componentType();
      arrays[field.index()] = Array.newInstance(element, rows * field.length());
    }
    return arrays;
  }

  /// The most primitives that a field has in a row.
  public int longestRun() {
    int longest = 0;
    for (Field field : fields) {
      longest = Math.max(longest, field.length());
    }
    return longest;
  }

  public String names() {
    return fields.stream().map(Field::name).collect(Collectors.joining(", "));
  }

  /// The names of columns, of the components that [have
  /// one][dev.ashlar.table.annotation.ColumnName].
  public Map<String, String> columnNames() {
    Map<String, String> names = new LinkedHashMap<>();
    components.forEach(component -> component.addColumnNames(names));
    return names;
  }

  /// The lines of [#text].
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Component component : components) {
      lines.addAll(component.lines());
    }
    return lines;
  }

  public String text() {
    return lines().stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /// Says field by field how the schema of another text differs from this one.
  public String differences(String otherText) {
    Map<String, String> others = new LinkedHashMap<>();
    otherText.lines().forEach(line -> others.put(name(line), line));
    List<String> found = new ArrayList<>();
    for (String line : lines()) {
      String other = others.remove(name(line));
      if (other == null) {
        found.add(name(line) + " is not in the file");
      } else if (!other.equals(line)) {
        found.add("%s is %s, and %s in the file".formatted(name(line), rest(line), rest(other)));
      }
    }
    others.keySet().forEach(name -> found.add(name + " is in the file only"));
    return found.isEmpty() ? "the order of the fields" : String.join("; ", found);
  }

  private static String name(String line) {
    int space = line.indexOf(' ');
    return space < 0 ? line : line.substring(0, space);
  }

  private static String rest(String line) {
    return line.substring(name(line).length()).strip();
  }
}
