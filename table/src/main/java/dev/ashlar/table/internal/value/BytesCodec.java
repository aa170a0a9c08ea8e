// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.access.RunAccess;
import org.jspecify.annotations.Nullable;

/// Stores a `byte[]` of fixed length.
///
/// @param field the record and the component, for messages
public record BytesCodec(String field, RunAccess run) implements Codec.OfRun {
  public static BytesCodec of(String field, int length, int index) {
    return new BytesCodec(field, new RunAccess(index, length));
  }

  @Override
  public String text() {
    return "bytes " + length();
  }

  @Override
  public Object zero() {
    return new byte[length()];
  }

  @Override
  public Class<?> element() {
    return byte.class;
  }

  @Override
  public Object encode(Object value) {
    int found = ((byte[]) value).length;
    if (found != length()) {
      throw Codec.refused(field, "an array of " + found + " bytes", "@FixedBytes has " + length());
    }
    return value;
  }

  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded) {
    byte[] bytes = (byte[]) encoded;
    for (int i = 0; i < length(); i++) {
      run.setByte(chunk, row, i, bytes == null ? 0 : bytes[i]);
    }
  }

  @Override
  public Object read(Chunk chunk, int row) {
    byte[] bytes = new byte[length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = run.getByte(chunk, row, i);
    }
    return bytes;
  }

  @Override
  public boolean addKey(KeyBytes key, Chunk chunk, int row) {
    return key.addOrCompare(run, chunk, row, false);
  }

  @Override
  public boolean addKey(KeyBytes key, Object value) {
    byte[] bytes = (byte[]) value;
    return key.add(bytes, 0, bytes.length);
  }
}
