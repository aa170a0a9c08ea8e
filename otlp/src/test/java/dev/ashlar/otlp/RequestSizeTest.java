// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.ashlar.otlp.internal.encode.RequestEncoder;
import dev.ashlar.testing.Garbage;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableMetricData;
import io.opentelemetry.sdk.resources.Resource;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Requests of a limited size, against the one request without a limit. protobuf-java decodes both.
@ExtendWith(Seeded.class)
class RequestSizeTest {
  enum Kind {
    SPANS {
      @Override
      Cut cut(RandomTelemetry telemetry, int limit) throws Exception {
        return Cut.of(
            RequestEncoder.ofSpans(),
            telemetry.spans(60),
            limit,
            ExportTraceServiceRequest.parser());
      }
    },
    LOG_RECORDS {
      @Override
      Cut cut(RandomTelemetry telemetry, int limit) throws Exception {
        return Cut.of(
            RequestEncoder.ofLogRecords(),
            telemetry.logRecords(60),
            limit,
            ExportLogsServiceRequest.parser());
      }
    },
    METRICS {
      @Override
      Cut cut(RandomTelemetry telemetry, int limit) throws Exception {
        return Cut.of(
            RequestEncoder.ofMetrics(),
            telemetry.metrics(60),
            limit,
            ExportMetricsServiceRequest.parser());
      }
    };

    abstract Cut cut(RandomTelemetry telemetry, int limit) throws Exception;
  }

  /// @param whole the parts of the request without a limit
  /// @param parts those of each request
  /// @param sizes of each request
  /// @param items that end in each request
  record Cut(
      int itemCount,
      List<String> whole,
      List<List<String>> parts,
      List<Integer> sizes,
      List<Integer> items) {
    static <T> Cut of(
        RequestEncoder<T> encoder, Collection<T> items, int limit, Parser<? extends Message> parser)
        throws Exception {
      encoder.encode(items);
      assertThat(encoder.requestCount()).isOne();
      List<String> whole = parts(parser.parseFrom(encoder.toByteArray()));
      int size = encoder.encode(items, limit);
      Cut cut =
          new Cut(items.size(), whole, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      for (int i = 0; i < encoder.requestCount(); i++) {
        ByteBuffer request = encoder.request(i);
        cut.sizes.add(request.remaining());
        cut.items.add(encoder.itemCount(i));
        cut.parts.add(parts(parser.parseFrom(request)));
      }
      assertThat(cut.sizes.stream().mapToInt(each -> each).sum()).isEqualTo(size);
      return cut;
    }

    private static List<String> parts(Message request) {
      List<String> parts = new ArrayList<>();
      for (Message resource : messages(request, 1)) {
        for (Message scope : messages(resource, 2)) {
          String owner = without(resource, 2) + without(scope, 2);
          List<Message> items = messages(scope, 2);
          assertThat(items).isNotEmpty();
          for (Message item : items) {
            addParts(owner, item, parts);
          }
        }
      }
      return parts;
    }

    /// A metric's part is a point, with all that the points of the metric have in common.
    private static void addParts(String owner, Message item, List<String> parts) {
      FieldDescriptor data =
          item.getDescriptorForType().getName().equals("Metric")
              ? item.getAllFields().keySet().stream()
                  .filter(field -> field.getContainingOneof() != null)
                  .findFirst()
                  .orElseThrow()
              : null;
      if (data == null) {
        parts.add(owner + item);
        return;
      }
      Message inner = (Message) item.getField(data);
      String metric = owner + item.toBuilder().clearField(data).build() + data + without(inner, 1);
      List<Message> points = messages(inner, 1);
      points.forEach(point -> parts.add(metric + point));
      if (points.isEmpty()) {
        parts.add(metric);
      }
    }

    private static List<Message> messages(Message message, int number) {
      return ((List<?>) message.getField(message.getDescriptorForType().findFieldByNumber(number)))
          .stream().map(each -> (Message) each).toList();
    }

    private static String without(Message message, int number) {
      return message.toBuilder()
          .clearField(message.getDescriptorForType().findFieldByNumber(number))
          .build()
          .toString();
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingIsLostAndNothingIsTwice(Kind kind, RandomGenerator seeded) throws Exception {
    SplittableRandom random = new SplittableRandom(seeded.nextLong());
    int cuts = 0;
    for (int turn = 0; turn < Slow.times(100, 3_000); turn++) {
      int limit = 1 << random.nextInt(4, 20);
      Cut cut = kind.cut(new RandomTelemetry(random.split()), limit);
      List<String> all = cut.parts.stream().flatMap(List::stream).toList();
      assertThat(all).isEqualTo(cut.whole);
      assertThat(cut.items.stream().mapToInt(each -> each).sum()).isEqualTo(cut.itemCount);
      for (int i = 0; i < cut.sizes.size(); i++) {
        if (cut.parts.get(i).size() > 1) {
          assertThat(cut.sizes.get(i)).isLessThanOrEqualTo(limit);
        }
        assertThat(cut.parts.get(i)).hasSizeGreaterThan(cut.itemCount == 0 ? -1 : 0);
      }
      cuts += cut.sizes.size() - 1;
    }
    assertThat(cuts).isGreaterThan(100);
  }

  /// Requests are filled: two neighbours are larger than the limit, but for their headers.
  @Test
  void requestsAreFilled() {
    int limit = 10_000;
    RequestEncoder<MetricData> encoder = RequestEncoder.ofMetrics();
    encoder.encode(List.of(counter(20_000, 0)), limit);
    assertThat(encoder.requestCount()).isGreaterThan(20);
    for (int i = 0; i < encoder.requestCount() - 1; i++) {
      assertThat(encoder.request(i).remaining()).isBetween(limit - 150, limit);
    }
  }

  /// Half a byte for a point would fail.
  @Test
  void cuttingLeavesNoGarbage() throws Throwable {
    RequestEncoder<MetricData> encoder = RequestEncoder.ofMetrics();
    List<MetricData> metrics = List.of(counter(4, 0), counter(4, 4));
    Garbage.assertNone(_ -> encoder.encode(metrics, 200));
    assertThat(encoder.requestCount()).isGreaterThan(2);
  }

  /// {@return a counter whose points have the values from `first` on}
  static MetricData counter(int points, int first) {
    List<LongPointData> all = new ArrayList<>(points);
    for (int i = 0; i < points; i++) {
      all.add(
          LongPointData.create(
              1_700_000_000_000_000_000L,
              1_700_000_000_000_000_000L,
              Attributes.builder().put("shard", first + i).build(),
              first + i));
    }
    return ImmutableMetricData.createLongSum(
        Resource.getDefault(),
        InstrumentationScopeInfo.create("shop"),
        "orders",
        "Orders taken",
        "1",
        SumData.createLongSumData(true, AggregationTemporality.CUMULATIVE, all));
  }
}
