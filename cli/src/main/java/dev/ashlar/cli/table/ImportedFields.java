// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli.table;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.cli.console.ShellWord;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The fields of the table into which a query's columns are imported.
///
/// A number keeps its type, or gets the next larger type that can hold all its values. Texts become
/// an enum of their distinct values if there are few of them. Otherwise each row has room for the
/// longest text if that is short; if not, texts may have any length. A column with nulls becomes an
/// optional field.
///
/// The input is read once, into a temporary table of the database, which answers all further
/// queries.
final class ImportedFields {
  /// A column of texts with more distinct values is not an enum.
  private static final int MAX_CONSTANTS = 1000;

  /// The largest size of a value in a row, in bytes.
  static final int MAX_BYTES = 65_535;

  /// The temporary table with the rows of the input.
  private static final String TABLE = "imported";

  /// The number of rows in which distinct texts are counted first.
  private static final int SAMPLE_ROWS = 20_000;

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
          Map.entry("UBIGINT", "decimal 20 0"),
          Map.entry("HUGEINT", "decimal 38 0"),
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
          Map.entry("TIMESTAMPTZ_NS", "instant nanos"),
          Map.entry("UUID", "uuid"));

  /// A column of the query.
  ///
  /// @param original the column's own name
  /// @param name the name of its record component
  private record Column(String original, String name, String type) {
    String quoted() {
      return TableDatabase.name(name);
    }

    boolean isText() {
      return type.equals("VARCHAR") || type.startsWith("ENUM(");
    }

    boolean isBytes() {
      return type.equals("BLOB");
    }

    boolean isList() {
      return type.endsWith("]");
    }

    /// Returns whether a value may be infinity.
    boolean isDate() {
      return type.equals("DATE") || type.startsWith("TIMESTAMP");
    }

    /// Returns the SQL condition that the value with this name is not infinity.
    String isFinite(String quoted) {
      return "isfinite(%s%s)"
          .formatted(quoted, type.equals("TIMESTAMPTZ_NS") ? "::timestamptz" : "");
    }

    /// Returns whether a table can keep values of the column's type.
    boolean isKept() {
      return TYPES.containsKey(type) || DECIMAL.matcher(type).matches() || isBytes() || isText();
    }
  }

  /// The properties of all values of a column.
  ///
  /// @param nulls the number of rows without a value
  /// @param least the length of the shortest byte array, in bytes; 0 for other types
  /// @param most the length of the longest text or byte array, in bytes; 0 for other types
  /// @param longBytes the bytes that texts need in a file if rows hold only a prefix of them
  private record Values(
      Column column,
      long nulls,
      long least,
      long most,
      long longBytes,
      long infinite,
      boolean areFew) {}

  private final DuckDb db;
  private final int bytesInRow;
  private final List<Column> columns = new ArrayList<>();
  private final List<Field> fields = new ArrayList<>();
  private final Map<String, String> columnNames = new LinkedHashMap<>();
  private final List<String> selected = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private long rowCount;
  private long textBytes;

  private ImportedFields(DuckDb db, int bytesInRow) {
    this.db = db;
    this.bytesInRow = bytesInRow;
  }

  /// Imports the columns of a query. Names and types are checked before the rows are read, which
  /// takes long.
  ///
  /// @param select the columns, as in SQL behind `select`
  /// @param from the source, as in SQL behind `from`
  /// @param bytesInRow the largest length, in bytes, of a column's longest text for which all rows
  ///   have room for it
  /// @throws IllegalArgumentException if columns cannot be kept; the message names them
  static ImportedFields of(DuckDb db, String select, String from, int bytesInRow) {
    ImportedFields imported = new ImportedFields(db, bytesInRow);
    String query = "select %s\nfrom %s".formatted(select, from);
    boolean all = select.strip().equals("*");
    imported.addColumns(query);
    imported.requireKept(all);
    db.execute(
        "create temp table %s as select * from (%s) as t(%s)"
            .formatted(TABLE, query, imported.joined(Column::quoted)));
    List<Values> values = imported.values();
    requireFinite(values, all);
    values.forEach(imported::add);
    return imported;
  }

  private void addColumns(String query) {
    List<String> originals = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (List<@Nullable String> row : db.texts("describe " + query).rows()) {
      originals.add(Objects.requireNonNull(row.get(0)));
      types.add(Objects.requireNonNull(row.get(1)));
    }
    List<String> names = ComponentNames.of(originals);
    for (int i = 0; i < names.size(); i++) {
      columns.add(new Column(originals.get(i), names.get(i), types.get(i)));
      if (!names.get(i).equals(originals.get(i))) {
        columnNames.put(names.get(i), originals.get(i));
      }
    }
    if (!columnNames.isEmpty()) {
      notes.add(
          columnNames.entrySet().stream()
              .map(renamed -> "'%s' is %s".formatted(renamed.getValue(), renamed.getKey()))
              .collect(Collectors.joining(", ", "renamed for Java: ", "")));
    }
  }

  private String joined(Function<Column, String> part) {
    return columns.stream().map(part).collect(Collectors.joining(", "));
  }

  /// Returns the query whose columns have the names of the fields.
  String query() {
    return "select %s from %s".formatted(String.join(", ", selected), TABLE);
  }

  long rowCount() {
    return rowCount;
  }

  /// Returns the size of the texts outside of rows, in bytes, with their headers.
  long textBytes() {
    return textBytes;
  }

  RecordSchema schema(String name) {
    return new RecordSchema(name, fields, columnNames);
  }

  /// Returns the conversions of columns, one line for each.
  List<String> notes() {
    return notes;
  }

  /// @param all whether all columns of the input were selected, as they are
  private void requireKept(boolean all) {
    List<Column> refused = columns.stream().filter(column -> !column.isKept()).toList();
    if (refused.isEmpty()) {
      return;
    }
    String reasons =
        refused.stream()
            .map(column -> "%s is %s, which no field keeps".formatted(column.original, column.type))
            .collect(Collectors.joining("; "));
    if (!all) {
      throw new IllegalArgumentException(
          reasons + ". In --select, cast it to varchar, or leave it out");
    }
    String lists =
        refused.stream()
            .filter(Column::isList)
            .map(column ->
                ". The elements of %s as a second table, each with the number of its row: %s"
                    .formatted(
                        column.original,
                        select(
                            "row_number() over () - 1 as in_row, %s",
                            List.of(column), (_, name) -> "unnest(%s) as %<s".formatted(name))))
            .collect(Collectors.joining());
    throw new IllegalArgumentException(
        "%s. As text: %s. Without: %s%s"
            .formatted(
                reasons,
                select(
                    "* replace (%s)", refused, (_, name) -> "%s::varchar as %<s".formatted(name)),
                select("* exclude (%s)", refused, (_, name) -> name),
                lists));
  }

  private static void requireFinite(List<Values> values, boolean all) {
    List<Values> infinite = values.stream().filter(each -> each.infinite > 0).toList();
    if (infinite.isEmpty()) {
      return;
    }
    List<Column> refused = infinite.stream().map(Values::column).toList();
    throw new IllegalArgumentException(
        "%s is infinity in %d rows, which no table has. As null: %s"
            .formatted(
                refused.getFirst().original,
                infinite.getFirst().infinite,
                all
                    ? select(
                        "* replace (%s)",
                        refused,
                        (column, name) ->
                            "case when %s then %s end as %<s"
                                .formatted(column.isFinite(name), name))
                    : "case when isfinite(…) then … end in --select"));
  }

  /// Returns an option to paste, which holds for some columns.
  private static String select(
      String list, List<Column> of, BiFunction<Column, String, String> each) {
    String columns =
        of.stream()
            .map(column -> each.apply(column, TableDatabase.name(column.original)))
            .collect(Collectors.joining(", "));
    return "--select " + ShellWord.of(list.formatted(columns));
  }

  /// Returns the values of all columns, from one query.
  private List<Values> values() {
    Iterator<Long> few =
        numbers(
            "select %s from (from %s limit %d)"
                .formatted(
                    joined(column ->
                        column.isText() ? "count(distinct %s)".formatted(column.quoted()) : "0"),
                    TABLE,
                    SAMPLE_ROWS));
    Iterator<Long> numbers =
        numbers("select count(*), %s from %s".formatted(joined(ImportedFields::aggregates), TABLE));
    rowCount = numbers.next();
    List<Values> values = new ArrayList<>();
    for (Column column : columns) {
      values.add(
          new Values(
              column,
              numbers.next(),
              numbers.next(),
              numbers.next(),
              numbers.next(),
              numbers.next(),
              few.next() <= MAX_CONSTANTS));
    }
    return values;
  }

  private static String aggregates(Column column) {
    String name = column.quoted();
    String bytes =
        column.isText()
            ? "0, max(strlen(%s::varchar)),"
                + " sum((strlen(%<s::varchar) + 15) // 8 * 8) filter (strlen(%<s::varchar) > 12)"
            : column.isBytes() ? "min(octet_length(%s)), max(octet_length(%<s)), 0" : "0, 0, 0";
    return "count(*) - count(%s), %s, %s"
        .formatted(
            name,
            bytes.formatted(name),
            column.isDate() ? "count(*) filter (not %s)".formatted(column.isFinite(name)) : "0");
  }

  private Iterator<Long> numbers(String query) {
    return db.texts(query).rows().getFirst().stream()
        .map(text -> text == null ? 0 : Long.parseLong(text))
        .iterator();
  }

  private void add(Values values) {
    Column column = values.column;
    String kept = kept(column, values);
    textBytes += kept.equals("text") ? values.longBytes : 0;
    fields.add(new Field(column.name, (values.nulls > 0 ? "optional " : "") + kept));
    selected.add(
        column.isBytes() && kept.equals("text")
            ? "base64(%s) as %<s".formatted(column.quoted())
            : column.quoted());
  }

  private String kept(Column column, Values values) {
    String type = column.type;
    String same = TYPES.get(type);
    if (same != null) {
      if (same.startsWith("decimal")) {
        note(column, "as a decimal of %s digits".formatted(same.split(" ", -1)[1]));
      }
      return same;
    }
    if (type.matches("DECIMAL\\((\\d|1[0-8]),0\\)")) {
      return "long";
    }
    Matcher decimal = DECIMAL.matcher(type);
    if (decimal.matches()) {
      return "decimal %s %s".formatted(decimal.group(1), decimal.group(2));
    }
    return column.isBytes()
        ? bytes(column, values)
        : constants(column, values).orElseGet(() -> text(column, values));
  }

  private void note(Column column, String how) {
    notes.add(
        "%s is %s, kept %s".formatted(column.name, column.type.replaceFirst("\\(.*", ""), how));
  }

  /// Returns a field for arrays that are equally long, or for a text.
  private String bytes(Column column, Values values) {
    if (values.least > 0 && values.least == values.most && values.most <= MAX_BYTES) {
      return "bytes " + values.most;
    }
    note(column, "as text in base64, as its values are of several lengths");
    return "text";
  }

  /// Returns a field for texts as long as the longest, or of any length.
  private String text(Column column, Values values) {
    long most = Math.max(1, values.most);
    boolean fixed = most <= bytesInRow;
    note(column, fixed ? "with %d bytes a row".formatted(most) : "as texts of any length");
    return fixed ? "utf8 " + most : "text";
  }

  /// Returns an enum of the texts that a column has.
  private Optional<String> constants(Column column, Values values) {
    boolean isEnum = !column.type.equals("VARCHAR");
    if (!isEnum && !values.areFew) {
      return Optional.empty();
    }
    String texts =
        isEnum
            ? "select unnest(enum_range(null::%s))::varchar".formatted(column.type)
            : "select distinct %s from %s where %1$s is not null order by 1 limit %d"
                .formatted(column.quoted(), TABLE, MAX_CONSTANTS + 1);
    List<String> constants =
        db.texts(texts).rows().stream().map(row -> Objects.requireNonNull(row.get(0))).toList();
    boolean fit =
        !constants.isEmpty()
            && constants.size() <= MAX_CONSTANTS
            && constants.stream().allMatch(RecordSchema::isName);
    if (!fit) {
      return Optional.empty();
    }
    if (!isEnum) {
      notes.add(
          "%s is text of %d values, kept as an enum".formatted(column.name, constants.size()));
    }
    return Optional.of("enum " + String.join(",", constants));
  }
}
