// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.send.Endpoint;
import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.common.InternalTelemetryVersion;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.MemoryMode;
import io.opentelemetry.sdk.metrics.Aggregation;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.export.AggregationTemporalitySelector;
import io.opentelemetry.sdk.metrics.export.DefaultAggregationSelector;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Reads the settings of the OpenTelemetry specification from autoconfigure's properties: the
/// variable `OTEL_EXPORTER_OTLP_TIMEOUT` is the property `otel.exporter.otlp.timeout`. A property
/// that names the signal, such as `otel.exporter.otlp.traces.timeout`, overrides the general one.
///
/// Two properties are our own. `otel.exporter.ashlar.sender` is `jdk`, the default, or `provider`
/// for the sender that the class path provides. `otel.exporter.ashlar.max.request.bytes` is the
/// limit of a request.
final class Configuration {
  private static final String PREFIX = "otel.exporter.otlp.";
  private static final String SENDER = "otel.exporter.ashlar.sender";
  private static final String MAX_REQUEST_BYTES = "otel.exporter.ashlar.max.request.bytes";
  private static final String NO_RETRIES = "otel.java.exporter.otlp.retry.disabled";
  private static final String MEMORY_MODE = "otel.java.exporter.memory_mode";
  private static final String TEMPORALITY = PREFIX + "metrics.temporality.preference";
  private static final String HISTOGRAMS = PREFIX + "metrics.default.histogram.aggregation";
  private static final String TELEMETRY_VERSION = "otel.experimental.sdk.telemetry.version";

  private final ConfigProperties config;
  private final Signal signal;

  private Configuration(ConfigProperties config, Signal signal) {
    this.config = config;
    this.signal = signal;
  }

  /// {@return the exporter that the configuration asks for}
  ///
  /// @throws ConfigurationException if it asks for what cannot be, naming the variable
  static <E> E build(ConfigProperties config, Signal signal, AshlarExporterBuilder<E> builder) {
    try {
      new Configuration(config, signal).apply(builder);
      return builder.build();
    } catch (IllegalArgumentException wrong) {
      throw new ConfigurationException(
          "The exporter 'ashlar' of %s cannot be built: %s"
              .formatted(signal.items, wrong.getMessage()),
          wrong);
    }
  }

  private void apply(AshlarExporterBuilder<?> builder) {
    boolean grpc = isGrpc();
    if (grpc) {
      builder.setGrpcSender(provider(GrpcSenderProvider.class));
    } else if (isSenderAskedFor()) {
      builder.setHttpSender(provider(HttpSenderProvider.class));
    }
    String endpoint = endpoint(grpc);
    if (endpoint != null) {
      requireAllowed(Endpoint.of(endpoint), grpc);
      builder.setEndpoint(endpoint);
    }
    Duration timeout = find(config::getDuration, "timeout");
    if (timeout != null) {
      builder.setTimeout(timeout);
    }
    Integer maxRequestBytes = config.getInt(MAX_REQUEST_BYTES);
    if (maxRequestBytes != null) {
      builder.setMaxRequestBytes(maxRequestBytes);
    }
    String compression = find(config::getString, "compression");
    if (compression != null) {
      builder.setCompression(compression);
    }
    headers().forEach((name, value) -> builder.addHeader(name, decoded(name, value)));
    applyTls(builder);
    if (config.getBoolean(NO_RETRIES, false)) {
      builder.setRetryPolicy(null);
    }
    String version = config.getString(TELEMETRY_VERSION);
    if (version != null && version.equalsIgnoreCase("latest")) {
      builder.setInternalTelemetryVersion(InternalTelemetryVersion.LATEST);
    }
  }

  private <V> @Nullable V find(Function<String, @Nullable V> getter, String name) {
    V own = getter.apply(PREFIX + signal.plural + "." + name);
    return own != null ? own : getter.apply(PREFIX + name);
  }

  private boolean isGrpc() {
    return switch (protocol()) {
      case "http/protobuf" -> false;
      case "grpc" -> true;
      default ->
          throw new IllegalArgumentException(
              PREFIX + "protocol is '" + protocol() + "': set it to http/protobuf, or to grpc");
    };
  }

  /// {@return the protocol} Without a variable it is that of OpenTelemetry's own exporters, so that
  /// a service that changes the exporter reaches the same receiver.
  private String protocol() {
    String protocol = find(config::getString, "protocol");
    return protocol == null ? "grpc" : protocol;
  }

  private boolean isSenderAskedFor() {
    String sender = config.getString(SENDER, "jdk");
    return switch (sender) {
      case "jdk" -> false;
      case "provider" -> true;
      default ->
          throw new IllegalArgumentException(
              SENDER + " is '" + sender + "': set it to jdk, or to provider");
    };
  }

  /// If there are several, a property selects one, as for OpenTelemetry's own exporters. Its name
  /// is that of the interface, and its value that of a class.
  private <P> P provider(Class<P> type) {
    String chosen = config.getString(type.getName(), System.getProperty(type.getName(), ""));
    for (P provider : config.getComponentLoader().load(type)) {
      if (chosen.isEmpty() || provider.getClass().getName().equals(chosen)) {
        return provider;
      }
    }
    throw new IllegalArgumentException(
        type == GrpcSenderProvider.class
            ? "%sprotocol is grpc, which is its default, and the class path has no %s: set it to http/protobuf, or add a sender such as opentelemetry-exporter-sender-okhttp"
                .formatted(PREFIX, wanted(type, chosen))
            : "%s is provider, and the class path has no %s: add a sender such as opentelemetry-exporter-sender-okhttp, or set it to jdk"
                .formatted(SENDER, wanted(type, chosen)));
  }

  private static String wanted(Class<?> type, String chosen) {
    return chosen.isEmpty() ? type.getSimpleName() : type.getSimpleName() + " of class " + chosen;
  }

  private @Nullable String endpoint(boolean grpc) {
    String own = config.getString(PREFIX + signal.plural + ".endpoint");
    if (own != null) {
      return own;
    }
    String base = config.getString(PREFIX + "endpoint");
    return base == null || grpc ? base : Endpoint.below(base, signal.path());
  }

  /// As OpenTelemetry's own exporters do; their builders, and ours, take a query.
  private static void requireAllowed(Endpoint endpoint, boolean grpc) {
    URI uri = endpoint.uri();
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "The endpoint '%s' has a query or a fragment: leave it out".formatted(endpoint));
    }
    if (grpc && !uri.getRawPath().isEmpty() && !uri.getRawPath().equals("/")) {
      throw new IllegalArgumentException(
          "The endpoint '%s' has a path, and %sprotocol is grpc: leave it out, or set the protocol to http/protobuf"
              .formatted(endpoint, PREFIX));
    }
  }

  private Map<String, String> headers() {
    try {
      Map<String, String> own = config.getMap(PREFIX + signal.plural + ".headers");
      return own.isEmpty() ? config.getMap(PREFIX + "headers") : own;
    } catch (ConfigurationException malformed) {
      // Not as the cause: its message has the values, which may be secrets.
      throw new IllegalArgumentException(
          PREFIX + "headers has an entry without '=': write name=value, separated by commas");
    }
  }

  /// Values are encoded as in the W3C's baggage: a plus sign is none but itself.
  private static String decoded(String name, String value) {
    try {
      return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      // Not as the cause: its message has a part of the value.
      throw new IllegalArgumentException(
          "the value of the header " + name + " has a percent sign that encodes nothing");
    }
  }

  private void applyTls(AshlarExporterBuilder<?> builder) {
    byte[] trusted = file("certificate");
    byte[] key = file("client.key");
    byte[] chain = file("client.certificate");
    if (trusted != null) {
      builder.setTrustedCertificates(trusted);
    }
    if ((key == null) != (chain == null)) {
      throw new IllegalArgumentException(
          "%sclient.key needs %sclient.certificate and the reverse: set both or none"
              .formatted(PREFIX, PREFIX));
    }
    if (key != null && chain != null) {
      builder.setClientTls(key, chain);
    }
  }

  private byte @Nullable [] file(String name) {
    String path = find(config::getString, name);
    if (path == null) {
      return null;
    }
    try {
      return Files.readAllBytes(Path.of(path));
    } catch (IOException unreadable) {
      throw new IllegalArgumentException(
          "%s%s names the file %s, which cannot be read: %s"
              .formatted(PREFIX, name, path, unreadable),
          unreadable);
    }
  }

  /// {@return a builder of an exporter with the temporality, the histograms and the memory mode
  /// that the configuration asks for}
  static AshlarExporterBuilder<AshlarMetricExporter> metrics(ConfigProperties config) {
    return AshlarMetricExporter.builder(
        temporality(config.getString(TEMPORALITY, "cumulative")),
        aggregation(config.getString(HISTOGRAMS, "explicit_bucket_histogram")),
        memoryMode(config.getString(MEMORY_MODE, "reusable_data")));
  }

  private static AggregationTemporalitySelector temporality(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "cumulative" -> AggregationTemporalitySelector.alwaysCumulative();
      case "delta" -> AggregationTemporalitySelector.deltaPreferred();
      case "lowmemory" -> AggregationTemporalitySelector.lowMemory();
      default -> throw unknown(TEMPORALITY, name, "cumulative, delta or lowmemory");
    };
  }

  private static DefaultAggregationSelector aggregation(String name) {
    DefaultAggregationSelector normal = DefaultAggregationSelector.getDefault();
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "explicit_bucket_histogram" -> normal;
      case "base2_exponential_bucket_histogram" ->
          normal.with(InstrumentType.HISTOGRAM, Aggregation.base2ExponentialBucketHistogram());
      default ->
          throw unknown(
              HISTOGRAMS, name, "explicit_bucket_histogram or base2_exponential_bucket_histogram");
    };
  }

  private static MemoryMode memoryMode(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "reusable_data" -> MemoryMode.REUSABLE_DATA;
      case "immutable_data" -> MemoryMode.IMMUTABLE_DATA;
      default -> throw unknown(MEMORY_MODE, name, "reusable_data or immutable_data");
    };
  }

  private static ConfigurationException unknown(String variable, String value, String known) {
    return new ConfigurationException("%s is '%s': set it to %s".formatted(variable, value, known));
  }
}
