// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.LongUpDownCounter;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.sdk.common.InternalTelemetryVersion;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The metrics of an exporter, under the names that the SDK's own exporters use.
///
/// Instruments are created when there is a provider, because an exporter is built before the SDK.
abstract class ExporterMetrics {
  private final Supplier<? extends @Nullable MeterProvider> providers;
  private volatile boolean ready;

  private ExporterMetrics(Supplier<? extends @Nullable MeterProvider> providers) {
    this.providers = providers;
  }

  static ExporterMetrics of(Settings settings) {
    return settings.telemetryVersion() == InternalTelemetryVersion.LEGACY
        ? new Legacy(settings)
        : new Latest(settings);
  }

  private boolean isReady() {
    return ready || makeReady();
  }

  private synchronized boolean makeReady() {
    if (!ready) {
      MeterProvider provider = providers.get();
      if (provider == null) {
        return false;
      }
      create(provider);
      ready = true;
    }
    return true;
  }

  abstract void create(MeterProvider provider);

  /// {@return whether the end is to be recorded too}
  final boolean begin(int items) {
    boolean ready = isReady();
    if (ready) {
      recordBegin(items);
    }
    return ready;
  }

  abstract void recordBegin(int items);

  /// @param errorType empty for success
  abstract void recordEnd(int items, String errorType, long nanos);

  /// The older metrics: counters of items seen and exported.
  private static final class Legacy extends ExporterMetrics {
    private final Attributes all;
    private final String scope;
    private final Attributes successes;
    private final Attributes failures;
    private @Nullable LongCounter seen;
    private @Nullable LongCounter exported;

    Legacy(Settings settings) {
      super(settings.meterProvider());
      scope = "io.opentelemetry.exporters.otlp-" + settings.transportName();
      all = Attributes.of(AttributeKey.stringKey("type"), settings.signal().singular);
      AttributeKey<Boolean> success = AttributeKey.booleanKey("success");
      successes = all.toBuilder().put(success, true).build();
      failures = all.toBuilder().put(success, false).build();
    }

    @Override
    void create(MeterProvider provider) {
      Meter meter = provider.get(scope);
      seen = meter.counterBuilder("otlp.exporter.seen").build();
      exported = meter.counterBuilder("otlp.exporter.exported").build();
    }

    @Override
    void recordBegin(int items) {
      if (seen != null) {
        seen.add(items, all);
      }
    }

    @Override
    void recordEnd(int items, String errorType, long nanos) {
      if (exported != null) {
        exported.add(items, errorType.isEmpty() ? successes : failures);
      }
    }
  }

  /// The metrics of the semantic conventions for SDKs.
  private static final class Latest extends ExporterMetrics {
    private static final Map<Signal, AtomicInteger> NUMBERS =
        Map.of(
            Signal.SPANS, new AtomicInteger(),
            Signal.METRICS, new AtomicInteger(),
            Signal.LOG_RECORDS, new AtomicInteger());
    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<Long> HTTP_STATUS =
        AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> GRPC_STATUS =
        AttributeKey.stringKey("rpc.response.status_code");
    private static final String HTTP_OK = "200";
    private static final String GRPC_OK = "0";

    private final Signal signal;
    private final boolean isGrpc;
    private final String type;
    private final Attributes all;
    private @Nullable LongUpDownCounter inFlight;
    private @Nullable LongCounter exported;
    private @Nullable DoubleHistogram duration;

    Latest(Settings settings) {
      super(settings.meterProvider());
      signal = settings.signal();
      isGrpc = settings.grpcSenders() != null;
      type = "otlp_%s_%s_exporter".formatted(settings.transportName(), signal.singular);
      AttributesBuilder attributes =
          Attributes.builder()
              .put("otel.component.type", type)
              .put("otel.component.name", type + "/" + number(signal))
              .put("server.address", settings.endpoint().host());
      int port = settings.endpoint().port();
      if (port >= 0) {
        attributes.put("server.port", port);
      }
      all = attributes.build();
    }

    private static int number(Signal signal) {
      return Objects.requireNonNull(NUMBERS.get(signal)).getAndIncrement();
    }

    @Override
    void create(MeterProvider provider) {
      Meter meter = provider.get("io.opentelemetry.exporters." + type);
      String prefix = "otel.sdk.exporter." + signal.counted;
      String items = signal == Signal.METRICS ? "metric data points" : signal.items;
      inFlight =
          meter
              .upDownCounterBuilder(prefix + ".inflight")
              .setUnit(signal.unit)
              .setDescription(
                  "The number of %s which were passed to the exporter, but that have not been exported yet (neither successful, nor failed)."
                      .formatted(items))
              .build();
      exported =
          meter
              .counterBuilder(prefix + ".exported")
              .setUnit(signal.unit)
              .setDescription(
                  "The number of %s for which the export has finished, either successful or failed."
                      .formatted(items))
              .build();
      duration =
          meter
              .histogramBuilder("otel.sdk.exporter.operation.duration")
              .setUnit("s")
              .setDescription("The duration of exporting a batch of telemetry records.")
              .setExplicitBucketBoundariesAdvice(List.of())
              .build();
    }

    @Override
    void recordBegin(int items) {
      if (inFlight != null) {
        inFlight.add(items, all);
      }
    }

    @Override
    void recordEnd(int items, String errorType, long nanos) {
      Attributes ended =
          errorType.isEmpty() ? all : all.toBuilder().put(ERROR_TYPE, errorType).build();
      if (inFlight != null) {
        inFlight.add(-items, all);
      }
      if (exported != null) {
        exported.add(items, ended);
      }
      if (duration != null) {
        duration.record(nanos / (double) TimeUnit.SECONDS.toNanos(1), timed(ended, errorType));
      }
    }

    /// The error of an answer is its status, a number.
    private Attributes timed(Attributes ended, String errorType) {
      String status = !errorType.isEmpty() ? errorType : isGrpc ? GRPC_OK : HTTP_OK;
      if (!status.matches("\\d{1,3}")) {
        return ended;
      }
      int code = Integer.parseInt(status);
      return isGrpc
          ? ended.toBuilder().put(GRPC_STATUS, GrpcStatusCode.fromValue(code).name()).build()
          : ended.toBuilder().put(HTTP_STATUS, code).build();
    }
  }
}
