// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.testing.Seeded;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.common.KeyValue;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.TraceStateBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.DoubleExemplarData;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramBuckets;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramData;
import io.opentelemetry.sdk.metrics.data.ExponentialHistogramPointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongExemplarData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.metrics.data.SummaryData;
import io.opentelemetry.sdk.metrics.data.SummaryPointData;
import io.opentelemetry.sdk.metrics.data.ValueAtQuantile;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableHistogramPointData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableLongPointData;
import io.opentelemetry.sdk.metrics.internal.data.ImmutableMetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.resources.internal.Entity;
import io.opentelemetry.sdk.resources.internal.EntityUtil;
import io.opentelemetry.sdk.testing.logs.TestLogRecordData;
import io.opentelemetry.sdk.testing.trace.TestSpanData;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Spans, log records and metrics with all that the SDK's data can have, seldom and often.
public final class RandomTelemetry {
  private static final String[] TEXTS = {
    "", "GET", "/api/orders/{id}", "Grüße", "中文", "\uD83D\uDE00", "a\uD800b", "x".repeat(300)
  };
  private static final long[] NUMBERS = {
    0, 1, -1, 127, 128, 1L << 35, Long.MAX_VALUE, Long.MIN_VALUE
  };
  private static final double[] DOUBLES = {
    0, -0.0, 1.5, -7, Double.NaN, Double.POSITIVE_INFINITY, Double.MIN_VALUE
  };

  private final RandomGenerator random;
  private int owners;
  private final List<Resource> resources = new ArrayList<>();
  private final List<InstrumentationScopeInfo> scopes = new ArrayList<>();

  public RandomTelemetry(RandomGenerator random) {
    this.random = random;
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      resources.add(resource(i));
    }
    int scopeCount = 1 + random.nextInt(40);
    for (int i = 0; i < scopeCount; i++) {
      scopes.add(scope(i));
    }
  }

  private Resource resource(int number) {
    Attributes attributes = plainAttributes().toBuilder().put("resource.number", number).build();
    if (random.nextInt(3) == 0) {
      return EntityUtil.createResource(
          Stream.generate(() -> entity(number)).limit(1 + random.nextInt(3)).toList());
    }
    return number == 0 && random.nextInt(3) == 0
        ? Resource.empty()
        : random.nextBoolean()
            ? Resource.create(attributes)
            : Resource.create(attributes, "https://schema.example/" + text());
  }

  private Entity entity(int number) {
    Attributes id = plainAttributes().toBuilder().put("id." + owners, number).build();
    var entity = Entity.builder("type" + owners, id);
    if (random.nextBoolean()) {
      entity.setSchemaUrl("https://a.example/1");
    }
    return entity.setDescription(plainAttributes()).build();
  }

  private InstrumentationScopeInfo scope(int number) {
    if (number == 0 && random.nextInt(3) == 0) {
      return InstrumentationScopeInfo.empty();
    }
    var scope = InstrumentationScopeInfo.builder("scope" + number);
    if (random.nextBoolean()) {
      scope.setVersion(text());
    }
    if (random.nextBoolean()) {
      scope.setSchemaUrl(text());
    }
    return scope.setAttributes(attributes()).build();
  }

  private String text() {
    return Seeded.oneOf(random, TEXTS);
  }

  private long number() {
    return random.nextBoolean()
        ? NUMBERS[random.nextInt(NUMBERS.length)]
        : random.nextLong() >>> random.nextInt(64);
  }

  private double real() {
    return DOUBLES[random.nextInt(DOUBLES.length)];
  }

  /// Up to `most`, often none.
  private <T> List<T> list(int most, Supplier<T> maker) {
    List<T> list = new ArrayList<>();
    int count = random.nextInt(3) == 0 ? 0 : random.nextInt(most + 1);
    for (int i = 0; i < count; i++) {
      list.add(maker.get());
    }
    return list;
  }

  Attributes attributes() {
    return attributes(this::text);
  }

  /// As a resource has to have them.
  private Attributes plainAttributes() {
    int owner = owners++;
    return attributes(() -> "key." + owner + "." + random.nextInt(1_000));
  }

  private Attributes attributes(Supplier<String> keys) {
    AttributesBuilder attributes = Attributes.builder();
    int count = random.nextInt(4) == 0 ? 0 : random.nextInt(12);
    for (int i = 0; i < count; i++) {
      putAttribute(attributes, keys.get() + i);
    }
    return attributes.build();
  }

  private void putAttribute(AttributesBuilder attributes, String key) {
    switch (random.nextInt(9)) {
      case 0 -> attributes.put(AttributeKey.stringKey(key), text());
      case 1 -> attributes.put(AttributeKey.longKey(key), number());
      case 2 -> attributes.put(AttributeKey.booleanKey(key), random.nextBoolean());
      case 3 -> attributes.put(AttributeKey.doubleKey(key), real());
      case 4 -> attributes.put(AttributeKey.stringArrayKey(key), list(5, this::text));
      case 5 -> attributes.put(AttributeKey.longArrayKey(key), list(5, this::number));
      case 6 -> attributes.put(AttributeKey.booleanArrayKey(key), list(5, random::nextBoolean));
      case 7 -> attributes.put(AttributeKey.doubleArrayKey(key), list(5, this::real));
      default -> attributes.put(AttributeKey.valueKey(key), value(3));
    }
  }

  private Value<?> value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> Value.of(text());
      case 1 -> Value.of(number());
      case 2 -> Value.of(random.nextBoolean());
      case 3 -> Value.of(real());
      case 4 -> {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        yield Value.of(bytes);
      }
      case 5 -> Value.empty();
      case 6 -> Value.of(this.<Value<?>>list(4, () -> value(depth - 1)));
      default ->
          Value.of(list(4, () -> KeyValue.of(text(), value(depth - 1))).toArray(KeyValue[]::new));
    };
  }

  private String hex(int bytes) {
    byte[] id = new byte[bytes];
    random.nextBytes(id);
    id[0] |= 1;
    return HexFormat.of().formatHex(id);
  }

  private SpanContext context() {
    if (random.nextInt(5) == 0) {
      return SpanContext.getInvalid();
    }
    TraceStateBuilder state = TraceState.builder();
    list(4, () -> state.put("key" + random.nextInt(9), "v" + random.nextInt(100)));
    TraceFlags flags = TraceFlags.fromByte((byte) random.nextInt());
    return random.nextBoolean()
        ? SpanContext.create(hex(16), hex(8), flags, state.build())
        : SpanContext.createFromRemoteParent(hex(16), hex(8), flags, state.build());
  }

  SpanData span() {
    Attributes attributes = attributes();
    List<EventData> events =
        list(
            4,
            () -> {
              Attributes own = attributes();
              return EventData.create(number(), text(), own, own.size() + random.nextInt(2));
            });
    List<LinkData> links =
        list(
            4,
            () -> {
              Attributes own = attributes();
              return LinkData.create(context(), own, own.size() + random.nextInt(2));
            });
    return TestSpanData.builder()
        .setName(text())
        .setKind(Seeded.oneOf(random, SpanKind.values()))
        .setSpanContext(context())
        .setParentSpanContext(context())
        .setStatus(StatusData.create(Seeded.oneOf(random, StatusCode.values()), text()))
        .setStartEpochNanos(number())
        .setEndEpochNanos(number())
        .setHasEnded(true)
        .setAttributes(attributes)
        .setTotalAttributeCount(attributes.size() + random.nextInt(3))
        .setEvents(events)
        .setTotalRecordedEvents(events.size() + random.nextInt(3))
        .setLinks(links)
        .setTotalRecordedLinks(links.size() + random.nextInt(3))
        .setResource(one(resources))
        .setInstrumentationScopeInfo(one(scopes))
        .build();
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  LogRecordData logRecord() {
    Attributes attributes = attributes();
    TestLogRecordData.Builder record =
        TestLogRecordData.builder()
            .setResource(one(resources))
            .setInstrumentationScopeInfo(one(scopes))
            .setTimestamp(Math.abs(number() / 2), java.util.concurrent.TimeUnit.NANOSECONDS)
            .setObservedTimestamp(Math.abs(number() / 2), java.util.concurrent.TimeUnit.NANOSECONDS)
            .setSpanContext(context())
            .setSeverity(Seeded.oneOf(random, Severity.values()))
            .setAttributes(attributes)
            .setTotalAttributeCount(attributes.size() + random.nextInt(3));
    if (random.nextBoolean()) {
      record.setSeverityText(text());
    }
    if (random.nextInt(4) > 0) {
      record.setBodyValue(value(4));
    }
    if (random.nextBoolean()) {
      record.setEventName(text());
    }
    return record.build();
  }

  MetricData metric() {
    Resource resource = one(resources);
    InstrumentationScopeInfo scope = one(scopes);
    AggregationTemporality temporality = Seeded.oneOf(random, AggregationTemporality.values());
    boolean monotonic = random.nextBoolean();
    String name = text();
    String description = text();
    String unit = text();
    return switch (random.nextInt(7)) {
      case 0 ->
          ImmutableMetricData.createLongGauge(
              resource,
              scope,
              name,
              description,
              unit,
              GaugeData.createLongGaugeData(list(5, this::longPoint)));
      case 1 ->
          ImmutableMetricData.createDoubleGauge(
              resource,
              scope,
              name,
              description,
              unit,
              GaugeData.createDoubleGaugeData(list(5, this::doublePoint)));
      case 2 ->
          ImmutableMetricData.createLongSum(
              resource,
              scope,
              name,
              description,
              unit,
              SumData.createLongSumData(monotonic, temporality, list(5, this::longPoint)));
      case 3 ->
          ImmutableMetricData.createDoubleSum(
              resource,
              scope,
              name,
              description,
              unit,
              SumData.createDoubleSumData(monotonic, temporality, list(5, this::doublePoint)));
      case 4 ->
          ImmutableMetricData.createDoubleHistogram(
              resource,
              scope,
              name,
              description,
              unit,
              HistogramData.create(temporality, list(5, this::histogramPoint)));
      case 5 ->
          ImmutableMetricData.createExponentialHistogram(
              resource,
              scope,
              name,
              description,
              unit,
              ExponentialHistogramData.create(temporality, list(5, this::exponentialPoint)));
      default ->
          ImmutableMetricData.createDoubleSummary(
              resource,
              scope,
              name,
              description,
              unit,
              SummaryData.create(list(5, this::summaryPoint)));
    };
  }

  private LongPointData longPoint() {
    return ImmutableLongPointData.create(
        number(),
        number(),
        attributes(),
        number(),
        list(3, () -> LongExemplarData.create(attributes(), number(), context(), number())));
  }

  private List<DoubleExemplarData> exemplars() {
    return list(3, () -> DoubleExemplarData.create(attributes(), number(), context(), real()));
  }

  private DoublePointData doublePoint() {
    return DoublePointData.create(number(), number(), attributes(), real(), exemplars());
  }

  private HistogramPointData histogramPoint() {
    List<Double> boundaries = new ArrayList<>();
    for (int i = 0, count = random.nextInt(5); i < count; i++) {
      boundaries.add(i * 1.5 - 2);
    }
    List<Long> counts = new ArrayList<>();
    for (int i = 0; i <= boundaries.size(); i++) {
      counts.add(random.nextLong() >>> (8 + random.nextInt(56)));
    }
    return ImmutableHistogramPointData.create(
        number(),
        number(),
        attributes(),
        real(),
        random.nextBoolean(),
        real(),
        random.nextBoolean(),
        real(),
        boundaries,
        counts,
        exemplars());
  }

  private ExponentialHistogramBuckets buckets(int scale) {
    return ExponentialHistogramBuckets.create(
        scale, random.nextInt(-50, 50), list(6, () -> random.nextLong() >>> random.nextInt(8, 64)));
  }

  private ExponentialHistogramPointData exponentialPoint() {
    int scale = random.nextInt(-5, 6);
    return ExponentialHistogramPointData.create(
        scale,
        real(),
        Math.abs(number() / 2),
        random.nextBoolean(),
        real(),
        random.nextBoolean(),
        real(),
        buckets(scale),
        buckets(scale),
        number(),
        number(),
        attributes(),
        exemplars());
  }

  private SummaryPointData summaryPoint() {
    return SummaryPointData.create(
        number(),
        number(),
        attributes(),
        number(),
        real(),
        list(4, () -> ValueAtQuantile.create(random.nextDouble(), real())));
  }

  public List<SpanData> spans(int most) {
    return list(most, this::span);
  }

  List<LogRecordData> logRecords(int most) {
    return list(most, this::logRecord);
  }

  List<MetricData> metrics(int most) {
    return list(most, this::metric);
  }
}
