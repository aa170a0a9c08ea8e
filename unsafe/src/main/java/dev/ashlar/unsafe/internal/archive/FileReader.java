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
  private int length;

  /// @param most the largest size of a file, in bytes
  FileReader(int most) {
    this.most = most;
  }

  /// Reads the first bytes of a file, which decide its kind.
  FileKind begin(InputStream in) throws IOException {
    length = in.readNBytes(bytes, 0, FileKind.HEAD_BYTES);
    return FileKind.of(Arrays.copyOf(bytes, length));
  }

  /// Reads the rest of a file.
  ///
  /// @return the number of bytes
  /// @throws IOException if the file is longer than the limit
  int rest(InputStream in) throws IOException {
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

  /// Reads all of `in` and closes it.
  byte[] copy(InputStream in) throws IOException {
    try (in) {
      length = 0;
      return Arrays.copyOf(bytes, rest(in));
    }
  }

  /// {@return the buffer, valid until the next read}
  byte[] bytes() {
    return bytes;
  }

  /// {@return the number of bytes that were read}
  int length() {
    return length;
  }
}
