// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.logs.v1.ResourceLogs;
import io.opentelemetry.proto.logs.v1.ScopeLogs;
import io.opentelemetry.proto.logs.v1.SeverityNumber;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.Histogram;
import io.opentelemetry.proto.metrics.v1.HistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Builds messages of protobuf-java's generated classes, and writes them to an array. It supports
/// the parts of the model that [Telemetry] has.
final class ProtobufWriter<T> implements RequestWriter<T> {
  private final Function<List<T>, MessageLite> builder;
  private byte[] buffer = {};

  private ProtobufWriter(Function<List<T>, MessageLite> builder) {
    this.builder = builder;
  }

  static ProtobufWriter<SpanData> ofSpans() {
    return new ProtobufWriter<>(ProtobufWriter::spans);
  }

  static ProtobufWriter<LogRecordData> ofLogRecords() {
    return new ProtobufWriter<>(ProtobufWriter::logRecords);
  }

  static ProtobufWriter<MetricData> ofMetrics() {
    return new ProtobufWriter<>(ProtobufWriter::metrics);
  }

  @Override
  public long write(List<T> batch) {
    MessageLite message = builder.apply(batch);
    int size = message.getSerializedSize();
    if (buffer.length < size) {
      buffer = new byte[size];
    }
    try {
      message.writeTo(CodedOutputStream.newInstance(buffer, 0, size));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return size;
  }

  @Override
  public byte[] written(List<T> batch) {
    int size = (int) write(batch);
    return Arrays.copyOf(buffer, size);
  }

  /// Groups the items by scope. All items have the same resource.
  private static <T> Map<InstrumentationScopeInfo, List<T>> byScope(
      List<T> batch, Function<T, InstrumentationScopeInfo> scope) {
    return batch.stream().collect(Collectors.groupingBy(scope));
  }

  private static Resource resource(io.opentelemetry.sdk.resources.Resource resource) {
    return Resource.newBuilder().addAllAttributes(attributes(resource.getAttributes())).build();
  }

  private static InstrumentationScope scope(InstrumentationScopeInfo scope) {
    InstrumentationScope.Builder builder =
        InstrumentationScope.newBuilder().setName(scope.getName());
    if (scope.getVersion() != null) {
      builder.setVersion(scope.getVersion());
    }
    return builder.build();
  }

  private static List<KeyValue> attributes(Attributes attributes) {
    List<KeyValue> all = new ArrayList<>(attributes.size());
    attributes.forEach((key, value) ->
        all.add(KeyValue.newBuilder().setKey(key.getKey()).setValue(value(key, value)).build()));
    return all;
  }

  private static AnyValue value(AttributeKey<?> key, Object value) {
    AnyValue.Builder builder = AnyValue.newBuilder();
    switch (key.getType()) {
      case STRING -> builder.setStringValue((String) value);
      case LONG -> builder.setIntValue((Long) value);
      case DOUBLE -> builder.setDoubleValue((Double) value);
      case BOOLEAN -> builder.setBoolValue((Boolean) value);
      default -> throw new IllegalArgumentException("no value of type " + key.getType());
    }
    return builder.build();
  }

  private static MessageLite spans(List<SpanData> batch) {
    ResourceSpans.Builder group =
        ResourceSpans.newBuilder().setResource(resource(batch.getFirst().getResource()));
    byScope(batch, SpanData::getInstrumentationScopeInfo)
        .forEach((scope, spans) -> {
          ScopeSpans.Builder inner = ScopeSpans.newBuilder().setScope(scope(scope));
          spans.forEach(span -> inner.addSpans(span(span)));
          group.addScopeSpans(inner);
        });
    return ExportTraceServiceRequest.newBuilder().addResourceSpans(group).build();
  }

  private static Span span(SpanData span) {
    Span.Builder builder =
        Span.newBuilder()
            .setTraceId(ByteString.copyFrom(span.getSpanContext().getTraceIdBytes()))
            .setSpanId(ByteString.copyFrom(span.getSpanContext().getSpanIdBytes()))
            .setParentSpanId(ByteString.copyFrom(span.getParentSpanContext().getSpanIdBytes()))
            .setFlags(span.getSpanContext().getTraceFlags().asByte() | 0x100)
            .setName(span.getName())
            .setKind(Span.SpanKind.SPAN_KIND_SERVER)
            .setStartTimeUnixNano(span.getStartEpochNanos())
            .setEndTimeUnixNano(span.getEndEpochNanos())
            .addAllAttributes(attributes(span.getAttributes()))
            .setStatus(
                Status.newBuilder()
                    .setMessage(span.getStatus().getDescription())
                    .setCodeValue(Telemetry.number(span.getStatus().getStatusCode())));
    for (EventData event : span.getEvents()) {
      builder.addEvents(
          Span.Event.newBuilder()
              .setName(event.getName())
              .setTimeUnixNano(event.getEpochNanos())
              .addAllAttributes(attributes(event.getAttributes())));
    }
    return builder.build();
  }

  private static MessageLite logRecords(List<LogRecordData> batch) {
    ResourceLogs.Builder group =
        ResourceLogs.newBuilder().setResource(resource(batch.getFirst().getResource()));
    byScope(batch, LogRecordData::getInstrumentationScopeInfo)
        .forEach((scope, records) -> {
          ScopeLogs.Builder inner = ScopeLogs.newBuilder().setScope(scope(scope));
          records.forEach(record -> inner.addLogRecords(logRecord(record)));
          group.addScopeLogs(inner);
        });
    return ExportLogsServiceRequest.newBuilder().addResourceLogs(group).build();
  }

  private static LogRecord logRecord(LogRecordData record) {
    return LogRecord.newBuilder()
        .setTimeUnixNano(record.getTimestampEpochNanos())
        .setObservedTimeUnixNano(record.getObservedTimestampEpochNanos())
        .setSeverityNumber(SeverityNumber.forNumber(record.getSeverity().getSeverityNumber()))
        .setSeverityText(record.getSeverityText())
        .setBody(AnyValue.newBuilder().setStringValue(record.getBodyValue().asString()))
        .addAllAttributes(attributes(record.getAttributes()))
        .build();
  }

  private static MessageLite metrics(List<MetricData> batch) {
    ResourceMetrics.Builder group =
        ResourceMetrics.newBuilder().setResource(resource(batch.getFirst().getResource()));
    byScope(batch, MetricData::getInstrumentationScopeInfo)
        .forEach((scope, metrics) -> {
          ScopeMetrics.Builder inner = ScopeMetrics.newBuilder().setScope(scope(scope));
          metrics.forEach(metric -> inner.addMetrics(metric(metric)));
          group.addScopeMetrics(inner);
        });
    return ExportMetricsServiceRequest.newBuilder().addResourceMetrics(group).build();
  }

  private static Metric metric(MetricData metric) {
    Metric.Builder builder =
        Metric.newBuilder()
            .setName(metric.getName())
            .setDescription(metric.getDescription())
            .setUnit(metric.getUnit());
    AggregationTemporality cumulative = AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE;
    switch (metric.getType()) {
      case LONG_SUM -> {
        Sum.Builder sum =
            Sum.newBuilder().setIsMonotonic(true).setAggregationTemporality(cumulative);
        for (LongPointData point : metric.getLongSumData().getPoints()) {
          sum.addDataPoints(number(point).setAsInt(point.getValue()));
        }
        builder.setSum(sum);
      }
      case DOUBLE_GAUGE -> {
        Gauge.Builder gauge = Gauge.newBuilder();
        for (DoublePointData point : metric.getDoubleGaugeData().getPoints()) {
          gauge.addDataPoints(number(point).setAsDouble(point.getValue()));
        }
        builder.setGauge(gauge);
      }
      case HISTOGRAM -> {
        Histogram.Builder histogram = Histogram.newBuilder().setAggregationTemporality(cumulative);
        for (HistogramPointData point : metric.getHistogramData().getPoints()) {
          histogram.addDataPoints(
              HistogramDataPoint.newBuilder()
                  .setStartTimeUnixNano(point.getStartEpochNanos())
                  .setTimeUnixNano(point.getEpochNanos())
                  .setCount(point.getCount())
                  .setSum(point.getSum())
                  .setMin(point.getMin())
                  .setMax(point.getMax())
                  .addAllBucketCounts(point.getCounts())
                  .addAllExplicitBounds(point.getBoundaries())
                  .addAllAttributes(attributes(point.getAttributes())));
        }
        builder.setHistogram(histogram);
      }
      default -> throw new IllegalArgumentException("no metrics of type " + metric.getType());
    }
    return builder.build();
  }

  private static NumberDataPoint.Builder number(PointData point) {
    return NumberDataPoint.newBuilder()
        .setStartTimeUnixNano(point.getStartEpochNanos())
        .setTimeUnixNano(point.getEpochNanos())
        .addAllAttributes(attributes(point.getAttributes()));
  }
}
