// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.MemoryMode;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.DefaultAggregationSelector;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.util.Collection;

/// Exports metrics. Calls return at once; what they return is completed when the receiver has
/// answered, or will not. Any thread may call.
///
/// Data is encoded before a call returns, so that the SDK may use its objects again.
public final class OtlpMetricExporter implements MetricExporter {
  private final Exporter<MetricData> exporter;
  private final AggregationTemporalitySelector temporality;
  private final DefaultAggregationSelector aggregation;
  private final MemoryMode memoryMode;

  private OtlpMetricExporter(
      Settings settings,
      AggregationTemporalitySelector temporality,
      DefaultAggregationSelector aggregation,
      MemoryMode memoryMode) {
    this.exporter =
        new Exporter<>(
            OtlpMetricExporter.class, settings, () -> new MetricEncoder(Integer.MAX_VALUE));
    this.temporality = temporality;
    this.aggregation = aggregation;
    this.memoryMode = memoryMode;
  }

  /// {@return an exporter of cumulative metrics to the receiver on this machine}
  public static OtlpMetricExporter create() {
    return builder().build();
  }

  /// {@return a builder of an exporter of cumulative metrics}
  public static OtlpExporterBuilder<OtlpMetricExporter> builder() {
    return builder(
        AggregationTemporalitySelector.alwaysCumulative(),
        DefaultAggregationSelector.getDefault(),
        MemoryMode.REUSABLE_DATA);
  }

  /// {@return a builder}
  ///
  /// @param temporality whether an instrument's values are totals, or what came since the last
  ///   export
  /// @param aggregation what is made of an instrument's values, if no view says so
  /// @param memoryMode whether the SDK uses its objects again
  public static OtlpExporterBuilder<OtlpMetricExporter> builder(
      AggregationTemporalitySelector temporality,
      DefaultAggregationSelector aggregation,
      MemoryMode memoryMode) {
    return new OtlpExporterBuilder<>(
        Signal.METRICS,
        settings -> new OtlpMetricExporter(settings, temporality, aggregation, memoryMode));
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
    return temporality.getAggregationTemporality(instrument);
  }

  @Override
  public Aggregation getDefaultAggregation(InstrumentType instrument) {
    return aggregation.getDefaultAggregation(instrument);
  }

  @Override
  public MemoryMode getMemoryMode() {
    return memoryMode;
  }

  @Override
  public CompletableResultCode export(Collection<MetricData> metrics) {
    return exporter.export(metrics);
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
    return "OtlpMetricExporter of " + exporter;
  }
}
