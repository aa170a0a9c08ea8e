// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.ashlar.testing.Seeded;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// What arrives at a receiver from both exporters.
@ExtendWith(Seeded.class)
class AshlarExporterDifferentialTest {
  private static final int TURNS = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private interface Parser {
    Message parse(byte[] bytes) throws Exception;
  }

  private static void assertSame(
      Receiver receiver, Parser parser, CompletableResultCode ours, CompletableResultCode theirs)
      throws Exception {
    CompletableResultCode both =
        CompletableResultCode.ofAll(java.util.List.of(ours, theirs)).join(120, TimeUnit.SECONDS);
    assertThat(both.isSuccess()).isTrue();
    Message first = parser.parse(receiver.take().content());
    Message second = parser.parse(receiver.take().content());
    assertThat(Requests.sorted(first)).isEqualTo(Requests.sorted(second));
  }

  @Test
  void allSignals(RandomGenerator random) throws Exception {
    try (Receiver receiver = new Receiver();
        AshlarSpanExporter spans =
            AshlarSpanExporter.builder()
                .setEndpoint(receiver.url())
                .setTimeout(PATIENCE)
                .setCompression("gzip")
                .build();
        OtlpHttpSpanExporter theirSpans =
            OtlpHttpSpanExporter.builder()
                .setEndpoint(receiver.url())
                .setTimeout(PATIENCE)
                .build();
        AshlarLogRecordExporter records =
            AshlarLogRecordExporter.builder()
                .setEndpoint(receiver.url())
                .setTimeout(PATIENCE)
                .build();
        OtlpHttpLogRecordExporter theirRecords =
            OtlpHttpLogRecordExporter.builder()
                .setEndpoint(receiver.url())
                .setTimeout(PATIENCE)
                .build();
        AshlarMetricExporter metrics =
            AshlarMetricExporter.builder()
                .setEndpoint(receiver.url())
                .setTimeout(PATIENCE)
                .build();
        OtlpHttpMetricExporter theirMetrics =
            OtlpHttpMetricExporter.builder()
                .setEndpoint(receiver.url())
                .setTimeout(PATIENCE)
                .build()) {
      for (int turn = 0; turn < TURNS; turn++) {
        RandomTelemetry telemetry = new RandomTelemetry(random);
        var someSpans = java.util.stream.Stream.generate(telemetry::span).limit(30).toList();
        assertSame(
            receiver,
            ExportTraceServiceRequest::parseFrom,
            spans.export(someSpans),
            theirSpans.export(someSpans));
        var someRecords = java.util.stream.Stream.generate(telemetry::logRecord).limit(30).toList();
        assertSame(
            receiver,
            ExportLogsServiceRequest::parseFrom,
            records.export(someRecords),
            theirRecords.export(someRecords));
        var someMetrics = java.util.stream.Stream.generate(telemetry::metric).limit(30).toList();
        assertSame(
            receiver,
            ExportMetricsServiceRequest::parseFrom,
            metrics.export(someMetrics),
            theirMetrics.export(someMetrics));
      }
    }
  }
}
