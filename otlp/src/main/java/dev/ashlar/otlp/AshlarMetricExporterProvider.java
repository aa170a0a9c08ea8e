// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.metrics.ConfigurableMetricExporterProvider;
import io.opentelemetry.sdk.metrics.export.MetricExporter;

/// Provides the exporter to autoconfigure: `otel.metrics.exporter=ashlar`.
public final class AshlarMetricExporterProvider extends ExporterProvider
    implements ConfigurableMetricExporterProvider {
  /// Makes the provider. Autoconfigure finds the class as a service.
  public AshlarMetricExporterProvider() {}

  @Override
  public MetricExporter createExporter(ConfigProperties config) {
    return create(config, Signal.METRICS, Configuration.metrics(config));
  }
}
