// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.traces.ConfigurableSpanExporterProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;

/// Has autoconfigure find the exporter: `otel.traces.exporter=ashlar`.
public final class AshlarSpanExporterProvider implements ConfigurableSpanExporterProvider {
  /// For autoconfigure, which finds the class as a service.
  public AshlarSpanExporterProvider() {}

  @Override
  public SpanExporter createExporter(ConfigProperties config) {
    return Configuration.build(config, Signal.SPANS, OtlpSpanExporter.builder());
  }

  @Override
  public String getName() {
    return "ashlar";
  }
}
