// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Slow;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.testing.logs.TestLogRecordData;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Receivers that take requests up to some size.
class SmallReceiverTest {
  private static final int POINTS_AT_ONCE = 100_000;
  private static final int GRPC_LIMIT = 4 << 20;

  private Receiver receiver;
  private LogCapture log;

  @BeforeEach
  void open() throws IOException {
    receiver = new Receiver();
    log = new LogCapture(AshlarMetricExporter.class);
  }

  @AfterEach
  void close() throws IOException {
    receiver.close();
    log.close();
  }

  private AshlarExporterBuilder<AshlarMetricExporter> builder() {
    return AshlarMetricExporter.builder()
        .setEndpoint(receiver.url())
        .setTimeout(Duration.ofSeconds(60));
  }

  private static boolean succeeded(CompletableResultCode result) {
    result.join(100, TimeUnit.SECONDS);
    assertThat(result.isDone()).isTrue();
    return result.isSuccess();
  }

  /// Takes what came, adds the points to `seen`, and fails for one that was there.
  private void takeAll(BitSet seen, int limit) throws Exception {
    while (receiver.untaken() > 0) {
      byte[] content = receiver.take().content();
      assertThat(content.length).isLessThanOrEqualTo(limit);
      ExportMetricsServiceRequest.parseFrom(content).getResourceMetricsList().stream()
          .flatMap(group -> group.getScopeMetricsList().stream())
          .flatMap(group -> group.getMetricsList().stream())
          .flatMap(metric -> metric.getSum().getDataPointsList().stream())
          .forEach(point -> {
            int number = (int) point.getAsInt();
            assertThat(seen.get(number)).as("point %d came before", number).isFalse();
            seen.set(number);
          });
    }
  }

  /// With the limit that is on by default. Ten million points at full length.
  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip"})
  void eachPointArrivesOnce(String compression) throws Exception {
    int exports = Slow.times(3, compression.equals("gzip") ? 10 : 100);
    BitSet seen = new BitSet();
    try (AshlarMetricExporter exporter = builder().setCompression(compression).build()) {
      for (int i = 0; i < exports; i++) {
        MetricData counter = RequestSizeTest.counter(POINTS_AT_ONCE, i * POINTS_AT_ONCE);
        assertThat(succeeded(exporter.export(List.of(counter)))).isTrue();
        assertThat(receiver.untaken()).isGreaterThan(1);
        takeAll(seen, GRPC_LIMIT);
      }
    }
    assertThat(seen.cardinality()).isEqualTo(exports * POINTS_AT_ONCE);
    assertThat(log.messages()).isEmpty();
  }

  /// What a request needs, whatever the number of its points. Half a byte for a point would fail.
  @Test
  void aPointLeavesNoGarbage() throws Exception {
    List<MetricData> counter = List.of(RequestSizeTest.counter(2 * POINTS_AT_ONCE, 0));
    try (AshlarMetricExporter exporter = builder().build()) {
      Garbage.<Exception>assertAtMost(
          POINTS_AT_ONCE,
          () -> {
            assertThat(succeeded(exporter.export(counter))).isTrue();
            assertThat(receiver.untaken()).isGreaterThan(1);
            while (receiver.untaken() > 0) {
              receiver.take();
            }
          });
    }
  }

  /// More requests than may be under way, and more exports than there are buffers.
  @Test
  void manyRequestsOfManyExports() throws Exception {
    int exports = 10;
    int points = 10_000;
    int limit = 16 << 10;
    BitSet seen = new BitSet();
    List<CompletableResultCode> results = new ArrayList<>();
    try (AshlarMetricExporter exporter = builder().setMaxRequestBytes(limit).build()) {
      for (int i = 0; i < exports; i++) {
        results.add(
            exporter.export(
                List.of(
                    RequestSizeTest.counter(points / 2, i * points),
                    RequestSizeTest.counter(points / 2, i * points + points / 2))));
      }
      assertThat(succeeded(exporter.flush())).isTrue();
      assertThat(results).allMatch(CompletableResultCode::isSuccess);
      takeAll(seen, limit);
    }
    assertThat(seen.cardinality()).isEqualTo(exports * points);
  }

  /// One request that is refused fails the export, and the others arrive.
  @Test
  void oneRequestIsRefused() throws Exception {
    InMemoryMetricReader reader = InMemoryMetricReader.create();
    receiver.then(Receiver.status(400));
    BitSet seen = new BitSet();
    try (SdkMeterProvider meters = SdkMeterProvider.builder().registerMetricReader(reader).build();
        AshlarMetricExporter exporter =
            builder().setMaxRequestBytes(100_000).setMeterProvider(meters).build()) {
      assertThat(
              succeeded(
                  exporter.export(
                      List.of(
                          RequestSizeTest.counter(5_000, 0),
                          RequestSizeTest.counter(5_000, 5_000)))))
          .isFalse();
      takeAll(seen, 100_000);
      assertThat(seen.cardinality()).isEqualTo(10_000);
      assertThat(log.warnings()).singleElement().asString().contains("400", " bytes");
      // Metrics are counted where they end, so that none is counted twice.
      assertThat(
              reader.collectAllMetrics().stream()
                  .filter(metric -> metric.getName().equals("otlp.exporter.exported"))
                  .flatMap(metric -> metric.getLongSumData().getPoints().stream())
                  .mapToLong(LongPointData::getValue)
                  .sum())
          .isEqualTo(2);
    }
  }

  /// A single item is not divided: the receiver decides.
  @Test
  void anItemBeyondTheLimit() throws Exception {
    int limit = 10_000;
    List<LogRecordData> records = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      String body = i == 2 ? "z".repeat(3 * limit) : "short " + i;
      records.add(TestLogRecordData.builder().setBodyValue(Value.of(body)).build());
    }
    try (AshlarLogRecordExporter exporter =
            AshlarLogRecordExporter.builder()
                .setEndpoint(receiver.url())
                .setMaxRequestBytes(limit)
                .setMaxConcurrentRequests(1)
                .build();
        LogCapture said = new LogCapture(AshlarLogRecordExporter.class)) {
      receiver.then(Receiver.status(200)).then(Receiver.status(413)).then(Receiver.status(200));
      assertThat(succeeded(exporter.export(records))).isFalse();
      List<Integer> counts = new ArrayList<>();
      while (receiver.untaken() > 0) {
        byte[] content = receiver.take().content();
        int count =
            ExportLogsServiceRequest.parseFrom(content).getResourceLogsList().stream()
                .flatMap(group -> group.getScopeLogsList().stream())
                .mapToInt(group -> group.getLogRecordsCount())
                .sum();
        counts.add(count);
        assertThat(content.length > limit).isEqualTo(counts.size() == 2);
      }
      assertThat(counts).containsExactly(2, 1, 2);
      assertThat(said.warnings())
          .singleElement()
          .asString()
          .containsPattern("1 log records in a request of 30\\d\\d\\d bytes")
          .contains("otel.exporter.ashlar.max.request.bytes");
    }
  }

  @Test
  void zeroIsNoLimit() throws Exception {
    BitSet seen = new BitSet();
    try (AshlarMetricExporter exporter = builder().setMaxRequestBytes(0).build()) {
      assertThat(succeeded(exporter.export(List.of(RequestSizeTest.counter(POINTS_AT_ONCE, 0)))))
          .isTrue();
    }
    assertThat(receiver.untaken()).isOne();
    takeAll(seen, Integer.MAX_VALUE);
    assertThat(seen.cardinality()).isEqualTo(POINTS_AT_ONCE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder().setMaxRequestBytes(-1))
        .withMessageContaining("zero for no limit");
  }
}
