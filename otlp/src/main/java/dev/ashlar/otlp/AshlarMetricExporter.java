// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import dev.ashlar.otlp.internal.send.Settings;
import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.common.export.MemoryMode;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.DefaultAggregationSelector;
import io.opentelemetry.sdk.metrics.export.MetricExporter;

/// Exports metrics. `export` encodes the data and returns without waiting. Its result succeeds when
/// the receiver has accepted the data, and fails when the exporter gives up or has no room for the
/// request. Any thread may call.
///
/// Data is encoded before a call returns, so the SDK may reuse its objects.
public final class AshlarMetricExporter extends SignalExporter<MetricData, AshlarMetricExporter>
    implements MetricExporter {
  private final AggregationTemporalitySelector temporality;
  private final DefaultAggregationSelector aggregation;
  private final MemoryMode memoryMode;

  private AshlarMetricExporter(
      Settings settings,
      AshlarExporterBuilder<AshlarMetricExporter> builder,
      AggregationTemporalitySelector temporality,
      DefaultAggregationSelector aggregation,
      MemoryMode memoryMode) {
    super(settings, builder, RequestEncoder::ofMetrics);
    this.temporality = temporality;
    this.aggregation = aggregation;
    this.memoryMode = memoryMode;
  }

  /// {@return an exporter of cumulative metrics to the receiver on this machine}
  public static AshlarMetricExporter create() {
    return builder().build();
  }

  /// {@return a builder of an exporter of cumulative metrics}
  public static AshlarExporterBuilder<AshlarMetricExporter> builder() {
    return builder(
        AggregationTemporalitySelector.alwaysCumulative(),
        DefaultAggregationSelector.getDefault(),
        MemoryMode.REUSABLE_DATA);
  }

  /// {@return a builder}
  ///
  /// @param temporality whether the values of an instrument are cumulative, or deltas since the
  ///   last export
  /// @param aggregation the aggregation of an instrument for which no view sets one
  /// @param memoryMode whether the SDK reuses its objects
  public static AshlarExporterBuilder<AshlarMetricExporter> builder(
      AggregationTemporalitySelector temporality,
      DefaultAggregationSelector aggregation,
      MemoryMode memoryMode) {
    return new AshlarExporterBuilder<>(
        Signal.METRICS,
        (settings, builder) ->
            new AshlarMetricExporter(settings, builder, temporality, aggregation, memoryMode));
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
}
