// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.internal.archive;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads files into a buffer that is reused.
final class FileReader {
  private static final int FIRST_BYTES = 1 << 16;

  private final int most;
  private byte[] bytes = new byte[FIRST_BYTES];

  /// @param most the largest size of a file, in bytes
  FileReader(int most) {
    this.most = most;
  }

  /// Reads all of `in` and closes it.
  ///
  /// @return the number of bytes
  /// @throws IOException if the stream is longer than the limit
  int read(InputStream in) throws IOException {
    try (in) {
      int length = 0;
      while (true) {
        int read = in.read(bytes, length, bytes.length - length);
        if (read < 0) {
          return length;
        }
        length += read;
        if (length > most) {
          throw new IOException("longer than the limit of " + most + " bytes for one file");
        }
        if (length == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * length);
        }
      }
    }
  }

  /// Reads all of `in` and closes it.
  byte[] copy(InputStream in) throws IOException {
    return Arrays.copyOf(bytes, read(in));
  }

  /// {@return the buffer, valid until the next read}
  byte[] bytes() {
    return bytes;
  }
}
