// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.testing.Garbage;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableMetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.testing.logs.TestLogRecordData;
import io.opentelemetry.sdk.testing.trace.TestSpanData;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Encoding leaves no garbage: half a byte for a request of eight items would fail.
class OtlpEncoderAllocationTest {
  private static final Resource RESOURCE =
      Resource.create(Attributes.builder().put("service.name", "café").build());
  private static final List<InstrumentationScopeInfo> SCOPES =
      List.of(InstrumentationScopeInfo.create("one"), InstrumentationScopeInfo.create("two"));
  private static final SpanContext CONTEXT =
      SpanContext.create(
          "0af7651916cd43dd8448eb211c80319c",
          "b7ad6b7169203331",
          TraceFlags.getSampled(),
          TraceState.builder().put("vendor", "value").build());
  private static final int COUNT = 8;

  private static Attributes attributes(int number) {
    return Attributes.builder()
        .put("http.request.method", "GET")
        .put("http.route", "/übersicht/" + number)
        .put("http.response.status_code", 200 + number)
        .put("ratio", 0.5)
        .put("cached", true)
        .build();
  }

  @Test
  void spans() throws Throwable {
    List<SpanData> spans = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      spans.add(
          TestSpanData.builder()
              .setName("GET /" + i)
              .setKind(SpanKind.SERVER)
              .setSpanContext(CONTEXT)
              .setStatus(StatusData.ok())
              .setStartEpochNanos(1_700_000_000_000_000_000L)
              .setEndEpochNanos(1_700_000_000_000_001_000L)
              .setHasEnded(true)
              .setAttributes(attributes(i))
              .setEvents(List.of(EventData.create(i, "event", attributes(i))))
              .setLinks(List.of(LinkData.create(CONTEXT)))
              .setResource(RESOURCE)
              .setInstrumentationScopeInfo(SCOPES.get(i & 1))
              .build());
    }
    OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
    Garbage.assertNone(_ -> encoder.encode(spans));
  }

  @Test
  void logRecords() throws Throwable {
    List<LogRecordData> records = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      records.add(
          TestLogRecordData.builder()
              .setBodyValue(Value.of("order " + i + " überfällig"))
              .setSeverity(Severity.WARN)
              .setSpanContext(CONTEXT)
              .setAttributes(attributes(i))
              .setResource(RESOURCE)
              .setInstrumentationScopeInfo(SCOPES.get(i & 1))
              .build());
    }
    OtlpEncoder<LogRecordData> encoder = OtlpEncoder.ofLogRecords();
    Garbage.assertNone(_ -> encoder.encode(records));
  }

  @Test
  void metrics() throws Throwable {
    List<MetricData> metrics = new ArrayList<>();
    for (int i = 0; i < COUNT / 2; i++) {
      Attributes attributes = attributes(i);
      InstrumentationScopeInfo scope = SCOPES.get(i & 1);
      metrics.add(
          ImmutableMetricData.createLongSum(
              RESOURCE,
              scope,
              "requests",
              "",
              "1",
              SumData.createLongSumData(
                  true,
                  AggregationTemporality.DELTA,
                  List.of(LongPointData.create(1, 2, attributes, i)))));
      metrics.add(
          ImmutableMetricData.createDoubleHistogram(
              RESOURCE,
              scope,
              "duration",
              "",
              "s",
              HistogramData.create(
                  AggregationTemporality.CUMULATIVE,
                  List.of(
                      HistogramPointData.create(
                          1,
                          2,
                          attributes,
                          3.5,
                          true,
                          0.1,
                          true,
                          2,
                          List.of(0.5, 1.0),
                          List.of(3L, 1_000L, 5L))))));
    }
    OtlpEncoder<MetricData> encoder = OtlpEncoder.ofMetrics();
    Garbage.assertNone(_ -> encoder.encode(metrics));
  }
}
