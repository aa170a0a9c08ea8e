package dev.ashlar.table;

import dev.ashlar.table.internal.record.GeneratedRecord;
import dev.ashlar.table.internal.record.GeneratedRecord.Source;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The fields of a record that this program may not have: those of a file, or of a file to be made.
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
/// @param name of the record
/// @param fields in the order of its components
public record RecordSchema(String name, List<Field> fields) {
  private static final String ENUM = "enum ";
  private static final Set<String> PRIMITIVES =
      Set.of("boolean", "byte", "short", "char", "int", "long", "float", "double");

  /// What the language has for itself, and records for their methods.
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
  /// @param type a primitive, or `enum` and the names of the constants
  public record Field(String name, String type) {
    /// @param line of a schema's text
    static Field parse(String line) {
      String[] words = line.split(" ", 2);
      return new Field(words[0], words.length == 1 ? "" : words[1]);
    }

    /// The names of an enum's constants; of a primitive there are none.
    public List<String> constants() {
      return type.startsWith(ENUM) ? List.of(type.substring(ENUM.length()).split(",")) : List.of();
    }

    @Override
    public String toString() {
      return name + " " + type;
    }
  }

  /// Checks the fields.
  ///
  /// @throws IllegalArgumentException if there are none, two have one name, a name is none of a
  ///   Java component or constant, or a type is not known here
  public RecordSchema {
    fields = List.copyOf(fields);
    if (fields.isEmpty()) {
      throw new IllegalArgumentException(name + " has no fields");
    }
    requireName(name, "a record");
    Set<String> names = new HashSet<>();
    for (Field field : fields) {
      requireName(field.name, "a component");
      if (!names.add(field.name)) {
        throw new IllegalArgumentException("Two fields have the name " + field.name);
      }
      if (!PRIMITIVES.contains(field.type) && field.constants().isEmpty()) {
        throw new IllegalArgumentException(
            "The field %s has the type %s, of which this version makes no record: open the table with the record it was written with"
                .formatted(field.name, field.type));
      }
      requireConstants(field);
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

  /// Whether a component or a constant may have this name.
  public static boolean isName(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.codePointAt(0))
        && name.codePoints().allMatch(Character::isJavaIdentifierPart)
        && !RESERVED.contains(name);
  }

  static RecordSchema parse(String name, String text) {
    return new RecordSchema(name, text.lines().map(Field::parse).toList());
  }

  /// Makes the record, and returns its type. Each call makes another record.
  ///
  /// @throws IllegalArgumentException if a class cannot have so many components or constants
  /// @throws UnsupportedOperationException in a native image
  public TableType<?> type() {
    GeneratedRecord record = GeneratedRecord.of(name, sources());
    return TableType.of(record.lookup(), record.type());
  }

  /// Returns the record as Java source code.
  public String source() {
    List<Source> sources = sources();
    String components =
        sources.stream()
            .map(source -> source.type() + " " + source.name())
            .collect(Collectors.joining(", "));
    String enums =
        sources.stream()
            .filter(source -> !source.constants().isEmpty())
            .map(source ->
                "\n  enum %s {%n    %s%n  }\n"
                    .formatted(source.type(), String.join(", ", source.constants())))
            .collect(Collectors.joining());
    return "record %s(%s) {%s}\n".formatted(name, components, enums);
  }

  private List<Source> sources() {
    Set<String> types = new HashSet<>(Set.of(name));
    List<Source> sources = new ArrayList<>();
    for (Field field : fields) {
      List<String> constants = field.constants();
      String type = constants.isEmpty() ? field.type : enumName(field.name, types);
      sources.add(new Source(field.name, type, constants));
    }
    return sources;
  }

  private static String enumName(String field, Set<String> taken) {
    String name = field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1);
    while (!taken.add(name)) {
      name += "_";
    }
    return name;
  }
}
