// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import dev.ashlar.spark.internal.file.TableField;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;

/// A component that is not a number, a boolean, or an array of bytes.
abstract sealed class NoNumberVector extends TableVector permits StructVector, TextVector {
  NoNumberVector(TableField field, DataType type) {
    super(field, type);
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
  public byte[] getBinary(int row) {
    throw otherType("bytes");
  }
}
