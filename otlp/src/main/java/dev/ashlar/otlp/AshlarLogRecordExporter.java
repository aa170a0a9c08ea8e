// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import dev.ashlar.otlp.internal.send.Settings;
import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;

/// Exports log records. `export` encodes the data and returns without waiting. Its result succeeds
/// when the receiver has accepted the data, and fails when the exporter gives up or has no room for
/// the request. Any thread may call.
public final class AshlarLogRecordExporter
    extends SignalExporter<LogRecordData, AshlarLogRecordExporter> implements LogRecordExporter {

  private AshlarLogRecordExporter(
      Settings settings, AshlarExporterBuilder<AshlarLogRecordExporter> builder) {
    super(settings, builder, RequestEncoder::ofLogRecords);
  }

  /// {@return an exporter to the receiver on this machine}
  public static AshlarLogRecordExporter create() {
    return builder().build();
  }

  /// {@return a builder}
  public static AshlarExporterBuilder<AshlarLogRecordExporter> builder() {
    return new AshlarExporterBuilder<>(Signal.LOG_RECORDS, AshlarLogRecordExporter::new);
  }
}
