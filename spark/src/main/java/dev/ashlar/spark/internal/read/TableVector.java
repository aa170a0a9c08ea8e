// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.TableChunk;
import java.lang.foreign.MemorySegment;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/// A component of consecutive rows, in the memory of a table. The same object serves all blocks.
///
/// The JDK checks each read: code that keeps a vector after its table was closed gets an exception,
/// and the JVM does not crash.
public abstract sealed class TableVector extends ColumnVector implements BlockColumn
    permits ValueVector, TextVector, StructVector {
  private final TableField field;
  private final boolean optional;
  private MemorySegment presence = MemorySegment.NULL;
  private @Nullable TableBlocks blocks;

  /// The row of the table's memory that is row 0 of this vector.
  private long first;

  private int rows;

  TableVector(TableField field, DataType type) {
    super(type);
    this.field = field;
    this.optional = field.optional();
  }

  /// {@return the vector of a component}
  ///
  /// @param type the component's type in Spark; for a record, with the requested components only
  public static TableVector of(TableField field, DataType type) {
    return type instanceof StructType struct
        ? new StructVector(field, struct)
        : field.isText() ? new TextVector(field, type) : new ValueVector(field, type);
  }

  final TableField field() {
    return field;
  }

  final long first() {
    return first;
  }

  @Override
  public void begin(TableBlocks table) {
    blocks = table;
  }

  /// Returns the exception to throw for a text that is not UTF-8, unless the blocks throw one that
  /// names its row: this block may be a copy.
  final IllegalStateException malformed(@Nullable IllegalStateException inBlock) {
    if (blocks != null) {
      blocks.requireTexts(field.path());
    }
    return inBlock == null
        ? new IllegalStateException(field.path() + " has bytes that are not UTF-8")
        : inBlock;
  }

  @Override
  public void open(TableChunk chunk) {
    if (optional) {
      presence = chunk.column(field.presence()).asReadOnlySegment();
    }
  }

  @Override
  public void moveTo(long row, int rowCount) {
    first = row;
    rows = rowCount;
  }

  @Override
  public final boolean isNullAt(int row) {
    return optional && presence.get(JAVA_BYTE, first + row) == 0;
  }

  @Override
  public final boolean hasNull() {
    return numNulls() > 0;
  }

  @Override
  public final int numNulls() {
    int nulls = 0;
    for (int row = 0; optional && row < rows; row++) {
      nulls += isNullAt(row) ? 1 : 0;
    }
    return nulls;
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

  @Override
  public UTF8String getUTF8String(int row) {
    throw otherType("a text");
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw otherType("a struct");
  }

  @Override
  public final ColumnarArray getArray(int row) {
    throw otherType("an array");
  }

  @Override
  public final ColumnarMap getMap(int row) {
    throw otherType("a map");
  }

  final UnsupportedOperationException otherType(String asked) {
    return new UnsupportedOperationException(
        "%s is %s, not %s".formatted(field.path(), dataType().sql(), asked));
  }

  /// Does nothing: the memory belongs to the table.
  @Override
  public final void close() {}
}
