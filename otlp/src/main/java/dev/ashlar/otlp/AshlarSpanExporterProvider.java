// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.traces.ConfigurableSpanExporterProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/// Provides the exporter to autoconfigure: `otel.traces.exporter=ashlar`.
public final class AshlarSpanExporterProvider extends ExporterProvider
    implements ConfigurableSpanExporterProvider {
  /// Makes the provider. Autoconfigure finds the class as a service.
  public AshlarSpanExporterProvider() {}

  @Override
  public SpanExporter createExporter(ConfigProperties config) {
    return create(config, Signal.SPANS, AshlarSpanExporter.builder());
  }
}
