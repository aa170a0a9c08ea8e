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
  private byte[] buffer = new byte[FIRST_SIZE];

  /// Compresses `bytes` into the buffer, from `at` on.
  ///
  /// @return the end of the compressed bytes
  int compress(ByteBuffer bytes, int at) {
    checksum.reset();
    checksum.update(bytes.duplicate());
    deflater.reset();
    deflater.setInput(bytes.duplicate());
    deflater.finish();
    ensureRoom(at, HEADER.length);
    System.arraycopy(HEADER, 0, buffer, at, HEADER.length);
    int end = at + HEADER.length;
    while (!deflater.finished()) {
      ensureRoom(end, 1);
      end += deflater.deflate(buffer, end, buffer.length - TRAILER - end);
    }
    end = putInt(end, (int) checksum.getValue());
    return putInt(end, bytes.remaining());
  }

  /// {@return the compressed bytes of a range, valid until the next call of [#compress]}
  ByteBuffer range(int from, int to) {
    return ByteBuffer.wrap(buffer, from, to - from);
  }

  private void ensureRoom(int at, int more) {
    if (buffer.length - at < TRAILER + more) {
      buffer = Arrays.copyOf(buffer, 2 * buffer.length);
    }
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
