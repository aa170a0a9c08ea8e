// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.cli.console.ShellWord;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The fields of the table to which a query's columns are imported.
///
/// A number keeps its type, or gets the next larger type that can hold all its values. Texts become
/// an enum of their distinct values, if these are few. Otherwise each row has room for the longest
/// text, if that is short; if not, texts have any length. A column with nulls becomes an optional
/// field.
final class ImportedFields {
  /// Texts with more values are no enum.
  private static final int MAX_CONSTANTS = 1000;

  /// The bytes of a value in a row, at most.
  static final int MAX_BYTES = 65_535;

  private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

  /// Fields by DuckDB's types.
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("BOOLEAN", "boolean"),
          Map.entry("TINYINT", "byte"),
          Map.entry("UTINYINT", "short"),
          Map.entry("SMALLINT", "short"),
          Map.entry("USMALLINT", "char"),
          Map.entry("INTEGER", "int"),
          Map.entry("UINTEGER", "long"),
          Map.entry("BIGINT", "long"),
          Map.entry("FLOAT", "float"),
          Map.entry("DOUBLE", "double"),
          Map.entry("DATE", "date"),
          Map.entry("TIME", "time micros"),
          Map.entry("TIME_NS", "time nanos"),
          Map.entry("TIMESTAMP_S", "datetime seconds"),
          Map.entry("TIMESTAMP_MS", "datetime millis"),
          Map.entry("TIMESTAMP", "datetime micros"),
          Map.entry("TIMESTAMP_NS", "datetime nanos"),
          Map.entry("TIMESTAMP WITH TIME ZONE", "instant micros"),
          Map.entry("UUID", "uuid"));

  private final DuckDb db;
  private final String query;
  private final int textBytes;
  private final List<Field> fields = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  private ImportedFields(DuckDb db, String query, int textBytes) {
    this.db = db;
    this.query = query;
    this.textBytes = textBytes;
  }

  /// Names and types are judged before rows are read, which takes long.
  ///
  /// @param textBytes of the longest text of a column, up to which all have as many in their rows
  /// @throws IllegalArgumentException if columns cannot be kept, which it names
  static ImportedFields of(DuckDb db, String selected, int textBytes) {
    List<String> columns = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (List<@Nullable String> row : db.texts("describe " + selected).rows()) {
      columns.add(Objects.requireNonNull(row.get(0)));
      types.add(Objects.requireNonNull(row.get(1)));
    }
    List<String> names = ComponentNames.of(columns);
    ImportedFields imported =
        new ImportedFields(
            db,
            names.equals(columns)
                ? selected
                : "select * from (%s) as t(%s)"
                    .formatted(
                        selected,
                        String.join(", ", names.stream().map(TableDatabase::name).toList())),
            textBytes);
    List<String> renamed = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (!isKnown(types.get(i))) {
        imported.refuse(columns.get(i), types.get(i));
      }
      if (!names.get(i).equals(columns.get(i))) {
        renamed.add("'%s' is %s".formatted(columns.get(i), names.get(i)));
      }
    }
    imported.requireKept();
    if (!renamed.isEmpty()) {
      imported.notes.add("renamed for Java: " + String.join(", ", renamed));
    }
    for (int i = 0; i < names.size(); i++) {
      imported.add(columns.get(i), names.get(i), types.get(i));
    }
    imported.requireKept();
    return imported;
  }

  /// Returns the query, whose columns have the names of the fields.
  String query() {
    return query;
  }

  private void refuse(String column, String type) {
    refused.add("%s is %s, %s".formatted(column, type, remedy(column, type)));
  }

  private void requireKept() {
    if (!refused.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", refused));
    }
  }

  RecordSchema schema(String name) {
    return new RecordSchema(name, fields);
  }

  /// The conversions of columns, a line each.
  List<String> notes() {
    return notes;
  }

  private void add(String column, String name, String type) {
    kept(name, type)
        .ifPresentOrElse(
            field -> fields.add(new Field(name, (hasNulls(name) ? "optional " : "") + field)),
            () -> refuse(column, type));
  }

  private boolean hasNulls(String name) {
    return number("count(*) - count(%s)", name) > 0;
  }

  /// Returns what SQL says of a column.
  ///
  /// @param expression of a number, with `%s` for the column
  private long number(String expression, String name) {
    String sql =
        "select coalesce(%s, 0) from (%s)"
            .formatted(expression.formatted(TableDatabase.name(name)), query);
    return Long.parseLong(Objects.requireNonNull(db.texts(sql).rows().getFirst().getFirst()));
  }

  private String remedy(String name, String type) {
    String column = TableDatabase.name(name);
    String exclude = ShellWord.of("* exclude (%s)".formatted(column));
    return type.equals("BLOB")
        ? "which is kept if all values have the same number of bytes, and no more than %d: leave it out, as in --select %s"
            .formatted(MAX_BYTES, exclude)
        : "which no field keeps: cast it, as in --select %s, or leave it out, as in --select %s"
            .formatted(ShellWord.of("* replace (%s::varchar as %1$s)".formatted(column)), exclude);
  }

  private static boolean isText(String type) {
    return type.equals("VARCHAR") || type.startsWith("ENUM(");
  }

  /// Whether rows of the type can be kept, if there are not too many bytes in them.
  private static boolean isKnown(String type) {
    return TYPES.containsKey(type)
        || DECIMAL.matcher(type).matches()
        || type.equals("BLOB")
        || isText(type);
  }

  private Optional<String> kept(String name, String type) {
    String same = TYPES.get(type);
    if (same != null) {
      return Optional.of(same);
    }
    if (type.matches("DECIMAL\\((\\d|1[0-8]),0\\)")) {
      return Optional.of("long");
    }
    Matcher decimal = DECIMAL.matcher(type);
    if (decimal.matches()) {
      return Optional.of("decimal %s %s".formatted(decimal.group(1), decimal.group(2)));
    }
    if (type.equals("BLOB")) {
      return bytes(name);
    }
    return isText(type)
        ? constants(name, type).or(() -> Optional.of(text(name, type)))
        : Optional.empty();
  }

  /// Returns a field for arrays that are equally long.
  private Optional<String> bytes(String name) {
    long most = number("max(octet_length(%s))", name);
    boolean fits = most > 0 && most <= MAX_BYTES && number("min(octet_length(%s))", name) == most;
    return fits ? Optional.of("bytes " + most) : Optional.empty();
  }

  /// Returns a field for texts as long as the longest, or of any length.
  private String text(String name, String type) {
    long most = Math.max(1, number("max(strlen(%s::varchar))", name));
    boolean fixed = most <= textBytes;
    notes.add(
        "%s is %s, kept %s"
            .formatted(
                name,
                type.replaceFirst("\\(.*", ""),
                fixed ? "with %d bytes a row".formatted(most) : "as texts of any length"));
    return fixed ? "utf8 " + most : "text";
  }

  /// Returns an enum of the texts that a column has.
  private Optional<String> constants(String name, String type) {
    String column = TableDatabase.name(name);
    String values =
        type.equals("VARCHAR")
            ? "select distinct %s from (%s) where %1$s is not null order by 1 limit %d"
                .formatted(column, query, MAX_CONSTANTS + 1)
            : "select unnest(enum_range(null::%s))::varchar".formatted(type);
    List<String> constants =
        db.texts(values).rows().stream().map(row -> Objects.requireNonNull(row.get(0))).toList();
    boolean fit =
        !constants.isEmpty()
            && constants.size() <= MAX_CONSTANTS
            && constants.stream().allMatch(RecordSchema::isName);
    if (!fit) {
      return Optional.empty();
    }
    if (type.equals("VARCHAR")) {
      notes.add("%s is text of %d values, kept as an enum".formatted(name, constants.size()));
    }
    return Optional.of("enum " + String.join(",", constants));
  }
}
