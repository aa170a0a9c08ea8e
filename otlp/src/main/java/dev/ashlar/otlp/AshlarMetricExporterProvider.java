// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.metrics.ConfigurableMetricExporterProvider;
import io.opentelemetry.sdk.metrics.export.MetricExporter;

/// Has autoconfigure find the exporter: `otel.metrics.exporter=ashlar`.
public final class AshlarMetricExporterProvider implements ConfigurableMetricExporterProvider {
  /// For autoconfigure, which finds the class as a service.
  public AshlarMetricExporterProvider() {}

  @Override
  public MetricExporter createExporter(ConfigProperties config) {
    return Configuration.build(config, Signal.METRICS, Configuration.metrics(config));
  }

  @Override
  public String getName() {
    return "ashlar";
  }
}
