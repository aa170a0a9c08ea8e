// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import dev.ashlar.otlp.internal.send.Settings;
import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/// Exports spans. `export` encodes the data and returns without waiting. Its result succeeds when
/// the receiver has accepted the data, and fails when the exporter gives up or has no room for the
/// request. Any thread may call.
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
