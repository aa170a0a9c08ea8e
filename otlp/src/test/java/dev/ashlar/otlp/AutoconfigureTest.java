// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.internal.OtlpSpanExporterProvider;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdkBuilder;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.autoconfigure.spi.internal.DefaultConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.traces.ConfigurableSpanExporterProvider;
import io.opentelemetry.sdk.common.export.MemoryMode;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The variables of the specification, through autoconfigure.
class AutoconfigureTest {
  private static final String OTLP = "otel.exporter.otlp.";

  private static AutoConfiguredOpenTelemetrySdk sdk(Map<String, String> properties) {
    Map<String, String> all = new HashMap<>(properties);
    for (String signal : List.of("traces", "metrics", "logs")) {
      all.putIfAbsent("otel." + signal + ".exporter", "ashlar");
    }
    all.putIfAbsent(OTLP + "protocol", "http/protobuf");
    return AutoConfiguredOpenTelemetrySdk.builder()
        .addPropertiesSupplier(() -> all)
        .disableShutdownHook()
        .build();
  }

  /// The requests of an application that uses all three, by path.
  private static Map<String, Receiver.Request> requests(
      Receiver receiver, Map<String, String> properties) throws InterruptedException {
    try (var sdk = sdk(properties).getOpenTelemetrySdk()) {
      use(sdk);
      sdk.getSdkTracerProvider().forceFlush().join(30, TimeUnit.SECONDS);
      sdk.getSdkLoggerProvider().forceFlush().join(30, TimeUnit.SECONDS);
      sdk.getSdkMeterProvider().forceFlush().join(30, TimeUnit.SECONDS);
    }
    Map<String, Receiver.Request> requests = new TreeMap<>();
    while (receiver.untaken() > 0) {
      Receiver.Request request = receiver.take();
      requests.putIfAbsent(request.path(), request);
    }
    return requests;
  }

  private static Receiver.Request request(Map<String, Receiver.Request> requests, String path) {
    return Objects.requireNonNull(requests.get(path), path);
  }

  private static void use(OpenTelemetry telemetry) {
    telemetry.getTracer("app").spanBuilder("work").startSpan().end();
    telemetry.getLogsBridge().get("app").logRecordBuilder().setBody("done").emit();
    telemetry.getMeter("app").counterBuilder("works").build().add(7, Attributes.empty());
  }

  @Test
  void allSignalsByOneName() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Map<String, Receiver.Request> requests =
          requests(
              receiver,
              Map.of(
                  OTLP + "endpoint",
                  receiver.base(),
                  OTLP + "headers",
                  "a=b%20c,d=e+f",
                  OTLP + "logs.headers",
                  "own=1",
                  OTLP + "metrics.compression",
                  "gzip",
                  "otel.service.name",
                  "shop"));
      assertThat(requests).containsOnlyKeys("/v1/traces", "/v1/metrics", "/v1/logs");
      ExportTraceServiceRequest traces =
          ExportTraceServiceRequest.parseFrom(request(requests, "/v1/traces").content());
      assertThat(traces.getResourceSpans(0).getScopeSpans(0).getSpans(0).getName())
          .isEqualTo("work");
      assertThat(traces.getResourceSpans(0).getResource().toString()).contains("shop");
      assertThat(request(requests, "/v1/traces").headers())
          .containsEntry("a", "b c")
          .containsEntry("d", "e+f");
      assertThat(request(requests, "/v1/logs").headers())
          .containsEntry("own", "1")
          .doesNotContainKey("a");
      ExportLogsServiceRequest logs =
          ExportLogsServiceRequest.parseFrom(request(requests, "/v1/logs").content());
      assertThat(
              logs.getResourceLogs(0).getScopeLogs(0).getLogRecords(0).getBody().getStringValue())
          .isEqualTo("done");
      assertThat(request(requests, "/v1/metrics").headers())
          .containsEntry("content-encoding", "gzip");
      ExportMetricsServiceRequest metrics =
          ExportMetricsServiceRequest.parseFrom(request(requests, "/v1/metrics").content());
      assertThat(metrics.toString()).contains("works", "as_int: 7");
    }
  }

  @Test
  void aSignalsOwnEndpointIsTakenAsItIs() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Map<String, Receiver.Request> requests =
          requests(
              receiver,
              Map.of(
                  OTLP + "endpoint", receiver.base() + "/base/",
                  OTLP + "traces.endpoint", receiver.base() + "/own",
                  OTLP + "logs.endpoint", receiver.base()));
      assertThat(requests).containsOnlyKeys("/own", "/base/v1/metrics", "/");
    }
  }

  @Test
  void requestsOfALimitedSize() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Map<String, String> properties =
          Map.of(
              OTLP + "endpoint",
              receiver.base(),
              "otel.metrics.exporter",
              "none",
              "otel.exporter.ashlar.max.request.bytes",
              "100");
      try (var sdk = sdk(properties).getOpenTelemetrySdk()) {
        for (int i = 0; i < 10; i++) {
          sdk.getLogsBridge().get("app").logRecordBuilder().setBody("done").emit();
        }
        sdk.getSdkLoggerProvider().forceFlush().join(30, TimeUnit.SECONDS);
      }
      assertThat(receiver.untaken()).isEqualTo(10);
    }
  }

  /// okhttp's sender is on the class path of the tests.
  @Test
  void aSenderThatIsAskedForCarriesTheBytes() throws Exception {
    try (Receiver receiver = new Receiver()) {
      Map<String, Receiver.Request> requests =
          requests(
              receiver,
              Map.of(
                  OTLP + "endpoint",
                  receiver.base(),
                  OTLP + "compression",
                  "gzip",
                  "otel.exporter.ashlar.sender",
                  "provider"));
      assertThat(requests).containsOnlyKeys("/v1/traces", "/v1/metrics", "/v1/logs");
      assertThat(request(requests, "/v1/traces").headers())
          .containsEntry("content-encoding", "gzip");
      assertThat(
              ExportTraceServiceRequest.parseFrom(request(requests, "/v1/traces").content())
                  .toString())
          .contains("work");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          otel.exporter.otlp.protocol           | http/json          | http/protobuf
          otel.exporter.otlp.traces.protocol    | avro               | grpc
          otel.exporter.otlp.traces.protocol    | http               | http/protobuf
          otel.exporter.otlp.endpoint           | ftp://a.example    | http
          otel.exporter.otlp.traces.endpoint    | localhost:4318     | http
          otel.exporter.otlp.traces.endpoint    | http://a/b?c       | query
          otel.exporter.otlp.endpoint           | http://a:99999     | 65535
          otel.exporter.otlp.traces.endpoint    | https://a:0        | 65535
          otel.exporter.otlp.compression        | zstd               | gzip
          otel.exporter.otlp.headers            | a=%                | percent
          otel.exporter.otlp.headers            | a=%C3%A9           | ASCII
          otel.exporter.otlp.endpoint           | http://a?b         | query
          otel.exporter.otlp.headers            | Content-Length=1   | Content-Length
          otel.exporter.otlp.certificate        | /no/such/file      | /no/such/file
          otel.exporter.otlp.client.key         | /no/such/key       | /no/such/key
          otel.exporter.ashlar.sender           | netty              | provider
          otel.exporter.ashlar.max.request.bytes | -1                | zero for no limit
          otel.exporter.ashlar.max.request.bytes | 4MiB              | max.request.bytes
          otel.exporter.otlp.metrics.temporality.preference         | some | lowmemory
          otel.exporter.otlp.metrics.default.histogram.aggregation  | some | base2
          otel.java.exporter.memory_mode                            | some | immutable_data
          """)
  void whatCannotBeIsRefusedAtStart(String variable, String value, String remedy) {
    try (LogCapture _ = new LogCapture(AutoConfiguredOpenTelemetrySdkBuilder.class)) {
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> sdk(Map.of(variable, value)))
          .withMessageContaining(value.startsWith("a=") ? "header" : value.split("[=?]", -1)[0])
          .withMessageContaining(remedy);
    }
  }

  private static DefaultConfigProperties config(
      Map<String, String> properties, ComponentLoader loader) {
    return DefaultConfigProperties.create(properties, loader);
  }

  @Test
  void grpcWithoutASenderIsRefused() {
    ComponentLoader none =
        new ComponentLoader() {
          @Override
          public <T> Iterable<T> load(Class<T> type) {
            return List.of();
          }
        };
    for (Map<String, String> grpc :
        List.of(
            Map.<String, String>of(),
            Map.of(OTLP + "endpoint", "http://localhost:4318"),
            Map.of(OTLP + "logs.protocol", "http/protobuf"),
            Map.of(OTLP + "protocol", "grpc"),
            Map.of(OTLP + "protocol", "http/protobuf", OTLP + "traces.protocol", "grpc"))) {
      assertThatExceptionOfType(ConfigurationException.class)
          .as(grpc.toString())
          .isThrownBy(() -> new AshlarSpanExporterProvider().createExporter(config(grpc, none)))
          .withMessageContaining("GrpcSenderProvider")
          .withMessageContaining("http/protobuf");
    }
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() ->
            new AshlarSpanExporterProvider()
                .createExporter(
                    config(
                        Map.of(
                            OTLP + "protocol",
                            "http/protobuf",
                            "otel.exporter.ashlar.sender",
                            "provider"),
                        none)))
        .withMessageContaining("HttpSenderProvider");
  }

  /// OpenTelemetry's exporters take gRPC if no variable says otherwise. Both name the endpoint in
  /// their text.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
                                                                                      |
          otel.exporter.otlp.traces.protocol=grpc                                     |
          otel.exporter.otlp.protocol=http/protobuf                                   |
          otel.exporter.otlp.logs.protocol=http/protobuf                              |
          otel.exporter.otlp.protocol=grpc, otel.exporter.otlp.traces.protocol=http/protobuf |
          otel.exporter.otlp.endpoint=http://collector:4317                           |
          otel.exporter.otlp.endpoint=http://collector:4317/                          |
          otel.exporter.otlp.endpoint=http://collector:4318/base                      | path
          otel.exporter.otlp.traces.endpoint=http://collector:4318/v1/traces          | path
          otel.exporter.otlp.protocol=http/protobuf, otel.exporter.otlp.traces.endpoint=http://collector:4318/x |
          """)
  void theSameReceiverByTheSameProtocol(@Nullable String variables, @Nullable String refused) {
    Map<String, String> properties = new HashMap<>();
    if (variables != null) {
      for (String variable : variables.split(", ", -1)) {
        properties.put(variable.split("=", 2)[0], variable.split("=", 2)[1]);
      }
    }
    DefaultConfigProperties config =
        config(properties, ComponentLoader.forClassLoader(getClass().getClassLoader()));
    if (refused != null) {
      for (ConfigurableSpanExporterProvider provider :
          List.of(new AshlarSpanExporterProvider(), new OtlpSpanExporterProvider())) {
        assertThatExceptionOfType(ConfigurationException.class)
            .isThrownBy(() -> provider.createExporter(config))
            .withMessageContaining(refused);
      }
      return;
    }
    try (SpanExporter ours = new AshlarSpanExporterProvider().createExporter(config);
        SpanExporter theirs = new OtlpSpanExporterProvider().createExporter(config)) {
      String text = theirs.toString();
      String endpoint = text.replaceFirst(".*endpoint=([^,]*),.*", "$1");
      boolean grpc = text.startsWith("OtlpGrpcSpanExporter");
      assertThat(ours.toString()).contains(" to " + endpoint + (grpc ? " by gRPC," : ","));
    }
  }

  /// The meters are those of the SDK that is built, which is not the global one.
  @ParameterizedTest
  @ValueSource(strings = {"traces", "metrics", "logs"})
  void theExportersOwnMetrics(String signal) throws Exception {
    try (Receiver receiver = new Receiver()) {
      Map<String, Set<String>> counters = new HashMap<>();
      for (String exporter : List.of("otlp", "ashlar")) {
        InMemoryMetricReader reader = InMemoryMetricReader.create();
        Map<String, String> properties = new HashMap<>();
        for (String each : List.of("traces", "metrics", "logs")) {
          properties.put("otel." + each + ".exporter", each.equals(signal) ? exporter : "none");
        }
        properties.put(OTLP + "protocol", "http/protobuf");
        properties.put(OTLP + "endpoint", receiver.base());
        try (var sdk =
            AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> properties)
                .addMeterProviderCustomizer((meters, _) -> meters.registerMetricReader(reader))
                .disableShutdownHook()
                .build()
                .getOpenTelemetrySdk()) {
          use(sdk);
          sdk.getSdkTracerProvider().forceFlush().join(30, TimeUnit.SECONDS);
          sdk.getSdkLoggerProvider().forceFlush().join(30, TimeUnit.SECONDS);
          sdk.getSdkMeterProvider().forceFlush().join(30, TimeUnit.SECONDS);
          counters.put(
              exporter,
              reader.collectAllMetrics().stream()
                  .filter(metric -> metric.getName().startsWith("otlp.exporter"))
                  .map(metric ->
                      metric.getInstrumentationScopeInfo().getName() + " " + metric.getName())
                  .collect(Collectors.toSet()));
        }
      }
      assertThat(counters.get("ashlar")).isEqualTo(counters.get("otlp")).hasSize(2);
    }
  }

  @Test
  void whatMetricsAreAskedFor() {
    var loader = ComponentLoader.forClassLoader(getClass().getClassLoader());
    AshlarMetricExporterProvider provider = new AshlarMetricExporterProvider();
    try (MetricExporter normal = provider.createExporter(config(Map.of(), loader));
        MetricExporter other =
            provider.createExporter(
                config(
                    Map.of(
                        OTLP + "metrics.temporality.preference",
                        "DELTA",
                        OTLP + "metrics.default.histogram.aggregation",
                        "base2_exponential_bucket_histogram",
                        "otel.java.exporter.memory_mode",
                        "immutable_data"),
                    loader))) {
      assertThat(normal.getMemoryMode()).isEqualTo(MemoryMode.REUSABLE_DATA);
      assertThat(normal.getAggregationTemporality(InstrumentType.COUNTER))
          .isEqualTo(AggregationTemporality.CUMULATIVE);
      assertThat(normal.getDefaultAggregation(InstrumentType.HISTOGRAM))
          .isEqualTo(Aggregation.defaultAggregation());
      assertThat(other.getMemoryMode()).isEqualTo(MemoryMode.IMMUTABLE_DATA);
      assertThat(other.getAggregationTemporality(InstrumentType.COUNTER))
          .isEqualTo(AggregationTemporality.DELTA);
      assertThat(other.getAggregationTemporality(InstrumentType.UP_DOWN_COUNTER))
          .isEqualTo(AggregationTemporality.CUMULATIVE);
      assertThat(other.getDefaultAggregation(InstrumentType.HISTOGRAM).toString())
          .contains("Base2");
    }
  }

  @Test
  void aKeyWithoutACertificate(@TempDir Path folder) throws Exception {
    Path key = Files.writeString(folder.resolve("key.pem"), "no key");
    try (LogCapture _ = new LogCapture(AutoConfiguredOpenTelemetrySdkBuilder.class)) {
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> sdk(Map.of(OTLP + "client.key", key.toString())))
          .withMessageContaining("client.certificate");
      assertThatExceptionOfType(ConfigurationException.class)
          .isThrownBy(() -> sdk(Map.of(OTLP + "certificate", key.toString())))
          .withMessageContaining("ertificate");
    }
  }
}
