// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import dev.ashlar.otlp.internal.send.Settings;
import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/// Exports spans. Calls return at once. A result completes when the receiver has answered, or when
/// the exporter gives up. Any thread may call.
public final class AshlarSpanExporter extends SignalExporter<SpanData, AshlarSpanExporter>
    implements SpanExporter {

  private AshlarSpanExporter(Settings settings, AshlarExporterBuilder<AshlarSpanExporter> builder) {
    super(settings, builder, RequestEncoder::ofSpans);
  }

  /// {@return an exporter to the receiver on this machine}
  public static AshlarSpanExporter create() {
    return builder().build();
  }

  /// {@return a builder}
  public static AshlarExporterBuilder<AshlarSpanExporter> builder() {
    return new AshlarExporterBuilder<>(Signal.SPANS, AshlarSpanExporter::new);
  }
}
