// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import dev.ashlar.lab.experiment.UnavailableException;
import io.opentelemetry.exporter.internal.marshal.MarshalerContext;
import io.opentelemetry.exporter.internal.marshal.Serializer;
import io.opentelemetry.exporter.internal.marshal.StatelessMarshalerUtil;
import io.opentelemetry.exporter.internal.marshal.StringEncoder;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// OpenTelemetry's low-allocation marshaling: it first stores the sizes of all fields in the
/// context, and then writes the fields.
final class OtelWriter extends OtelMarshaler {
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
