package dev.ashlar.lab.strings;

import dev.ashlar.text.Utf8;

/// [Utf8.Encoder], with the field's header around it.
final class AshlarWriter extends BufferWriter {
  private final Utf8.Encoder encoder = Utf8.encoder();

  AshlarWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeField(String text, int start) {
    int textStart = textStart(text, start);
    return finishField(start, textStart, encoder.encode(text, buffer, textStart));
  }
}
