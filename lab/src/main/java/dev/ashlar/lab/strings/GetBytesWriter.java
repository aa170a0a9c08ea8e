// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import static java.nio.charset.StandardCharsets.UTF_8;

/// `String.getBytes` and a copy.
final class GetBytesWriter extends BufferWriter {
  GetBytesWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeField(String text, int start) {
    byte[] bytes = text.getBytes(UTF_8);
    buffer[start] = TAG;
    int at = putVarint(start + 1, bytes.length);
    System.arraycopy(bytes, 0, buffer, at, bytes.length);
    return at + bytes.length;
  }
}
