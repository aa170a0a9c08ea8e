// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import dev.ashlar.text.Utf8;

/// [Utf8.Encoder], with tag and length of the field before it.
final class AshlarWriter extends BufferWriter {
  private final Utf8.Encoder encoder = Utf8.encoder();

  AshlarWriter(int capacity) {
    super(capacity);
  }

  /// Reserves as many bytes for the length as it takes if all chars are ASCII. That is right for
  /// most texts; only the others are moved after encoding.
  @Override
  int writeField(String text, int start) {
    int lengthSize = varintSize(text.length());
    int textStart = start + 1 + lengthSize;
    int size = encoder.encode(text, buffer, textStart);
    if (varintSize(size) != lengthSize) {
      return finishField(start, textStart, size);
    }
    buffer[start] = TAG;
    putVarint(start + 1, size);
    return textStart + size;
  }
}
