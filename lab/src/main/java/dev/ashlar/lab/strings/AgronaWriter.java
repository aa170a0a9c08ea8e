// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import org.agrona.concurrent.UnsafeBuffer;

/// Agrona's `UnsafeBuffer` over the array.
final class AgronaWriter extends BufferWriter {
  private final UnsafeBuffer target = new UnsafeBuffer(buffer);

  AgronaWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeField(String text, int start) {
    int textStart = textStart(text, start);
    int size = target.putStringWithoutLengthUtf8(textStart, text);
    return finishField(start, textStart, size);
  }
}
