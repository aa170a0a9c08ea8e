// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark.internal.read;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.ashlar.spark.internal.file.SparkTypes;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.table.TableChunk;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.UUID;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;

/// A component that is a single value. Texts, ids and bytes are copied, because Spark may keep them
/// after the table was closed.
final class ValueVector extends TableVector {
  /// The bytes of an id are those of RFC 9562.
  private static final ValueLayout.OfLong ID_HALF =
      JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int HIGH = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 0;

  private final int byteSize;
  private final long factor;
  private final boolean isChar;
  private final UTF8String[] constants;
  private MemorySegment values = MemorySegment.NULL;

  ValueVector(TableField field, DataType type) {
    super(field, type);
    this.byteSize = field.byteSize();
    this.factor = SparkTypes.factor(field);
    this.isChar = field.kind().equals("char");
    this.constants =
        field.constants().stream().map(UTF8String::fromString).toArray(UTF8String[]::new);
  }

  @Override
  public void open(TableChunk chunk) {
    super.open(chunk);
    values = chunk.column(field().path()).asReadOnlySegment();
  }

  private long offset(int row) {
    return (first() + row) * byteSize;
  }

  @Override
  public boolean getBoolean(int row) {
    return getByte(row) != 0;
  }

  @Override
  public byte getByte(int row) {
    return values.get(JAVA_BYTE, offset(row));
  }

  @Override
  public short getShort(int row) {
    return values.get(JAVA_SHORT_UNALIGNED, offset(row));
  }

  @Override
  public int getInt(int row) {
    return isChar
        ? values.get(JAVA_CHAR_UNALIGNED, offset(row))
        : values.get(JAVA_INT_UNALIGNED, offset(row));
  }

  @Override
  public long getLong(int row) {
    long value = values.get(JAVA_LONG_UNALIGNED, offset(row));
    return factor == 1 ? value : multiplied(value);
  }

  private long multiplied(long value) {
    try {
      return Math.multiplyExact(value, factor);
    } catch (ArithmeticException tooLarge) {
      throw new ArithmeticException(
          "%s is %d %s, which Spark has no value for: leave the column out"
              .formatted(field().path(), value, field().words().get(1)));
    }
  }

  @Override
  public float getFloat(int row) {
    return values.get(JAVA_FLOAT_UNALIGNED, offset(row));
  }

  @Override
  public double getDouble(int row) {
    return values.get(JAVA_DOUBLE_UNALIGNED, offset(row));
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    if (byteSize == Long.BYTES) {
      return Decimal.apply(values.get(JAVA_LONG_UNALIGNED, offset(row)), precision, scale);
    }
    long high = values.get(JAVA_LONG_UNALIGNED, offset(row) + (long) HIGH * Long.BYTES);
    long low = values.get(JAVA_LONG_UNALIGNED, offset(row) + (1L - HIGH) * Long.BYTES);
    BigInteger lowest = BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
    BigInteger unscaled = BigInteger.valueOf(high).shiftLeft(Long.SIZE).or(lowest);
    return Decimal.apply(new BigDecimal(unscaled, scale), precision, scale);
  }

  @Override
  public UTF8String getUTF8String(int row) {
    return switch (field().kind()) {
      case "enum" -> constant(row);
      case "uuid" -> UTF8String.fromString(id(row).toString());
      default -> text(row);
    };
  }

  private UTF8String constant(int row) {
    int ordinal =
        byteSize == 1
            ? Byte.toUnsignedInt(getByte(row))
            : values.get(JAVA_CHAR_UNALIGNED, offset(row));
    if (ordinal >= constants.length) {
      throw new IllegalStateException(
          "%s has the ordinal %d, and the enum %d constants: verify the file"
              .formatted(field().path(), ordinal, constants.length));
    }
    return constants[ordinal];
  }

  private UUID id(int row) {
    return new UUID(
        values.get(ID_HALF, offset(row)), values.get(ID_HALF, offset(row) + Long.BYTES));
  }

  private UTF8String text(int row) {
    byte[] bytes = bytes(row, textSize(row));
    if (!Utf8.isValid(bytes, 0, bytes.length)) {
      throw malformed(null);
    }
    return UTF8String.fromBytes(bytes);
  }

  private int textSize(int row) {
    int size = 0;
    while (size < byteSize && values.get(JAVA_BYTE, offset(row) + size) != 0) {
      size++;
    }
    return size;
  }

  @Override
  public byte[] getBinary(int row) {
    return bytes(row, byteSize);
  }

  private byte[] bytes(int row, int size) {
    byte[] bytes = new byte[size];
    MemorySegment.copy(values, JAVA_BYTE, offset(row), bytes, 0, size);
    return bytes;
  }
}
