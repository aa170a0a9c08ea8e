// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.otlp.AshlarSpanExporter;
import dev.ashlar.otlp.LogCapture;
import dev.ashlar.otlp.RandomTelemetry;
import dev.ashlar.otlp.Receiver;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.InternalTelemetryVersion;
import io.opentelemetry.sdk.common.export.GrpcResponse;
import io.opentelemetry.sdk.common.export.GrpcSender;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import io.opentelemetry.sdk.common.export.MessageWriter;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// An exporter's own metrics, with OpenTelemetry's exporter as the judge.
class ExporterMetricsTest {
  private static final List<SpanData> SPANS =
      new RandomTelemetry(new SplittableRandom(3)).spans(1_000);

  @ParameterizedTest
  @EnumSource
  void namesAndAttributesAreTheSame(InternalTelemetryVersion version) throws Exception {
    try (Receiver receiver = new Receiver();
        LogCapture _ = new LogCapture(AshlarSpanExporter.class);
        LogCapture _ = new LogCapture(io.opentelemetry.exporter.otlp.internal.HttpExporter.class)) {
      Set<String> ours =
          metrics(
              receiver,
              meters ->
                  AshlarSpanExporter.builder()
                      .setEndpoint(receiver.url())
                      .setMeterProvider(meters)
                      .setInternalTelemetryVersion(version)
                      .build());
      Set<String> theirs =
          metrics(
              receiver,
              meters ->
                  OtlpHttpSpanExporter.builder()
                      .setEndpoint(receiver.url())
                      .setMeterProvider(meters)
                      .setInternalTelemetryVersion(version)
                      .build());
      assertThat(ours).isEqualTo(theirs).isNotEmpty();
    }
  }

  /// A sender without a network: accepts, refuses, accepts, fails.
  private static final class Sender implements GrpcSender {
    private int calls;

    @Override
    public void send(
        MessageWriter message, Consumer<GrpcResponse> onResponse, Consumer<Throwable> onError) {
      int call = calls++;
      if (call == 3) {
        onError.accept(new IOException("no way"));
        return;
      }
      onResponse.accept(
          new GrpcResponse() {
            @Override
            public GrpcStatusCode getStatusCode() {
              return call == 1 ? GrpcStatusCode.INVALID_ARGUMENT : GrpcStatusCode.OK;
            }

            @Override
            public String getStatusDescription() {
              return "described";
            }

            @Override
            public byte[] getResponseMessage() {
              return new byte[0];
            }
          });
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }

  @ParameterizedTest
  @EnumSource
  void namesAndAttributesOfGrpcAreTheSame(InternalTelemetryVersion version) throws Exception {
    GrpcSenderProvider senders = _ -> new Sender();
    ComponentLoader loader =
        new ComponentLoader() {
          @Override
          public <T> Iterable<T> load(Class<T> type) {
            return type == GrpcSenderProvider.class ? List.of(type.cast(senders)) : List.of();
          }
        };
    try (Receiver receiver = new Receiver();
        LogCapture _ = new LogCapture(AshlarSpanExporter.class);
        LogCapture _ = new LogCapture(io.opentelemetry.exporter.otlp.internal.GrpcExporter.class)) {
      Set<String> ours =
          metrics(
              receiver,
              meters ->
                  AshlarSpanExporter.builder()
                      .setGrpcSender(senders)
                      .setMeterProvider(meters)
                      .setInternalTelemetryVersion(version)
                      .build());
      Set<String> theirs =
          metrics(
              receiver,
              meters ->
                  OtlpGrpcSpanExporter.builder()
                      .setComponentLoader(loader)
                      .setMeterProvider(meters)
                      .setInternalTelemetryVersion(version)
                      .build());
      assertThat(ours).isEqualTo(theirs).isNotEmpty();
    }
  }

  private static Set<String> metrics(
      Receiver receiver, Function<SdkMeterProvider, SpanExporter> maker) {
    InMemoryMetricReader reader = InMemoryMetricReader.create();
    try (SdkMeterProvider meters = SdkMeterProvider.builder().registerMetricReader(reader).build();
        SpanExporter exporter = maker.apply(meters)) {
      for (int status : new int[] {200, 400, 200, 404}) {
        receiver.then(Receiver.status(status));
        exporter.export(SPANS).join(30, TimeUnit.SECONDS);
      }
      Set<String> texts = new TreeSet<>();
      for (MetricData metric : reader.collectAllMetrics()) {
        for (PointData point : metric.getData().getPoints()) {
          texts.add(text(metric, point));
        }
      }
      return texts;
    }
  }

  /// Without the number that components have.
  private static String text(MetricData metric, PointData point) {
    String value =
        metric.getName().endsWith("duration")
            ? ""
            : metric.getLongSumData().getPoints().stream()
                .filter(each -> each.getAttributes().equals(point.getAttributes()))
                .map(each -> "" + each.getValue())
                .findFirst()
                .orElse("");
    return "%s %s %s %s %s %s %s"
        .formatted(
            metric.getInstrumentationScopeInfo().getName(),
            metric.getName(),
            metric.getDescription(),
            metric.getUnit(),
            metric.getType(),
            new java.util.TreeMap<>(
                point.getAttributes().asMap().entrySet().stream()
                    .collect(
                        java.util.stream.Collectors.toMap(
                            entry -> entry.getKey().getKey(),
                            entry -> entry.getValue().toString().replaceAll("/\\d+$", "")))),
            value);
  }
}
