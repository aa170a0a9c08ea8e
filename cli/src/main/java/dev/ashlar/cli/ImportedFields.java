// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.cli;

import dev.ashlar.arrow.DuckDb;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The fields that keep the columns of a query.
///
/// A number keeps its type, or gets the next one that has all its values. Dates, times and texts
/// become what a table has: numbers in their unit, and enums of the values there are.
final class ImportedFields {
  /// Texts with more values are no enum.
  private static final int MAX_CONSTANTS = 1000;

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
          Map.entry("DOUBLE", "double"));

  /// What is kept of a date or a time.
  private record Count(String type, String meaning) {}

  /// Dates and times.
  private static final Map<String, Count> COUNTS =
      Map.of(
          "DATE", new Count("int", "days since 1970-01-01"),
          "TIME", new Count("long", "microseconds since midnight"),
          "TIMESTAMP_S", new Count("long", "seconds since 1970-01-01"),
          "TIMESTAMP_MS", new Count("long", "milliseconds since 1970-01-01"),
          "TIMESTAMP", new Count("long", "microseconds since 1970-01-01"),
          "TIMESTAMP_NS", new Count("long", "nanoseconds since 1970-01-01"),
          "TIMESTAMP WITH TIME ZONE", new Count("long", "microseconds since 1970-01-01 UTC"));

  private final DuckDb db;
  private final String query;
  private final List<Field> fields = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();

  private ImportedFields(DuckDb db, String query) {
    this.db = db;
    this.query = query;
  }

  /// @throws IllegalArgumentException if columns cannot be kept, which it names
  static ImportedFields of(DuckDb db, String query) {
    ImportedFields imported = new ImportedFields(db, query);
    for (List<@Nullable String> row : db.texts("describe " + query).rows()) {
      imported.add(Objects.requireNonNull(row.get(0)), Objects.requireNonNull(row.get(1)));
    }
    if (!imported.refused.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", imported.refused));
    }
    return imported;
  }

  RecordSchema schema(String name) {
    return new RecordSchema(name, fields);
  }

  /// What is kept as something else, a line each.
  List<String> notes() {
    return notes;
  }

  private void add(String name, String type) {
    if (!RecordSchema.isName(name)) {
      refused.add(
          "the column '%s' cannot be the name of a Java component: rename it, as in --select '\"%1$s\" as name'"
              .formatted(name));
      return;
    }
    Optional<String> kept = kept(name, type);
    if (kept.isEmpty()) {
      refused.add("%s is %s, %s".formatted(name, type, remedy(name, type)));
    }
    kept.ifPresent(field -> fields.add(new Field(name, field)));
  }

  private static String remedy(String name, String type) {
    if (type.equals("VARCHAR") || type.startsWith("ENUM(")) {
      return "which is kept as an enum of 1 to %d values that are names in Java: leave it out, as in --select '* exclude (%s)'"
          .formatted(MAX_CONSTANTS, name);
    }
    return "which no field keeps: cast it, as in --select '* replace (%s::%s as %1$s)', or leave it out, as in --select '* exclude (%1$s)'"
        .formatted(name, type.startsWith("DECIMAL") ? "double" : "bigint");
  }

  private Optional<String> kept(String name, String type) {
    String same = TYPES.get(type);
    Count count = COUNTS.get(type);
    if (same != null) {
      return Optional.of(same);
    }
    if (count != null) {
      notes.add("%s is %s, kept as %s: %s".formatted(name, type, count.type, count.meaning));
      return Optional.of(count.type);
    }
    if (type.matches("DECIMAL\\((\\d|1[0-8]),0\\)")) {
      return Optional.of("long");
    }
    return type.equals("VARCHAR") || type.startsWith("ENUM(")
        ? constants(name, type)
        : Optional.empty();
  }

  /// Returns an enum of the texts that a column has.
  private Optional<String> constants(String name, String type) {
    String column = "\"" + name + "\"";
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
