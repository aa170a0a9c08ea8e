// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.access.RunAccess;
import java.nio.ByteOrder;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Stores a `UUID` as its 16 bytes in the order of RFC 9562.
public record UuidCodec(RunAccess run) implements Codec.OfRun {
  private static final int LENGTH = 2;
  private static final boolean REVERSED = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  public static UuidCodec of(int index) {
    return new UuidCodec(new RunAccess(index, LENGTH));
  }

  @Override
  public String text() {
    return "uuid";
  }

  @Override
  public Object zero() {
    return new UUID(0, 0);
  }

  @Override
  public Class<?> element() {
    return long.class;
  }

  @Override
  public Object encode(Object value) {
    return value;
  }

  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded) {
    UUID id = (UUID) encoded;
    run.setLong(chunk, row, 0, id == null ? 0 : bigEndian(id.getMostSignificantBits()));
    run.setLong(chunk, row, 1, id == null ? 0 : bigEndian(id.getLeastSignificantBits()));
  }

  @Override
  public Object read(Chunk chunk, int row) {
    return new UUID(bigEndian(run.getLong(chunk, row, 0)), bigEndian(run.getLong(chunk, row, 1)));
  }

  private static long bigEndian(long bits) {
    return REVERSED ? Long.reverseBytes(bits) : bits;
  }

  @Override
  public boolean addKey(KeyBytes key, Chunk chunk, int row) {
    return key.addOrCompare(run.getLong(chunk, row, 0))
        && key.addOrCompare(run.getLong(chunk, row, 1));
  }

  @Override
  public boolean addKey(KeyBytes key, Object value) {
    UUID id = (UUID) value;
    return key.addOrCompare(bigEndian(id.getMostSignificantBits()))
        && key.addOrCompare(bigEndian(id.getLeastSignificantBits()));
  }
}
