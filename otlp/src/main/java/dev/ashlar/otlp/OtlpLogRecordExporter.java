// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import java.util.Collection;

/// Exports log records. Calls return at once; what they return is completed when the receiver has
/// answered, or will not. Any thread may call.
public final class OtlpLogRecordExporter implements LogRecordExporter {
  private final Exporter<LogRecordData> exporter;

  private OtlpLogRecordExporter(Settings settings) {
    this.exporter =
        new Exporter<>(
            OtlpLogRecordExporter.class, settings, () -> new LogRecordEncoder(Integer.MAX_VALUE));
  }

  /// {@return an exporter to the receiver on this machine}
  public static OtlpLogRecordExporter create() {
    return builder().build();
  }

  /// {@return a builder}
  public static OtlpExporterBuilder<OtlpLogRecordExporter> builder() {
    return new OtlpExporterBuilder<>(Signal.LOG_RECORDS, OtlpLogRecordExporter::new);
  }

  @Override
  public CompletableResultCode export(Collection<LogRecordData> records) {
    return exporter.export(records);
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
    return "OtlpLogRecordExporter of " + exporter;
  }
}
