// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.write;

import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.TableLayout;
import dev.ashlar.table.TableType;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;

/// The plan of a query, which all its tasks share.
///
/// @param columns the columns of the rows
/// @param names the names of the record's fields
/// @param types the types of the fields, as in `utf8 12`
public record WritePlan(
    StructType columns,
    List<String> names,
    List<String> types,
    Layout layout,
    SerializableConfiguration configuration)
    implements Serializable {
  /// The layout of new files.
  public enum Layout {
    COLUMNS("columns"),
    ROWS("rows"),
    ALIGNED_ROWS("alignedRows");

    private final String option;

    Layout(String option) {
      this.option = option;
    }

    static Layout of(CaseInsensitiveStringMap options) {
      String asked = options.getOrDefault("layout", COLUMNS.option);
      return Arrays.stream(values())
          .filter(layout ->
              layout.option.toLowerCase(Locale.ROOT).equals(asked.toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "The option layout is '%s': use %s"
                      .formatted(
                          asked,
                          Arrays.stream(values())
                              .map(layout -> layout.option)
                              .collect(Collectors.joining(", ")))));
    }

    public <R extends Record> TableLayout<R> of(TableType<R> type) {
      return switch (this) {
        case COLUMNS -> type.columns();
        case ROWS -> type.rows();
        case ALIGNED_ROWS -> type.alignedRows();
      };
    }
  }

  WritePlan(
      StructType columns,
      List<RecordSchema.Field> fields,
      Layout layout,
      SerializableConfiguration configuration) {
    this(
        columns,
        fields.stream().map(RecordSchema.Field::name).toList(),
        fields.stream().map(RecordSchema.Field::type).toList(),
        layout,
        configuration);
  }

  List<RecordSchema.Field> fields() {
    return IntStream.range(0, names.size())
        .mapToObj(i -> new RecordSchema.Field(names.get(i), types.get(i)))
        .toList();
  }
}
