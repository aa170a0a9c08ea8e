// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.ashlar.testing.Seeded;
import io.opentelemetry.exporter.internal.marshal.Marshaler;
import io.opentelemetry.exporter.internal.otlp.logs.LogsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.logs.LowAllocationLogsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.metrics.LowAllocationMetricsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.metrics.MetricsRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.traces.LowAllocationTraceRequestMarshaler;
import io.opentelemetry.exporter.internal.otlp.traces.TraceRequestMarshaler;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/// The requests decode to the messages that those of OpenTelemetry's own exporters decode to.
@ExtendWith(Seeded.class)
class OtlpEncoderDifferentialTest {
  private static final int TURNS = 100;

  private static byte[] bytes(Marshaler marshaler) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    marshaler.writeBinaryTo(out);
    return out.toByteArray();
  }

  private static void assertSame(Message actual, Message expected) {
    assertThat(actual.getUnknownFields().asMap()).isEmpty();
    assertThat(Requests.sorted(actual)).isEqualTo(Requests.sorted(expected));
  }

  @Test
  void spans(RandomGenerator random) throws IOException {
    OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
    LowAllocationTraceRequestMarshaler lowAllocation = new LowAllocationTraceRequestMarshaler();
    for (int turn = 0; turn < TURNS; turn++) {
      List<SpanData> spans = new RandomTelemetry(random).spans(turn < 20 ? 300 : 20);
      int size = encoder.encode(spans);
      byte[] request = encoder.toByteArray();
      assertThat(size).isEqualTo(request.length);
      ExportTraceServiceRequest actual = ExportTraceServiceRequest.parseFrom(request);
      assertSame(
          actual, ExportTraceServiceRequest.parseFrom(bytes(TraceRequestMarshaler.create(spans))));
      lowAllocation.initialize(spans);
      assertSame(actual, ExportTraceServiceRequest.parseFrom(bytes(lowAllocation)));
      lowAllocation.reset();
    }
  }

  @Test
  void logRecords(RandomGenerator random) throws IOException {
    OtlpEncoder<LogRecordData> encoder = OtlpEncoder.ofLogRecords();
    LowAllocationLogsRequestMarshaler lowAllocation = new LowAllocationLogsRequestMarshaler();
    for (int turn = 0; turn < TURNS; turn++) {
      List<LogRecordData> records = new RandomTelemetry(random).logRecords(turn < 20 ? 300 : 20);
      encoder.encode(records);
      ExportLogsServiceRequest actual = ExportLogsServiceRequest.parseFrom(encoder.toByteArray());
      assertSame(
          actual, ExportLogsServiceRequest.parseFrom(bytes(LogsRequestMarshaler.create(records))));
      lowAllocation.initialize(records);
      assertSame(actual, ExportLogsServiceRequest.parseFrom(bytes(lowAllocation)));
      lowAllocation.reset();
    }
  }

  @Test
  void metrics(RandomGenerator random) throws IOException {
    OtlpEncoder<MetricData> encoder = OtlpEncoder.ofMetrics();
    LowAllocationMetricsRequestMarshaler lowAllocation = new LowAllocationMetricsRequestMarshaler();
    for (int turn = 0; turn < TURNS; turn++) {
      List<MetricData> metrics = new RandomTelemetry(random).metrics(turn < 20 ? 300 : 20);
      encoder.encode(metrics);
      ExportMetricsServiceRequest actual =
          ExportMetricsServiceRequest.parseFrom(encoder.toByteArray());
      assertSame(
          actual,
          ExportMetricsServiceRequest.parseFrom(bytes(MetricsRequestMarshaler.create(metrics))));
      lowAllocation.initialize(metrics);
      assertSame(actual, ExportMetricsServiceRequest.parseFrom(bytes(lowAllocation)));
      lowAllocation.reset();
    }
  }
}
