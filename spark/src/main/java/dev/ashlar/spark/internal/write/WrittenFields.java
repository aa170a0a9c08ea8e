// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import dev.ashlar.spark.internal.file.FileAccess;
import dev.ashlar.spark.internal.file.Options;
import dev.ashlar.spark.internal.file.SparkTypes;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.RecordSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/// The fields to which Spark's columns are written.
///
/// The option `type.COLUMN` sets the type of a field, in the notation of a schema: `utf8 12`, `enum
/// BUY,SELL`, `optional uuid`. Texts have any length, unless the option `utf8` sets the bytes of
/// all texts without a `type`.
final class WrittenFields {
  private static final String TYPE = "type.";
  private static final String TEXT_BYTES = "utf8";

  private final CaseInsensitiveStringMap options;
  private final List<RecordSchema.Field> fields = new ArrayList<>();

  private WrittenFields(CaseInsensitiveStringMap options) {
    this.options = options;
  }

  /// Returns the fields of new files.
  ///
  /// @throws IllegalArgumentException if a column has no type that a table stores; it names the
  ///   column and what to do
  static List<RecordSchema.Field> of(StructType columns, CaseInsensitiveStringMap options) {
    WrittenFields written = new WrittenFields(options);
    written.add("", columns);
    written.requireOptionsUsed();
    RecordSchema schema = new RecordSchema(FileAccess.RECORD, written.fields);
    requireColumns(columns, schema.fields());
    FileAccess.type(schema);
    return schema.fields();
  }

  /// A type for a column that is not there would be lost, and the column have another.
  private void requireOptionsUsed() {
    for (String option : options.keySet()) {
      if (option.startsWith(TYPE)
          && fields.stream().noneMatch(field -> option.equalsIgnoreCase(TYPE + field.name()))) {
        throw new IllegalArgumentException(
            "There is no column for the option %s: there are %s"
                .formatted(option, fields.stream().map(RecordSchema.Field::name).toList()));
      }
    }
  }

  private void add(String prefix, StructType columns) {
    for (StructField column : columns.fields()) {
      if (!RecordSchema.isName(column.name())) {
        throw new IllegalArgumentException(
            "The column '%s' cannot be the name of a component: rename it with withColumnRenamed"
                .formatted(prefix + column.name()));
      }
      add(prefix + column.name(), column);
    }
  }

  private void add(String path, StructField column) {
    String type = options.get(TYPE + path);
    if (type != null) {
      fields.add(new RecordSchema.Field(path, type));
    } else if (column.dataType() instanceof StructType struct) {
      if (column.nullable()) {
        fields.add(new RecordSchema.Field(path, "optional record"));
      }
      add(path + ".", struct);
    } else {
      String words = words(path, column.dataType());
      fields.add(new RecordSchema.Field(path, column.nullable() ? "optional " + words : words));
    }
  }

  private String words(String path, DataType type) {
    return switch (type) {
      case StringType text -> text();
      case DecimalType decimal -> "decimal " + decimal.precision() + " " + decimal.scale();
      case DayTimeIntervalType interval -> "duration micros";
      case ByteType number -> "byte";
      default ->
          switch (type.typeName()) {
            case "boolean", "short", "long", "float", "double", "date" -> type.typeName();
            case "integer" -> "int";
            case "timestamp" -> "instant micros";
            case "timestamp_ntz" -> "datetime micros";
            case "binary" ->
                throw new IllegalArgumentException(
                    "The column %s has arrays of bytes, which have one length in a table: give it with the option %s%s, as in 'bytes 32'"
                        .formatted(path, TYPE, path));
            default ->
                throw new IllegalArgumentException(
                    "The column %s is %s, which a table does not store: cast it, or drop it"
                        .formatted(path, type.sql()));
          };
    };
  }

  private String text() {
    return options.containsKey(TEXT_BYTES)
        ? TEXT_BYTES + " " + Options.positive(options, TEXT_BYTES)
        : TableField.TEXT;
  }

  /// Throws unless the columns have the names and types that Spark has for the fields.
  static void requireColumns(StructType columns, List<RecordSchema.Field> fields) {
    requireColumns("", columns, TableField.of(fields));
  }

  private static void requireColumns(String prefix, StructType columns, List<TableField> fields) {
    Map<String, TableField> left = new HashMap<>();
    fields.forEach(field -> left.put(field.name(), field));
    for (StructField column : columns.fields()) {
      TableField field = left.remove(column.name());
      if (field == null) {
        throw new IllegalArgumentException(
            "The column %s%s is not in the files that are there: drop it, or write to another folder"
                .formatted(prefix, column.name()));
      }
      if (!isSame(column.dataType(), SparkTypes.of(field))) {
        throw new IllegalArgumentException(
            "The column %s is %s, and %s is written from %s: cast it"
                .formatted(
                    field.path(),
                    column.dataType().sql(),
                    String.join(" ", field.words()),
                    SparkTypes.of(field).sql()));
      }
      if (column.dataType() instanceof StructType struct) {
        requireColumns(field.path() + ".", struct, field.components());
      }
    }
    if (!left.isEmpty()) {
      throw new IllegalArgumentException(
          "The column %s%s of the files that are there is missing: add it, or write to another folder"
              .formatted(prefix, left.keySet().iterator().next()));
    }
  }

  /// Collations, and the fields of an interval, make no difference to what is stored.
  private static boolean isSame(DataType column, DataType written) {
    return column instanceof DecimalType
        ? column.equals(written)
        : column.getClass() == written.getClass();
  }
}
