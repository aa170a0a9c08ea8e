// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import io.opentelemetry.exporter.internal.marshal.Marshaler;
import io.opentelemetry.exporter.internal.marshal.ProtoFieldInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// A contender of OpenTelemetry: prepares all fields, then writes them to a stream through
/// OpenTelemetry's own buffer.
///
/// During timing the stream discards the bytes. All other contenders write to an array; these
/// contenders are not charged for the copy from their buffer to an array.
abstract class OtelMarshaler extends Marshaler implements FieldWriter {
  static final ProtoFieldInfo FIELD = ProtoFieldInfo.create(1, TAG, "field");

  private final Sink sink = new Sink();
  private String lastText = "";

  /// Computes the sizes or the bytes of all fields, before the fields are written.
  abstract void prepare(String[] texts, int from, int to);

  @Override
  public final long write(String[] texts, int from, int to) {
    try {
      prepare(texts, from, to);
      lastText = texts[from];
      sink.count = 0;
      writeBinaryTo(sink);
      return sink.count;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public final byte[] written() {
    ByteArrayOutputStream kept = new ByteArrayOutputStream();
    sink.kept = kept;
    write(new String[] {lastText}, 0, 1);
    sink.kept = null;
    return kept.toByteArray();
  }

  /// Not called when a message is written to a stream.
  @Override
  public final int getBinarySerializedSize() {
    throw new UnsupportedOperationException();
  }

  private static final class Sink extends OutputStream {
    private long count;
    private @Nullable ByteArrayOutputStream kept;

    @Override
    public void write(int b) {
      count++;
      if (kept != null) {
        kept.write(b);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      count += length;
      if (kept != null) {
        kept.write(bytes, offset, length);
      }
    }
  }
}
