// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import dev.ashlar.otlp.internal.send.Settings;
import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;

/// Exports log records. Calls return at once. A result completes when the receiver has answered, or
/// when the exporter gives up. Any thread may call.
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
