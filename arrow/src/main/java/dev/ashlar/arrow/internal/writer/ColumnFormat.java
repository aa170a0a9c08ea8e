// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import dev.ashlar.arrow.internal.writer.TableBatches.ColumnMemory;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.TableType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// The format in which a field of a table is exported. Fields of nested records are columns with
/// dotted names, as in `leg.quantity`.
///
/// @param words the type in the text of a schema, as in `decimal 18 4`
/// @param presence the columns of booleans; a value is present where all of them are true
/// @param format the format of the values in a `CSchema`; with a dictionary, the format of its
///   indices
/// @param byteSize the size of a value in a column of a table
/// @param constants the constants of an enum, which are its dictionary
public record ColumnFormat(
    String name,
    List<String> words,
    List<String> presence,
    String format,
    int byteSize,
    List<String> constants) {
  private static final int BYTE_ORDINALS = 1 << Byte.SIZE;
  private static final String OPTIONAL = "optional";

  /// A text of any length.
  private static final String TEXT = "text";

  /// A text that has a code.
  private static final String DICTIONARY = "dictionary";

  private static final String PRESENCE = ".isPresent";

  /// The conversion of a table's values.
  enum Conversion {
    NONE,
    /// A bit for each boolean.
    PACKED,
    /// An `int` for each `long`.
    NARROWED,
    /// 128 bits for each `long`.
    WIDENED,
    /// Texts without the zeros behind them, and where each ends.
    TEXTS
  }

  public static List<ColumnFormat> of(TableType<?> type) {
    List<ColumnFormat> columns = new ArrayList<>();
    Set<String> optionalRecords = new HashSet<>();
    for (Field field : type.fields()) {
      List<String> presence = new ArrayList<>();
      for (int dot = field.name().indexOf('.');
          dot >= 0;
          dot = field.name().indexOf('.', dot + 1)) {
        String outer = field.name().substring(0, dot);
        if (optionalRecords.contains(outer)) {
          presence.add(outer + PRESENCE);
        }
      }
      List<String> words = List.of(field.type().split(" ", -1));
      if (!words.getFirst().equals(OPTIONAL)) {
        columns.add(of(field.name(), words, presence));
      } else if (words.get(1).equals("record")) {
        optionalRecords.add(field.name());
        columns.add(of(field.name() + PRESENCE, List.of("boolean"), presence));
      } else {
        presence.add(field.name() + PRESENCE);
        columns.add(of(field.name(), words.subList(1, words.size()), presence));
      }
    }
    return columns;
  }

  private static ColumnFormat of(String name, List<String> words, List<String> presence) {
    String kind = words.getFirst();
    List<String> constants = kind.equals("enum") ? List.of(words.get(1).split(",", -1)) : List.of();
    int byteSize =
        switch (kind) {
          case "boolean", "byte" -> Byte.BYTES;
          case "short", "char" -> Short.BYTES;
          case "int", "float", "date", DICTIONARY -> Integer.BYTES;
          case "long", "double", "time", "datetime", "instant", "duration" -> Long.BYTES;
          case "decimal" -> Integer.parseInt(words.get(1)) <= 18 ? Long.BYTES : 2 * Long.BYTES;
          case "uuid", TEXT -> 2 * Long.BYTES;
          case "bytes", "utf8" -> Integer.parseInt(words.get(1));
          case "enum" -> constants.size() <= BYTE_ORDINALS ? Byte.BYTES : Character.BYTES;
          default -> throw new IllegalArgumentException(name + " is " + kind + ", unknown here");
        };
    String format = format(words, byteSize);
    return new ColumnFormat(name, words, List.copyOf(presence), format, byteSize, constants);
  }

  private static String format(List<String> words, int byteSize) {
    return switch (words.getFirst()) {
      case "boolean" -> "b";
      case "byte" -> "c";
      case "short" -> "s";
      case "char" -> "S";
      case "int", DICTIONARY -> "i";
      case "long" -> "l";
      case "float" -> "f";
      case "double" -> "g";
      case "enum" -> byteSize == 1 ? "C" : "S";
      case "date" -> "tdD";
      case "time" -> "tt" + unit(words);
      case "datetime" -> "ts" + unit(words) + ":";
      case "instant" -> "ts" + unit(words) + ":UTC";
      case "duration" -> "tD" + unit(words);
      case "decimal" -> "d:%s,%s".formatted(words.get(1), words.get(2));
      case "utf8", TEXT -> "U";
      default -> "w:" + byteSize;
    };
  }

  private static char unit(List<String> words) {
    return switch (words.get(1)) {
      case "seconds" -> 's';
      case "millis" -> 'm';
      case "micros" -> 'u';
      default -> 'n';
    };
  }

  /// Returns the format for DuckDB. DuckDB reads decimals of 64 bits. Its intervals and its times
  /// with a zone count microseconds. So it gets durations in nanoseconds as numbers, and times in
  /// nanoseconds without a zone.
  public ColumnFormat forDuckDb() {
    String own =
        switch (format) {
          case "tsn:UTC" -> "tsn:";
          case "tDn" -> "l";
          default -> conversion() == Conversion.WIDENED ? format + ",64" : format;
        };
    return new ColumnFormat(name, words, presence, own, byteSize, constants);
  }

  /// Returns the format of texts with codes, if they are exported without the codes; any other
  /// format is returned as it is.
  ColumnFormat withoutCodes() {
    return hasCodes() ? of(name, List.of(TEXT), presence) : this;
  }

  Conversion conversion() {
    return switch (format) {
      case "b" -> Conversion.PACKED;
      case "tts", "ttm" -> Conversion.NARROWED;
      case "U" -> Conversion.TEXTS;
      default ->
          format.startsWith("d:") && byteSize == Long.BYTES && !format.endsWith(",64")
              ? Conversion.WIDENED
              : Conversion.NONE;
    };
  }

  /// Returns the first of the [#words].
  public String kind() {
    return words.getFirst();
  }

  /// Returns a later one of the [#words] as a number.
  public int number(int word) {
    return Integer.parseInt(words.get(word));
  }

  /// Returns the type as it is in the text of a schema.
  public String type() {
    return String.join(" ", words);
  }

  /// Returns the table's columns: the values, then [#presence].
  List<String> tableColumns() {
    return Stream.concat(Stream.of(name), presence.stream()).toList();
  }

  /// Returns whether a value may be absent while the record around it is present.
  public boolean isOptional() {
    return !presence.isEmpty() && presence.getLast().equals(name + PRESENCE);
  }

  /// Returns whether a scan writes the values to DuckDB's vectors itself: texts of any length, and
  /// booleans that are never absent. All other values are read where they are.
  public boolean isWritten() {
    return isText() || (kind().equals("boolean") && presence.isEmpty());
  }

  /// Returns whether values are texts of any length, of which only a part is in the column.
  public boolean isText() {
    return kind().equals(TEXT);
  }

  /// Returns whether values are texts, in the column or not.
  boolean isAnyText() {
    return isText() || hasCodes() || kind().equals("utf8");
  }

  boolean isUuid() {
    return kind().equals("uuid");
  }

  /// Returns the number of the column's type in `duckdb_type`. For a decimal, it is not the whole
  /// type.
  public int duckDbType() {
    if (hasDictionary()) {
      return 17;
    }
    return switch (format) {
      case "b" -> 1;
      case "c" -> 2;
      case "s" -> 3;
      case "i" -> 4;
      case "l" -> 5;
      case "S" -> 7;
      case "f" -> 10;
      case "g" -> 11;
      case "tsu:" -> 12;
      case "tdD" -> 13;
      case "tts", "ttm", "ttu" -> 14;
      case "tDs", "tDm", "tDu" -> 15;
      case "U" -> 17;
      case "tss:" -> 20;
      case "tsm:" -> 21;
      case "tsn:" -> 22;
      case "tss:UTC", "tsm:UTC", "tsu:UTC" -> 31;
      case "ttn" -> 39;
      default -> isUuid() ? 27 : isDecimal() ? 19 : 18;
    };
  }

  /// Checks that DuckDB can represent the dates and timestamps.
  ///
  /// @param firstRow the number of the first row in the table
  /// @throws IllegalArgumentException if one is infinite or out of range in DuckDB
  public void requireDuckDbValues(ColumnMemory memory, int rows, long firstRow) {
    DuckDbRange range =
        switch (kind()) {
          case "date", "datetime", "instant" -> DuckDbRange.of(duckDbType());
          default -> null;
        };
    if (range == null) {
      return;
    }
    int row = range.find(memory.values(), rows, memory::isPresent);
    if (row >= 0) {
      throw new IllegalArgumentException(
          "row %d: %s is %s with the number %d, which is infinity or out of range in DuckDB: leave the column out of the query"
              .formatted(firstRow + row, name, type(), range.number(memory.values(), row)));
    }
  }

  public boolean isDecimal() {
    return kind().equals("decimal");
  }

  public boolean hasDictionary() {
    return kind().equals("enum") || hasCodes();
  }

  /// Returns whether values are the codes of texts.
  public boolean hasCodes() {
    return kind().equals(DICTIONARY);
  }
}
