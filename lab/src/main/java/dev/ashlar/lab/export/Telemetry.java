// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.metrics.DoubleGauge;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.ReadWriteLogRecord;
import io.opentelemetry.sdk.logs.SdkLoggerProvider;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.CollectionRegistration;
import io.opentelemetry.sdk.metrics.export.MetricReader;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// The telemetry that a service passes to its exporters, created by the SDK. The telemetry is
/// always the same, except for identifiers and the times of metric points.
///
/// @param ascii whether all values are ASCII; otherwise two attributes of each item and about a
///   quarter of the generated texts are not
record Telemetry(int attributeCount, boolean ascii) {
  static final int SPANS = 512;
  static final int LOG_RECORDS = 512;
  static final int POINTS = 5_000;

  private static final int INSTRUMENTS = 50;
  private static final int SEED = 7;
  private static final long START = 1_780_000_000_000_000_000L;
  private static final String[] SCOPES = {
    "io.opentelemetry.tomcat-10.0", "io.opentelemetry.jdbc", "io.opentelemetry.java-http-client"
  };
  private static final String[] METHODS = {"GET", "POST", "PUT", "DELETE"};
  private static final String[] ROUTES = {
    "/api/orders/{id}", "/api/customers/{id}/addresses", "/checkout", "/api/products/search"
  };
  private static final String[] WORDS = {
    "order", "customer", "inventory-service", "eu-central-1a", "checkout", "payment accepted"
  };
  private static final String[] OTHER_WORDS = {
    "Zürich Hauptbahnhof", "naïve café", "Кошик покупця", "東京都千代田区", "ülke seçimi", "señal 📦"
  };

  /// {@return the number of a status code in the protocol}
  static int number(StatusCode code) {
    return switch (code) {
      case UNSET -> 0;
      case OK -> 1;
      case ERROR -> 2;
    };
  }

  private static Resource resource() {
    return Resource.create(
        Attributes.builder()
            .put("service.name", "checkoutservice")
            .put("service.namespace", "shop")
            .put("service.version", "2.14.3")
            .put("service.instance.id", "6f1d3a52-9d2f-4a5e-9c5a-2f1f4f8f7c11")
            .put("host.name", "ip-10-0-12-34.eu-central-1.compute.internal")
            .put("k8s.pod.name", "checkoutservice-6d5f8c9b7-x2x4z")
            .put("process.pid", 4711)
            .put("telemetry.sdk.language", "java")
            .build());
  }

  private Attributes attributes(Random random, int count) {
    AttributesBuilder attributes = Attributes.builder();
    attributes.put("http.request.method", METHODS[random.nextInt(METHODS.length)]);
    attributes.put("http.route", ROUTES[random.nextInt(ROUTES.length)]);
    attributes.put("http.response.status_code", 200 + random.nextInt(5));
    attributes.put("server.address", "shop.example.com");
    attributes.put(
        "network.peer.address", "10.0.%d.%d".formatted(random.nextInt(256), random.nextInt(256)));
    attributes.put("user_agent.original", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36");
    attributes.put("app.cart.total", random.nextInt(100_000) / 100.0);
    attributes.put("app.cached", random.nextBoolean());
    for (int i = 8; i < count; i++) {
      String key = "app.attribute." + i;
      switch (i % 8) {
        case 3 -> attributes.put(key, random.nextInt(1 << 20));
        case 5 -> attributes.put(key, random.nextDouble());
        case 6 -> attributes.put(key, random.nextBoolean());
        default -> attributes.put(AttributeKey.stringKey(key), text(random));
      }
    }
    if (!ascii) {
      attributes.put("http.route", OTHER_WORDS[random.nextInt(OTHER_WORDS.length)]);
      attributes.put("server.address", OTHER_WORDS[random.nextInt(OTHER_WORDS.length)]);
    }
    return attributes.build();
  }

  private String text(Random random) {
    String[] words = ascii || random.nextInt(4) > 0 ? WORDS : OTHER_WORDS;
    return words[random.nextInt(words.length)] + " " + random.nextInt(10_000);
  }

  /// {@return server spans; every eighth has an event}
  List<SpanData> spans() {
    Random random = new Random(SEED);
    List<SpanData> spans = new ArrayList<>();
    try (SdkTracerProvider provider =
        SdkTracerProvider.builder()
            .setResource(resource())
            .setSpanLimits(
                io.opentelemetry.sdk.trace.SpanLimits.builder()
                    .setMaxNumberOfAttributes(1_000)
                    .build())
            .addSpanProcessor(new Collector(spans))
            .build()) {
      for (int i = 0; i < SPANS; i++) {
        Tracer tracer = provider.get(SCOPES[i % SCOPES.length], "2.20.0");
        long start = START + i * 1_000_003L;
        Span parent = tracer.spanBuilder("parent").startSpan();
        Span span =
            tracer
                .spanBuilder(
                    METHODS[i % METHODS.length] + " " + ROUTES[random.nextInt(ROUTES.length)])
                .setParent(Context.root().with(parent))
                .setSpanKind(SpanKind.SERVER)
                .setStartTimestamp(start, TimeUnit.NANOSECONDS)
                .startSpan();
        span.setAllAttributes(attributes(random, attributeCount));
        if (i % 8 == 0) {
          span.addEvent("exception", attributes(random, 8), start + 5, TimeUnit.NANOSECONDS);
          span.setStatus(StatusCode.ERROR, text(random));
        }
        span.end(start + 1_000_000 + random.nextInt(1_000_000), TimeUnit.NANOSECONDS);
      }
    }
    return spans;
  }

  /// Collects ended spans.
  private record Collector(List<SpanData> spans) implements SpanProcessor {
    @Override
    public void onStart(Context parent, ReadWriteSpan span) {}

    @Override
    public boolean isStartRequired() {
      return false;
    }

    @Override
    public void onEnd(ReadableSpan span) {
      spans.add(span.toSpanData());
    }

    @Override
    public boolean isEndRequired() {
      return true;
    }
  }

  List<LogRecordData> logRecords() {
    Random random = new Random(SEED);
    List<LogRecordData> records = new ArrayList<>();
    try (SdkLoggerProvider provider =
        SdkLoggerProvider.builder()
            .setResource(resource())
            .addLogRecordProcessor(
                (Context _, ReadWriteLogRecord record) -> records.add(record.toLogRecordData()))
            .build()) {
      for (int i = 0; i < LOG_RECORDS; i++) {
        provider
            .get(SCOPES[i % SCOPES.length])
            .logRecordBuilder()
            .setTimestamp(START + i, TimeUnit.NANOSECONDS)
            .setObservedTimestamp(START + i + 1, TimeUnit.NANOSECONDS)
            .setSeverity(Severity.INFO)
            .setSeverityText("INFO")
            .setBody("Order " + random.nextInt(1 << 20) + " of " + text(random) + " was accepted")
            .setAllAttributes(attributes(random, attributeCount))
            .emit();
      }
    }
    return records;
  }

  /// {@return counters, gauges and histograms in turn, each with a hundred points}
  List<MetricData> metrics() {
    Random random = new Random(SEED);
    Reader reader = new Reader();
    try (SdkMeterProvider provider =
        SdkMeterProvider.builder().setResource(resource()).registerMetricReader(reader).build()) {
      List<Attributes> sets = new ArrayList<>();
      for (int i = 0; i < POINTS / INSTRUMENTS; i++) {
        sets.add(attributes(random, attributeCount).toBuilder().put("app.shard", i).build());
      }
      for (int i = 0; i < INSTRUMENTS; i++) {
        record(provider.get(SCOPES[i % SCOPES.length]), i, sets, random);
      }
      return List.copyOf(reader.registration.collectAllMetrics());
    }
  }

  private static void record(Meter meter, int number, List<Attributes> sets, Random random) {
    switch (number % 3) {
      case 0 -> {
        LongCounter counter = meter.counterBuilder("requests." + number).setUnit("1").build();
        sets.forEach(set -> counter.add(1 + random.nextInt(1_000), set));
      }
      case 1 -> {
        DoubleGauge gauge = meter.gaugeBuilder("load." + number).setUnit("1").build();
        sets.forEach(set -> gauge.set(random.nextDouble(), set));
      }
      default -> {
        DoubleHistogram histogram =
            meter.histogramBuilder("duration." + number).setUnit("s").build();
        for (Attributes set : sets) {
          for (int i = 0; i < 5; i++) {
            histogram.record(random.nextDouble() * 100, set);
          }
        }
      }
    }
  }

  private static final class Reader implements MetricReader {
    private CollectionRegistration registration = CollectionRegistration.noop();

    @Override
    public void register(CollectionRegistration registration) {
      this.registration = registration;
    }

    @Override
    public AggregationTemporality getAggregationTemporality(InstrumentType instrument) {
      return AggregationTemporality.CUMULATIVE;
    }

    @Override
    public CompletableResultCode forceFlush() {
      return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
      return CompletableResultCode.ofSuccess();
    }
  }
}
