// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.logs.ConfigurableLogRecordExporterProvider;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;

/// Provides the exporter to autoconfigure: `otel.logs.exporter=ashlar`.
public final class AshlarLogRecordExporterProvider extends ExporterProvider
    implements ConfigurableLogRecordExporterProvider {
  /// Makes the provider. Autoconfigure finds the class as a service.
  public AshlarLogRecordExporterProvider() {}

  @Override
  public LogRecordExporter createExporter(ConfigProperties config) {
    return create(config, Signal.LOG_RECORDS, AshlarLogRecordExporter.builder());
  }
}
