// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.logs.ConfigurableLogRecordExporterProvider;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;

/// Has autoconfigure find the exporter: `otel.logs.exporter=ashlar`.
public final class AshlarLogRecordExporterProvider
    implements ConfigurableLogRecordExporterProvider {
  /// For autoconfigure, which finds the class as a service.
  public AshlarLogRecordExporterProvider() {}

  @Override
  public LogRecordExporter createExporter(ConfigProperties config) {
    return Configuration.build(config, Signal.LOG_RECORDS, OtlpLogRecordExporter.builder());
  }

  @Override
  public String getName() {
    return "ashlar";
  }
}
