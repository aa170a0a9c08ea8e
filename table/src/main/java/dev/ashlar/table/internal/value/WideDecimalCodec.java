// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.access.RunAccess;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Stores a `BigDecimal` of up to 38 digits as its unscaled value, an integer of 128 bits in the
/// byte order of the machine.
///
/// @param field the record and the component, for messages
public record WideDecimalCodec(String field, int precision, int scale, RunAccess run)
    implements Codec.OfRun {
  /// The most digits that 127 bits always have.
  public static final int MAX_PRECISION = 38;

  private static final int LENGTH = 2;
  private static final int HIGH = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 1 : 0;
  private static final int LOW = 1 - HIGH;

  public static WideDecimalCodec of(String field, int precision, int scale, int index) {
    return new WideDecimalCodec(field, precision, scale, new RunAccess(index, LENGTH));
  }

  @Override
  public String text() {
    return DecimalCodec.text(precision, scale);
  }

  @Override
  public Object zero() {
    return new BigDecimal(BigInteger.ZERO, scale);
  }

  @Override
  public Class<?> element() {
    return long.class;
  }

  @Override
  public Object encode(Object value) {
    return DecimalCodec.unscaled(field, (BigDecimal) value, precision, scale);
  }

  /// @param encoded the unscaled value
  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded) {
    BigInteger unscaled = encoded == null ? BigInteger.ZERO : (BigInteger) encoded;
    run.setLong(chunk, row, LOW, unscaled.longValue());
    run.setLong(chunk, row, HIGH, unscaled.shiftRight(Long.SIZE).longValue());
  }

  @Override
  public Object read(Chunk chunk, int row) {
    ByteBuffer bytes = ByteBuffer.allocate(LENGTH * Long.BYTES);
    bytes.putLong(run.getLong(chunk, row, HIGH)).putLong(run.getLong(chunk, row, LOW));
    BigDecimal value = new BigDecimal(new BigInteger(bytes.array()), scale);
    if (value.precision() > precision) {
      throw Codec.noValue(field, value, text());
    }
    return value;
  }

  @Override
  public boolean addKey(KeyBytes key, Chunk chunk, int row) {
    return key.addOrCompare(run.getLong(chunk, row, LOW))
        && key.addOrCompare(run.getLong(chunk, row, HIGH));
  }

  @Override
  public boolean addKey(KeyBytes key, Object value) {
    BigInteger unscaled = (BigInteger) encode(value);
    return key.addOrCompare(unscaled.longValue())
        && key.addOrCompare(unscaled.shiftRight(Long.SIZE).longValue());
  }
}
