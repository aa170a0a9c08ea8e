// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.TableChunk;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;

/// A component that is a record.
final class StructVector extends TableVector {
  private final List<TableVector> components;

  StructVector(TableField field, StructType type) {
    super(field, type);
    this.components = components(field.components(), type);
  }

  /// Returns the components that are asked for, in that order.
  static List<TableVector> components(List<TableField> fields, StructType asked) {
    return Arrays.stream(asked.fields()).map(column -> component(fields, column)).toList();
  }

  private static TableVector component(List<TableField> fields, StructField column) {
    return fields.stream()
        .filter(field -> field.name().equals(column.name()))
        .findFirst()
        .map(field -> TableVector.of(field, column.dataType()))
        .orElseThrow(() -> new IllegalArgumentException("no column " + column.name()));
  }

  @Override
  public void begin(TableBlocks blocks) {
    super.begin(blocks);
    components.forEach(component -> component.begin(blocks));
  }

  @Override
  public void open(TableChunk chunk) {
    super.open(chunk);
    components.forEach(component -> component.open(chunk));
  }

  @Override
  public void moveTo(long row, int rowCount) {
    super.moveTo(row, rowCount);
    components.forEach(component -> component.moveTo(row, rowCount));
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    return components.get(ordinal);
  }
}
