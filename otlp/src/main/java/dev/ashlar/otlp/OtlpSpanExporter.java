// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/// Exports spans. Calls return at once; what they return is completed when the receiver has
/// answered, or will not. Any thread may call.
public final class OtlpSpanExporter implements SpanExporter {
  private final Exporter<SpanData> exporter;

  private OtlpSpanExporter(Settings settings) {
    this.exporter =
        new Exporter<>(OtlpSpanExporter.class, settings, () -> new SpanEncoder(Integer.MAX_VALUE));
  }

  /// {@return an exporter to the receiver on this machine}
  public static OtlpSpanExporter create() {
    return builder().build();
  }

  /// {@return a builder}
  public static OtlpExporterBuilder<OtlpSpanExporter> builder() {
    return new OtlpExporterBuilder<>(Signal.SPANS, OtlpSpanExporter::new);
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    return exporter.export(spans);
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }

  @Override
  public String toString() {
    return "OtlpSpanExporter of " + exporter;
  }
}
