// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import dev.ashlar.table.Column;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;

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
  public void open(Function<String, Column> columns) {
    super.open(columns);
    components.forEach(component -> component.open(columns));
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

  @Override
  public boolean getBoolean(int row) {
    throw otherType("a boolean");
  }

  @Override
  public byte getByte(int row) {
    throw otherType("a byte");
  }

  @Override
  public short getShort(int row) {
    throw otherType("a short");
  }

  @Override
  public int getInt(int row) {
    throw otherType("an int");
  }

  @Override
  public long getLong(int row) {
    throw otherType("a long");
  }

  @Override
  public float getFloat(int row) {
    throw otherType("a float");
  }

  @Override
  public double getDouble(int row) {
    throw otherType("a double");
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    throw otherType("a decimal");
  }

  @Override
  public UTF8String getUTF8String(int row) {
    throw otherType("a text");
  }

  @Override
  public byte[] getBinary(int row) {
    throw otherType("bytes");
  }
}
