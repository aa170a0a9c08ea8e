// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/// Compresses requests into a buffer that is reused. RFC 1952:
///
/// ```
/// 1f 8b, method = 8, flags = 0, time = 0 (4 bytes), extra flags = 0, system = 255 (unknown)
/// deflated data
/// CRC-32 (4 bytes), length (4 bytes), both little-endian
/// ```
final class Gzip implements AutoCloseable {
  private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, -1};
  private static final int TRAILER = 8;
  private static final int FIRST_SIZE = 4 << 10;

  /// Speed: telemetry repeats itself so much that the best level gains little.
  private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);

  private final CRC32 checksum = new CRC32();
  private byte[] buffer = Arrays.copyOf(HEADER, FIRST_SIZE);

  /// {@return the compressed bytes, valid until the next call}
  ByteBuffer compress(ByteBuffer bytes) {
    checksum.reset();
    checksum.update(bytes.duplicate());
    deflater.reset();
    deflater.setInput(bytes.duplicate());
    deflater.finish();
    int size = HEADER.length;
    while (!deflater.finished()) {
      if (buffer.length - size < TRAILER + 1) {
        buffer = Arrays.copyOf(buffer, 2 * buffer.length);
      }
      size += deflater.deflate(buffer, size, buffer.length - TRAILER - size);
    }
    size = putInt(size, (int) checksum.getValue());
    size = putInt(size, bytes.remaining());
    return ByteBuffer.wrap(buffer, 0, size);
  }

  private int putInt(int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      buffer[at + i] = (byte) (value >>> (i * Byte.SIZE));
    }
    return at + Integer.BYTES;
  }

  @Override
  public void close() {
    deflater.end();
  }
}
