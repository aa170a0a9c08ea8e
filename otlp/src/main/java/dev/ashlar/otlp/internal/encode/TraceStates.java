// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import dev.ashlar.text.Utf8;
import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.trace.TraceState;
import java.util.Arrays;
import java.util.function.BiConsumer;

/// Writes trace states in the form of the W3C's header: `key=value,key=value`.
final class TraceStates implements BiConsumer<String, String> {
  /// The size that the W3C requires each system to pass on.
  private static final int FIRST_SIZE = 512;

  private static final int MAX_BYTES_PER_CHAR = 3;

  private byte[] text = new byte[FIRST_SIZE];
  private int size;

  void write(ProtoWriter writer, int field, TraceState state) {
    size = 0;
    state.forEach(this);
    writer.writeBytes(field, text, 0, size);
  }

  @Override
  public void accept(String key, String value) {
    int most = 2 + MAX_BYTES_PER_CHAR * (key.length() + value.length());
    if (text.length - size < most) {
      text = Arrays.copyOf(text, Math.max(2 * text.length, size + most));
    }
    if (size > 0) {
      text[size++] = ',';
    }
    size += Utf8.encode(key, text, size);
    text[size++] = '=';
    size += Utf8.encode(value, text, size);
  }
}
