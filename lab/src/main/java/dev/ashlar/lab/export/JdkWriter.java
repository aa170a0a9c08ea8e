// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Code written by hand with the JDK only: a `ByteBuffer`, `String.getBytes`, and four bytes for
/// the length of each message. It supports the parts of the model that [Telemetry] has.
final class JdkWriter<T> implements RequestWriter<T> {
  private static final int MAX_BYTES = 32 << 20;
  private static final int LENGTH_BYTES = 4;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;
  private static final int FIXED32 = 5;

  private final ByteBuffer out = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final BiConsumer<JdkWriter<T>, T> item;
  private final Function<T, Resource> resource;
  private final Function<T, InstrumentationScopeInfo> scope;

  private JdkWriter(
      BiConsumer<JdkWriter<T>, T> item,
      Function<T, Resource> resource,
      Function<T, InstrumentationScopeInfo> scope) {
    this.item = item;
    this.resource = resource;
    this.scope = scope;
  }

  static JdkWriter<SpanData> ofSpans() {
    return new JdkWriter<>(
        JdkWriter::span, SpanData::getResource, SpanData::getInstrumentationScopeInfo);
  }

  static JdkWriter<LogRecordData> ofLogRecords() {
    return new JdkWriter<>(
        JdkWriter::logRecord,
        LogRecordData::getResource,
        LogRecordData::getInstrumentationScopeInfo);
  }

  static JdkWriter<MetricData> ofMetrics() {
    return new JdkWriter<>(
        JdkWriter::metric, MetricData::getResource, MetricData::getInstrumentationScopeInfo);
  }

  @Override
  public long write(List<T> batch) {
    out.clear();
    Map<InstrumentationScopeInfo, List<T>> byScope =
        batch.stream().collect(Collectors.groupingBy(scope));
    message(
        1,
        () -> {
          message(1, () -> attributes(1, resource.apply(batch.getFirst()).getAttributes()));
          byScope.forEach((info, items) ->
              message(
                  2,
                  () -> {
                    message(
                        1,
                        () -> {
                          text(1, info.getName());
                          if (info.getVersion() != null) {
                            text(2, info.getVersion());
                          }
                        });
                    for (T each : items) {
                      message(2, () -> item.accept(this, each));
                    }
                  }));
        });
    return out.position();
  }

  @Override
  public byte[] written(List<T> batch) {
    return Arrays.copyOf(out.array(), (int) write(batch));
  }

  private void varint(long value) {
    long left = value;
    for (; (left & ~0x7FL) != 0; left >>>= 7) {
      out.put((byte) (left | 0x80));
    }
    out.put((byte) left);
  }

  private void number(int field, long value) {
    varint((long) field << 3);
    varint(value);
  }

  private void fixed64(int field, long value) {
    varint((long) field << 3 | FIXED64);
    out.putLong(value);
  }

  private void real(int field, double value) {
    fixed64(field, Double.doubleToRawLongBits(value));
  }

  private void bytes(int field, byte[] value) {
    varint((long) field << 3 | LENGTH);
    varint(value.length);
    out.put(value);
  }

  private void text(int field, String value) {
    bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  private void message(int field, Runnable fields) {
    varint((long) field << 3 | LENGTH);
    int from = out.position() + LENGTH_BYTES;
    out.position(from);
    fields.run();
    int length = out.position() - from;
    for (int i = 0; i < LENGTH_BYTES; i++) {
      int more = i < LENGTH_BYTES - 1 ? 0x80 : 0;
      out.put(from - LENGTH_BYTES + i, (byte) (((length >>> (7 * i)) & 0x7F) | more));
    }
  }

  private void attributes(int field, Attributes attributes) {
    attributes.forEach((key, value) ->
        message(
            field,
            () -> {
              text(1, key.getKey());
              message(2, () -> value(key, value));
            }));
  }

  private void value(AttributeKey<?> key, Object value) {
    switch (key.getType()) {
      case STRING -> text(1, (String) value);
      case BOOLEAN -> number(2, (Boolean) value ? 1 : 0);
      case LONG -> number(3, (Long) value);
      case DOUBLE -> real(4, (Double) value);
      default -> throw new IllegalArgumentException("no value of type " + key.getType());
    }
  }

  private void span(SpanData span) {
    bytes(1, span.getSpanContext().getTraceIdBytes());
    bytes(2, span.getSpanContext().getSpanIdBytes());
    bytes(4, span.getParentSpanContext().getSpanIdBytes());
    text(5, span.getName());
    number(6, 2);
    fixed64(7, span.getStartEpochNanos());
    fixed64(8, span.getEndEpochNanos());
    attributes(9, span.getAttributes());
    for (EventData event : span.getEvents()) {
      message(
          11,
          () -> {
            fixed64(1, event.getEpochNanos());
            text(2, event.getName());
            attributes(3, event.getAttributes());
          });
    }
    message(
        15,
        () -> {
          text(2, span.getStatus().getDescription());
          number(3, Telemetry.number(span.getStatus().getStatusCode()));
        });
    varint(16 << 3 | FIXED32);
    out.putInt(span.getSpanContext().getTraceFlags().asByte() | 0x100);
  }

  private void logRecord(LogRecordData record) {
    fixed64(1, record.getTimestampEpochNanos());
    number(2, record.getSeverity().getSeverityNumber());
    text(3, record.getSeverityText());
    message(5, () -> text(1, record.getBodyValue().asString()));
    attributes(6, record.getAttributes());
    fixed64(11, record.getObservedTimestampEpochNanos());
  }

  private void metric(MetricData metric) {
    text(1, metric.getName());
    text(2, metric.getDescription());
    text(3, metric.getUnit());
    switch (metric.getType()) {
      case LONG_SUM ->
          message(
              7,
              () -> {
                for (LongPointData point : metric.getLongSumData().getPoints()) {
                  point(7, point, () -> fixed64(6, point.getValue()));
                }
                number(2, 2);
                number(3, 1);
              });
      case DOUBLE_GAUGE ->
          message(
              5,
              () -> {
                for (DoublePointData point : metric.getDoubleGaugeData().getPoints()) {
                  point(7, point, () -> real(4, point.getValue()));
                }
              });
      case HISTOGRAM ->
          message(
              9,
              () -> {
                for (HistogramPointData point : metric.getHistogramData().getPoints()) {
                  point(9, point, () -> histogram(point));
                }
                number(2, 2);
              });
      default -> throw new IllegalArgumentException("no metrics of type " + metric.getType());
    }
  }

  private void point(int attributes, PointData point, Runnable value) {
    message(
        1,
        () -> {
          fixed64(2, point.getStartEpochNanos());
          fixed64(3, point.getEpochNanos());
          value.run();
          attributes(attributes, point.getAttributes());
        });
  }

  private void histogram(HistogramPointData point) {
    fixed64(4, point.getCount());
    real(5, point.getSum());
    real(11, point.getMin());
    real(12, point.getMax());
    packed(6, point.getCounts(), out::putLong);
    packed(7, point.getBoundaries(), out::putDouble);
  }

  private <N> void packed(int field, List<N> numbers, Consumer<N> put) {
    varint((long) field << 3 | LENGTH);
    varint((long) numbers.size() * Long.BYTES);
    numbers.forEach(put);
  }
}
