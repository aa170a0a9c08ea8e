// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.sdk.common.InternalTelemetryVersion;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.ProxyOptions;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The settings of an exporter.
///
/// @param timeout the time limit of all attempts
/// @param retryPolicy null if nothing is sent again
/// @param maxRequestBytes most bytes of a request before it is compressed, unless it is one item
/// @param meterProvider returns null as long as there is no provider
public record Settings(
    Signal signal,
    Endpoint endpoint,
    Duration timeout,
    Duration connectTimeout,
    boolean compressed,
    Map<String, String> headers,
    Supplier<Map<String, String>> headerSupplier,
    @Nullable Tls tls,
    @Nullable ProxyOptions proxy,
    @Nullable RetryPolicy retryPolicy,
    long maxPendingBytes,
    int maxRequestBytes,
    int maxConcurrentRequests,
    Supplier<? extends @Nullable MeterProvider> meterProvider,
    InternalTelemetryVersion telemetryVersion,
    @Nullable HttpSenderProvider httpSenders,
    @Nullable GrpcSenderProvider grpcSenders) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /// Stands for no time limit: a hundred years, which do not overflow a clock that counts
  /// nanoseconds.
  public static final Duration NO_LIMIT = Duration.ofDays(36_500);

  /// {@return how long a shutdown waits for pending requests}
  Duration patience() {
    return timeout.equals(NO_LIMIT) ? DEFAULT_TIMEOUT : timeout;
  }

  /// {@return the transport: a sender if one is set, else the JDK's client}
  Transport transport() {
    if (httpSenders != null) {
      return SenderTransport.ofHttp(httpSenders, this);
    }
    return grpcSenders != null
        ? SenderTransport.ofGrpc(grpcSenders, this)
        : new HttpTransport(this);
  }

  /// {@return the transport's name in metrics}
  String transportName() {
    return grpcSenders == null ? "http" : "grpc";
  }

  /// {@return whether the exporter compresses requests; a sender does it by itself}
  boolean gzip() {
    return compressed && httpSenders == null && grpcSenders == null;
  }

  /// {@return the headers that nobody has set}
  static Map<String, String> ownHeaders() {
    return Map.of("User-Agent", Version.USER_AGENT);
  }

  /// {@return the headers of the next request}
  Map<String, String> allHeaders() {
    Map<String, String> all = new LinkedHashMap<>(ownHeaders());
    all.putAll(headers);
    Map<String, String> supplied = headerSupplier.get();
    supplied.forEach(Settings::requireAscii);
    all.putAll(supplied);
    return all;
  }

  /// Refuses a header value that the JDK's client would alter or quote in an exception, because the
  /// value may be a secret.
  ///
  /// @throws IllegalArgumentException if it is not ASCII; the message does not contain the value
  public static void requireAscii(String header, String value) {
    if (!value.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t')) {
      throw new IllegalArgumentException(
          "The value of the header %s has a character that is not printable ASCII: encode it as the receiver expects"
              .formatted(header));
    }
  }

  /// Returns the settings without the values of headers, which may be secrets.
  @Override
  public String toString() {
    return "%s to %s%s, timeout %s, %s, headers %s"
        .formatted(
            signal.items,
            endpoint,
            grpcSenders == null ? "" : " by gRPC",
            timeout.equals(NO_LIMIT) ? "none" : timeout,
            compressed ? "gzip" : "not compressed",
            headers.keySet());
  }

  /// The version in the user agent.
  private static final class Version {
    static final String USER_AGENT = "Ashlar-OTLP-Exporter-Java/" + version();

    private static String version() {
      String version = Settings.class.getPackage().getImplementationVersion();
      return version == null ? "0" : version;
    }
  }
}
