// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.record.ComponentType;
import dev.ashlar.table.internal.record.GeneratedRecord;
import dev.ashlar.table.internal.record.GeneratedRecord.Source;
import dev.ashlar.table.internal.record.Mark;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The fields of a record for which this program may have no class: those of a file, or of a file
/// to be made.
///
/// ```java
/// RecordSchema schema =
///     new RecordSchema(
///         "Trade",
///         List.of(
///             new RecordSchema.Field("price", "long"),
///             new RecordSchema.Field("side", "enum BUY,SELL")));
/// String source = schema.source(); // record Trade(long price, Side side) { … }
/// Table<?> trades = schema.type().columns().heap(100);
/// ```
///
/// @param name the name of the record
/// @param fields the fields, in the order of its components
/// @param columnNames the [name of the column][ColumnName] by the name of its field, for fields
///   that have one
public record RecordSchema(String name, List<Field> fields, Map<String, String> columnNames) {
  private static final String ENUM = "enum ";
  private static final String OPTIONAL = "optional ";
  private static final String OPTIONAL_RECORD = OPTIONAL + "record";

  private static final int MAX_DEPTH = 100;

  /// Names that Java reserves, and methods that a record cannot replace.
  private static final Set<String> RESERVED =
      Set.of(
          ("_ abstract assert boolean break byte case catch char class const continue default do"
                  + " double else enum extends false final finally float for goto if implements"
                  + " import instanceof int interface long native new null package private"
                  + " protected public return short static strictfp super switch synchronized this"
                  + " throw throws transient true try void volatile while clone finalize getClass"
                  + " hashCode lookup notify notifyAll toString wait")
              .split(" "));

  /// A field as a file describes it.
  ///
  /// ```java
  /// RecordSchema.Field side = new RecordSchema.Field("side", "enum BUY,SELL");
  /// List<String> constants = side.constants();
  /// ```
  ///
  /// @param name the component's name; for a component of a nested record, the path, as in
  ///   `leg.quantity`
  /// @param type the stored type: a primitive, `enum A,B`, `date`, `time micros`, `datetime
  ///   micros`, `instant micros`, `duration micros`, `decimal 18 4` (precision and scale), `uuid`,
  ///   `bytes 32`, `utf8 12` (bytes), `text`, or `dictionary`. It begins with `optional` if the
  ///   value may be absent. A nested record that may be absent is announced by a field of type
  ///   `optional record`, directly before the fields of its components
  public record Field(String name, String type) {
    /// @param line of a schema's text
    static Field parse(String line) {
      String[] words = line.split(" ", 2);
      return new Field(words[0], words.length == 1 ? "" : words[1]);
    }

    /// Returns the names of an enum's constants; for another type, an empty list.
    public List<String> constants() {
      String value = isOptional() ? type.substring(OPTIONAL.length()) : type;
      return value.startsWith(ENUM)
          ? List.of(value.substring(ENUM.length()).split(","))
          : List.of();
    }

    private boolean isOptional() {
      return type.startsWith(OPTIONAL);
    }

    @Override
    public String toString() {
      return name + " " + type;
    }
  }

  /// Checks the fields.
  ///
  /// @throws IllegalArgumentException if there are no fields, two fields or two constants have the
  ///   same name, a name is not possible in Java, a type is unknown, a nested record has no fields
  ///   or is nested more than 100 times, or a name of a column is that of no field
  public RecordSchema {
    fields = List.copyOf(fields);
    columnNames = Map.copyOf(columnNames);
    if (fields.isEmpty()) {
      throw new IllegalArgumentException(name + " has no fields");
    }
    requireName(name, "a record");
    fields.forEach(RecordSchema::requireConstants);
    fields.forEach(RecordSchema::requireDepth);
    for (String column : columnNames.keySet()) {
      if (fields.stream().noneMatch(field -> field.name.equals(column))) {
        throw new IllegalArgumentException(
            "A name of a column is that of %s, which is no field".formatted(column));
      }
    }
    sources(name, fields, columnNames);
  }

  /// Same as the other constructor, for fields without names of columns.
  public RecordSchema(String name, List<Field> fields) {
    this(name, fields, Map.of());
  }

  /// A file may have any names: none of them may exhaust the stack.
  private static void requireDepth(Field field) {
    if (field.name.chars().filter(point -> point == '.').count() > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "The field %.40s… is in more than %d records".formatted(field.name, MAX_DEPTH));
    }
  }

  private static void requireConstants(Field field) {
    Set<String> names = new HashSet<>();
    for (String constant : field.constants()) {
      requireName(constant, "a constant of " + field.name);
      if (!names.add(constant)) {
        throw new IllegalArgumentException(
            "The enum of %s has the constant %s twice".formatted(field.name, constant));
      }
    }
  }

  private static void requireName(String name, String what) {
    if (!isName(name)) {
      throw new IllegalArgumentException(
          "'%s' cannot be the name of %s: use letters, digits and _, and no word of Java"
              .formatted(name, what));
    }
  }

  /// Returns whether a record, a component or a constant may have this name.
  public static boolean isName(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.codePointAt(0))
        && name.codePoints().allMatch(Character::isJavaIdentifierPart)
        && !RESERVED.contains(name);
  }

  static RecordSchema parse(String name, String text, Map<String, String> columnNames) {
    return new RecordSchema(name, text.lines().map(Field::parse).toList(), columnNames);
  }

  /// Generates a record class, and returns its type. Each call generates another class.
  ///
  /// @throws IllegalArgumentException if there are more components or constants than a class can
  ///   have
  /// @throws UnsupportedOperationException in a native image
  public TableType<?> type() {
    GeneratedRecord record = GeneratedRecord.of(name, sources(name, fields, columnNames));
    return TableType.of(record.lookup(), record.type());
  }

  /// Returns the record as Java source code, with the imports that it needs.
  public String source() {
    List<Source> sources = sources(name, fields, columnNames);
    Set<String> imports = new TreeSet<>();
    StringBuilder inner = new StringBuilder();
    describe(sources, imports, inner);
    String lines = imports.stream().map("import %s;\n"::formatted).collect(Collectors.joining());
    return "%s%srecord %s(%s) {%s}\n"
        .formatted(lines, lines.isEmpty() ? "" : "\n", name, components(sources), inner);
  }

  private static String components(List<Source> sources) {
    return sources.stream()
        .map(source ->
            source.type().marks().stream()
                    .map(mark -> mark.source() + " ")
                    .collect(Collectors.joining())
                + source.type().source()
                + " "
                + source.name())
        .collect(Collectors.joining(", "));
  }

  /// Adds the imports, and the enums and records inside.
  private static void describe(List<Source> sources, Set<String> imports, StringBuilder inner) {
    for (Source source : sources) {
      ComponentType type = source.type();
      Stream.concat(
              type.imports().stream(), type.marks().stream().flatMap(m -> m.imports().stream()))
          .forEach(imported -> imports.add(imported.getName()));
      if (!source.constants().isEmpty()) {
        inner.append(
            "\n  enum %s {%n    %s%n  }\n"
                .formatted(type.source(), String.join(", ", source.constants())));
      } else if (!source.components().isEmpty()) {
        inner.append(
            "\n  record %s(%s) {}\n".formatted(type.source(), components(source.components())));
        describe(source.components(), imports, inner);
      }
    }
  }

  private static List<Source> sources(
      String record, List<Field> fields, Map<String, String> columnNames) {
    Set<String> types = new HashSet<>(ComponentType.importedNames());
    types.add(record);
    return sources(record, fields, columnNames, "", types);
  }

  /// @param fields whose names begin with `prefix`
  /// @param types the names that are taken
  private static List<Source> sources(
      String record,
      List<Field> fields,
      Map<String, String> columnNames,
      String prefix,
      Set<String> types) {
    Set<String> names = new HashSet<>();
    List<Source> sources = new ArrayList<>();
    for (int i = 0; i < fields.size(); ) {
      Field field = fields.get(i);
      String path = field.name.substring(prefix.length());
      int dot = path.indexOf('.');
      String component = dot < 0 ? path : path.substring(0, dot);
      requireName(component, "a component");
      if (!names.add(component)) {
        throw new IllegalArgumentException("Two fields have the name " + prefix + component);
      }
      boolean optionalRecord = field.type.equals(OPTIONAL_RECORD) && dot < 0;
      if (dot < 0 && !optionalRecord) {
        Source source = source(record, field, component, types);
        String column = columnNames.get(field.name);
        sources.add(column == null ? source : source.with(Mark.columnName(column)));
        i++;
        continue;
      }
      int first = optionalRecord ? i + 1 : i;
      String inside = prefix + component + ".";
      int end = first;
      while (end < fields.size() && fields.get(end).name.startsWith(inside)) {
        end++;
      }
      if (end == first) {
        throw new IllegalArgumentException(
            "The record %s has no fields: they follow it, as %sname".formatted(field.name, inside));
      }
      String type = typeName(component, types);
      List<Source> components =
          sources(record, fields.subList(first, end), columnNames, inside, types);
      sources.add(
          new Source(component, generated(record, type, optionalRecord), List.of(), components));
      i = end;
    }
    return sources;
  }

  private static Source source(String record, Field field, String component, Set<String> types) {
    List<String> constants = field.constants();
    if (!constants.isEmpty()) {
      String type = typeName(component, types);
      return new Source(
          component, generated(record, type, field.isOptional()), constants, List.of());
    }
    List<String> words = List.of(field.type.split(" ", -1));
    ComponentType type =
        ComponentType.of(
            field.isOptional() ? words.subList(1, words.size()) : words, field.isOptional());
    if (type == null) {
      throw new IllegalArgumentException(
          "The field %s has the type %s, of which this version makes no record: open the table with the record it was written with"
              .formatted(field.name, field.type));
    }
    return new Source(component, type, List.of(), List.of());
  }

  private static ComponentType generated(String record, String type, boolean optional) {
    return ComponentType.generated(ClassDesc.of(record + "$" + type), type, optional);
  }

  private static String typeName(String field, Set<String> taken) {
    String name = field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    while (!taken.add(name)) {
      name += "_";
    }
    return name;
  }
}
