package dev.ashlar.lab.strings;

import dev.ashlar.text.Utf8;

/// [Utf8.Encoder], with the field's header around it.
final class AshlarWriter extends BufferWriter {
  private static final int SHORT = 0x7F / 3;

  private final Utf8.Encoder encoder = Utf8.encoder();

  AshlarWriter(int capacity) {
    super(capacity);
  }

  /// A text so short that its length takes one byte whatever the chars leaves nothing to guess.
  @Override
  int writeField(String text, int start) {
    if (text.length() <= SHORT) {
      int size = encoder.encode(text, buffer, start + 2);
      buffer[start] = TAG;
      buffer[start + 1] = (byte) size;
      return start + 2 + size;
    }
    int textStart = textStart(text, start);
    return finishField(start, textStart, encoder.encode(text, buffer, textStart));
  }
}
