// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.file;

import dev.ashlar.table.RecordSchema;
import java.util.ArrayList;
import java.util.List;

/// A component of a table's record: a value, or a nested record with its own components.
///
/// @param path its name; in a nested record, preceded by the names of the enclosing components
/// @param words the words of its type, as in `decimal 18 4`; `record` if it is a nested record
/// @param components the components of a nested record; empty for other types
public record TableField(
    String path, List<String> words, boolean optional, List<TableField> components) {
  public static final String RECORD = "record";

  /// A text of any length.
  public static final String TEXT = "text";

  /// A text with a code.
  private static final String DICTIONARY = "dictionary";

  private static final String OPTIONAL = "optional ";
  private static final int BYTE_ORDINALS = 1 << Byte.SIZE;

  public static List<TableField> of(List<RecordSchema.Field> fields) {
    return of(fields, "");
  }

  /// @param prefix what all names begin with
  private static List<TableField> of(List<RecordSchema.Field> fields, String prefix) {
    List<TableField> components = new ArrayList<>();
    for (int i = 0; i < fields.size(); ) {
      RecordSchema.Field field = fields.get(i);
      int dot = field.name().indexOf('.', prefix.length());
      boolean optional = field.type().startsWith(OPTIONAL) && dot < 0;
      String type = optional ? field.type().substring(OPTIONAL.length()) : field.type();
      if (dot < 0 && !type.equals(RECORD)) {
        List<String> words = List.of(type.split(" ", -1));
        components.add(new TableField(field.name(), words, optional, List.of()));
        i++;
        continue;
      }
      String path = dot < 0 ? field.name() : field.name().substring(0, dot);
      int first = optional ? i + 1 : i;
      int end = first;
      while (end < fields.size() && fields.get(end).name().startsWith(path + ".")) {
        end++;
      }
      List<TableField> inside = of(fields.subList(first, end), path + ".");
      components.add(new TableField(path, List.of(RECORD), optional, inside));
      i = end;
    }
    return components;
  }

  /// Returns the name of the component, without the enclosing ones.
  public String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /// Returns the first of the [#words].
  public String kind() {
    return words.getFirst();
  }

  /// Returns a later one of the [#words] as a number.
  public int number(int word) {
    return Integer.parseInt(words.get(word));
  }

  public boolean isRecord() {
    return kind().equals(RECORD);
  }

  /// Returns whether statistics have ranges of its texts.
  public boolean hasTextRanges() {
    return kind().equals(TEXT) || kind().equals("utf8");
  }

  /// Returns whether this is a text that the row does not hold, or not as a whole.
  public boolean isText() {
    return kind().equals(TEXT) || kind().equals(DICTIONARY);
  }

  /// Returns whether any of the fields or nested fields is such a text. A table with such texts has
  /// a separate file for them.
  public static boolean hasTexts(List<TableField> fields) {
    return fields.stream().anyMatch(field -> field.isText() || hasTexts(field.components()));
  }

  /// Returns the names of an enum's constants; none for other types.
  public List<String> constants() {
    return kind().equals("enum") ? List.of(words.get(1).split(",", -1)) : List.of();
  }

  /// Returns the path of the table's boolean column that says where an optional component has a
  /// value.
  public String presence() {
    return path + ".isPresent";
  }

  /// Returns the size of a value in a column, in bytes.
  public int byteSize() {
    return switch (kind()) {
      case "boolean", "byte" -> Byte.BYTES;
      case "short", "char" -> Short.BYTES;
      case "int", "float", "date" -> Integer.BYTES;
      case "long", "double", "time", "datetime", "instant", "duration" -> Long.BYTES;
      case "decimal" -> isWideDecimal() ? 2 * Long.BYTES : Long.BYTES;
      case "uuid" -> 2 * Long.BYTES;
      case "bytes", "utf8" -> number(1);
      case "enum" -> constants().size() <= BYTE_ORDINALS ? Byte.BYTES : Character.BYTES;
      default -> throw new IllegalArgumentException(path + " is " + kind() + ", unknown here");
    };
  }

  public boolean isWideDecimal() {
    return kind().equals("decimal") && number(1) > 18;
  }

  /// Returns the nanoseconds in one unit of a time.
  public long unitNanos() {
    return switch (words.get(1)) {
      case "seconds" -> 1_000_000_000L;
      case "millis" -> 1_000_000L;
      case "micros" -> 1_000L;
      default -> 1L;
    };
  }
}
