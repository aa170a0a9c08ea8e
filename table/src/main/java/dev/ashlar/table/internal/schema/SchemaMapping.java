// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.schema;

import dev.ashlar.table.annotation.OrZero;
import dev.ashlar.table.internal.schema.Component.Content;
import dev.ashlar.table.internal.value.Codec;
import dev.ashlar.table.internal.value.DecimalCodec;
import dev.ashlar.table.internal.value.TextCodec;
import dev.ashlar.table.internal.value.Utf8Codec;
import dev.ashlar.table.internal.value.WideDecimalCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the components of a record in a file that was written with another schema, by their names
/// or by their [earlier names][Was].
///
/// A component that is not in the file is absent if it may be, and has the value of a new row if
/// the record [says so][OrZero]. A file that has no component of the record is refused. Components
/// that only the file has are left out. A component may be wider than in the file: a number, the
/// length of a text, the digits of a decimal, an enum with more constants behind those of the file.
/// It may be optional although the file always has a value. Any other difference is refused.
final class SchemaMapping {
  private static final String OPTIONAL = "optional ";
  private static final String RECORD = "record";
  private static final String ENUM = "enum ";

  /// A component in the file.
  ///
  /// @param type the words of the component's type; `record` if only its presence is stored
  /// @param value the field in which the value is stored; null for a record
  private record Stored(
      String type, @Nullable Field presence, @Nullable Field value, @Nullable Codec codec) {
    String words() {
      return presence == null ? type : OPTIONAL + type;
    }
  }

  private final Schema schema;
  private final Map<String, Component> wanted = new HashMap<>();
  private final Map<String, Stored> stored = new LinkedHashMap<>();
  private final List<Field> fields = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  /// How many components are in the file.
  private int matched;

  /// How many of the refused ones are not in the file.
  private int missing;

  private SchemaMapping(Schema schema) {
    this.schema = schema;
    schema.allComponents().forEach(component -> wanted.put(component.name(), component));
    addFormerNames(schema.components(), List.of(""));
  }

  /// @param parents what may be in front of the names
  private void addFormerNames(List<Component> components, List<String> parents) {
    for (Component component : components) {
      List<String> paths =
          parents.stream()
              .flatMap(parent -> component.names().stream().map(name -> parent + name))
              .toList();
      paths.forEach(path -> wanted.putIfAbsent(path, component));
      if (component.content() instanceof Content.Nested(List<Component> inside)) {
        addFormerNames(inside, paths.stream().map(path -> path + ".").toList());
      }
    }
  }

  /// Returns a schema of the same record over the fields of a file.
  ///
  /// @param text of the file's schema
  /// @throws IllegalArgumentException naming each component that cannot be read there
  static Schema of(Schema schema, String text) {
    SchemaMapping mapping = new SchemaMapping(schema);
    text.lines().limit(ComponentReader.MAX_FIELDS + 1).forEach(mapping::read);
    if (mapping.fields.size() > ComponentReader.MAX_FIELDS) {
      throw new IllegalArgumentException(
          "the file has more than %d fields".formatted(ComponentReader.MAX_FIELDS));
    }
    List<String> inFile = List.copyOf(mapping.stored.keySet());
    List<Component> components = mapping.components(schema.components(), "", false);
    if (mapping.matched == 0 && mapping.refused.size() == mapping.missing) {
      throw new IllegalArgumentException(
          "the file has none of its components, but %s".formatted(String.join(", ", inFile)));
    }
    mapping.stored.forEach(
        (name, left) -> mapping.changes.add(name + " is in the file only, and left out"));
    if (!mapping.refused.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", mapping.refused));
    }
    if (mapping.changes.isEmpty()) {
      mapping.changes.add("the order of the fields");
    }
    return new Schema(
        schema.type(), components, List.copyOf(mapping.fields), List.copyOf(mapping.changes));
  }

  private void read(String line) {
    int space = line.indexOf(' ');
    String name = space < 0 ? line : line.substring(0, space);
    String words = line.substring(Math.min(line.length(), space + 1));
    boolean optional = words.startsWith(OPTIONAL);
    String type = optional ? words.substring(OPTIONAL.length()) : words;
    Field presence =
        optional
            ? add(
                Field.ofPrimitive(schema.type(), fields.size(), name + ".isPresent", boolean.class))
            : null;
    if (type.equals(RECORD)) {
      stored.put(name, new Stored(type, presence, null, null));
      return;
    }
    String field = schema.type().getName() + "." + name;
    Codec codec = Codecs.ofText(type, field, fields.size());
    Field value = codec == null ? primitive(name, type) : coded(name, codec);
    if (value == null) {
      refused.add(
          "%s is %s in the file, which this version of Ashlar does not know".formatted(name, type));
    } else {
      stored.put(name, new Stored(type, presence, add(value), codec));
    }
  }

  private Field add(Field field) {
    fields.add(field);
    return field;
  }

  private Field coded(String name, Codec codec) {
    Component component = wanted.get(name);
    Class<?> unknown = codec instanceof Codec.OfPlacedText ? String.class : byte[].class;
    Class<?> type =
        component != null && component.content() instanceof Content.Converted
            ? component.valueType()
            : unknown;
    return Field.ofCodec(schema.type(), fields.size(), name, type, codec);
  }

  private @Nullable Field primitive(String name, String type) {
    if (!type.startsWith(ENUM)) {
      return PrimitiveType.ofName(type)
          .map(known -> Field.ofPrimitive(schema.type(), fields.size(), name, known.type()))
          .orElse(null);
    }
    int constants = type.substring(ENUM.length()).split(",", -1).length;
    Component component = wanted.get(name);
    if (component != null
        && component.content() instanceof Content.Plain(Field of)
        && of.isEnum()
        && of.constants().size() >= constants) {
      List<Object> known = of.constants().subList(0, constants);
      return Field.ofEnum(schema.type(), fields.size(), name, of.type(), known);
    }
    PrimitiveType ordinals = Field.ofOrdinals(constants);
    return Field.ofPrimitive(schema.type(), fields.size(), name, ordinals.type());
  }

  /// @param parent the name in the file of the record that they are in, and a dot behind it
  /// @param orZero whether they have the values of new rows if they are not in the file
  private List<Component> components(List<Component> of, String parent, boolean orZero) {
    List<Component> components = new ArrayList<>();
    for (Component component : of) {
      boolean zero = orZero || component.declaration().isAnnotationPresent(OrZero.class);
      components.add(component(component, path(component, of, parent), zero));
    }
    return List.copyOf(components);
  }

  /// Returns the name of a component in the file; its own if the file has it by none. A former name
  /// that is now another component's is that one's.
  private String path(Component of, List<Component> siblings, String parent) {
    for (String name : of.names()) {
      boolean isAnothers =
          siblings.stream()
              .filter(other -> !other.name().equals(of.name()))
              .anyMatch(other -> other.names().getFirst().equals(name));
      if (!isAnothers && (stored.containsKey(parent + name) || hasPartsOf(parent + name))) {
        siblings.stream()
            .filter(other -> !other.name().equals(of.name()))
            .filter(other -> !name.equals(of.names().getFirst()) && other.names().contains(name))
            .forEach(other ->
                refused.add(
                    "%s and %s both were %s: leave that out of the @Was of one"
                        .formatted(of.name(), other.name(), parent + name)));
        return parent + name;
      }
    }
    return parent + of.names().getFirst();
  }

  private Component component(Component of, String path, boolean orZero) {
    if (!path.equals(of.name()) && (stored.containsKey(path) || hasPartsOf(path))) {
      changes.add("%s is %s in the file".formatted(of.name(), path));
    }
    Stored found = stored.remove(path);
    if (of.content() instanceof Content.Nested(List<Component> components)) {
      return nested(of, components, path, found, orZero);
    }
    if (found == null) {
      if (hasPartsOf(path)) {
        refused.add(of.name() + " is a record in the file");
        return of;
      }
      return added(of, orZero);
    }
    matched++;
    Field value = found.value();
    if (value == null || !fits(of, found)) {
      refuse(of, found);
      return of;
    }
    requirePresence(of, found.presence());
    String line = of.lines().getFirst().substring(of.name().length() + 1);
    if (!line.equals(found.words())) {
      changes.add("%s is %s, and %s in the file".formatted(of.name(), line, found.words()));
    }
    return with(
        of,
        found.presence(),
        found.codec() == null
            ? new Content.Plain(value)
            : new Content.Converted(value, found.codec()));
  }

  private Component nested(
      Component of,
      List<Component> components,
      String path,
      @Nullable Stored found,
      boolean orZero) {
    if (found == null && !hasPartsOf(path) && of.presence() != null) {
      return added(of, orZero);
    }
    if (found != null && found.value() != null) {
      refuse(of, found);
      return of;
    }
    Field presence = found == null ? null : found.presence();
    requirePresence(of, presence);
    return with(of, presence, new Content.Nested(components(components, path + ".", orZero)));
  }

  private boolean hasPartsOf(String path) {
    return stored.keySet().stream().anyMatch(name -> name.startsWith(path + "."));
  }

  private void requirePresence(Component of, @Nullable Field presence) {
    if (presence != null && of.presence() == null) {
      refused.add(of.name() + " may be absent in the file: annotate it with @OrNull");
    }
  }

  private void refuse(Component of, Stored found) {
    String type =
        of.content() instanceof Content.Nested
            ? RECORD
            : of.lines().getFirst().substring(of.name().length() + 1);
    refused.add("%s is %s, and %s in the file".formatted(of.name(), type, found.words()));
  }

  private Component added(Component of, boolean orZero) {
    changes.add(of.name() + " is not in the file");
    if (of.presence() != null) {
      return with(of, null, new Content.Absent());
    }
    if (!orZero) {
      missing++;
      List<String> former = of.names().subList(1, of.names().size());
      refused.add(
          ("%s is not in the file%s: annotate it with @Was(\"its name there\") if it has been"
                  + " renamed, or with @OrZero or @OrNull if it is new")
              .formatted(
                  of.name(), former.isEmpty() ? "" : ", nor is " + String.join(" or ", former)));
    }
    return with(
        of,
        null,
        of.content() instanceof Content.Converted(Field field, Codec codec)
            ? new Content.ZeroOf(codec)
            : new Content.Zero());
  }

  private static Component with(Component of, @Nullable Field presence, Content content) {
    return new Component(of.declaration(), of.name(), of.valueType(), presence, content);
  }

  /// Whether every value in the file is one of the component.
  private static boolean fits(Component of, Stored found) {
    return switch (of.content()) {
      case Content.Plain(Field field) when field.isEnum() -> isPrefix(field, found.type());
      case Content.Plain(Field field) ->
          found.codec() == null
              && !found.type().startsWith(ENUM)
              && PrimitiveType.ofName(found.type()).orElseThrow().widensTo(field.primitive());
      case Content.Converted(Field field, Codec codec) ->
          found.codec() != null && fits(found.codec(), codec);
      default -> false;
    };
  }

  private static boolean isPrefix(Field field, String type) {
    if (!type.startsWith(ENUM)) {
      return false;
    }
    List<String> names = field.constants().stream().map(each -> ((Enum<?>) each).name()).toList();
    List<String> found = List.of(type.substring(ENUM.length()).split(",", -1));
    return found.size() <= names.size() && names.subList(0, found.size()).equals(found);
  }

  private static boolean fits(Codec found, Codec wanted) {
    if (found instanceof Utf8Codec text && wanted instanceof Utf8Codec longer) {
      return text.length() <= longer.length();
    }
    if (found instanceof Codec.OfText && wanted instanceof TextCodec) {
      return true;
    }
    int[] decimal = precisionAndScale(found);
    int[] wider = precisionAndScale(wanted);
    if (decimal.length == 0 || wider.length == 0) {
      return found.text().equals(wanted.text());
    }
    return decimal[0] <= wider[0] && decimal[1] == wider[1];
  }

  private static int[] precisionAndScale(Codec codec) {
    return switch (codec) {
      case DecimalCodec decimal -> new int[] {decimal.precision(), decimal.scale()};
      case WideDecimalCodec decimal -> new int[] {decimal.precision(), decimal.scale()};
      default -> new int[0];
    };
  }
}
