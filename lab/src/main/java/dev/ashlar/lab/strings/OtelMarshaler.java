// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import dev.ashlar.lab.experiment.UnavailableException;
import io.opentelemetry.exporter.internal.marshal.Marshaler;
import io.opentelemetry.exporter.internal.marshal.MarshalerContext;
import io.opentelemetry.exporter.internal.marshal.MarshalerUtil;
import io.opentelemetry.exporter.internal.marshal.ProtoFieldInfo;
import io.opentelemetry.exporter.internal.marshal.Serializer;
import io.opentelemetry.exporter.internal.marshal.StatelessMarshalerUtil;
import io.opentelemetry.exporter.internal.marshal.StringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
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

  /// OpenTelemetry's low-allocation marshaling: it first stores the sizes of all fields in the
  /// context, and then writes the fields.
  static final class OtelWriter extends OtelMarshaler {
    private final MarshalerContext context;
    private String[] texts = {};
    private int from;
    private int to;

    private OtelWriter(MarshalerContext context) {
      this.context = context;
    }

    /// {@return a writer as a user of the SDK without the agent gets it}
    static OtelWriter ofDefaults() {
      return new OtelWriter(new MarshalerContext());
    }

    /// {@return a writer with one of OpenTelemetry's encoders}
    ///
    /// @throws UnavailableException if the encoder does not work on this JVM
    static OtelWriter of(String name, Supplier<@Nullable StringEncoder> factory) {
      StringEncoder encoder = factory.get();
      if (encoder == null) {
        throw new UnavailableException(
            "OpenTelemetry's %s encoder does not work on JDK %s with these flags"
                .formatted(name, Runtime.version()));
      }
      return new OtelWriter(new MarshalerContext(true, encoder));
    }

    @Override
    void prepare(String[] texts, int from, int to) {
      this.texts = texts;
      this.from = from;
      this.to = to;
      context.reset();
      for (int i = from; i < to; i++) {
        StatelessMarshalerUtil.sizeStringWithContext(FIELD, texts[i], context);
      }
      context.resetReadIndex();
    }

    @Override
    protected void writeTo(Serializer output) throws IOException {
      for (int i = from; i < to; i++) {
        output.serializeStringWithContext(FIELD, texts[i], context);
      }
    }
  }

  /// OpenTelemetry's allocating marshaling: it creates a byte array for each String before it
  /// writes anything.
  static final class OtelAllocatingWriter extends OtelMarshaler {
    private byte[][] fields = {};

    @Override
    void prepare(String[] texts, int from, int to) {
      fields = new byte[to - from][];
      for (int i = from; i < to; i++) {
        fields[i - from] = MarshalerUtil.toBytes(texts[i]);
      }
    }

    @Override
    protected void writeTo(Serializer output) throws IOException {
      for (byte[] field : fields) {
        output.serializeString(FIELD, field);
      }
    }
  }
}
