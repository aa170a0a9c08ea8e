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
/// @param timeout of one attempt
/// @param retryPolicy null if nothing is sent again
/// @param meterProvider gives null as long as there is none
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
    int maxConcurrentRequests,
    Supplier<? extends @Nullable MeterProvider> meterProvider,
    InternalTelemetryVersion telemetryVersion,
    @Nullable HttpSenderProvider httpSenders,
    @Nullable GrpcSenderProvider grpcSenders) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /// The timeout that is none: a hundred years, which no clock that counts nanoseconds overflows
  /// at.
  public static final Duration NO_LIMIT = Duration.ofDays(36_500);

  /// {@return how long a shutdown waits for what is pending}
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

  /// {@return whether the exporter compresses; a sender does it by itself}
  boolean gzip() {
    return compressed && httpSenders == null && grpcSenders == null;
  }

  /// {@return the headers of the next request}
  Map<String, String> allHeaders() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("User-Agent", Version.USER_AGENT);
    all.putAll(headers);
    Map<String, String> supplied = headerSupplier.get();
    supplied.forEach(Settings::requireAscii);
    all.putAll(supplied);
    return all;
  }

  /// Refuses a value that the JDK's client would alter, or name in an exception: it may be a
  /// secret.
  ///
  /// @throws IllegalArgumentException without the value
  public static void requireAscii(String header, String value) {
    if (!value.chars().allMatch(c -> (c >= ' ' && c <= '~') || c == '\t')) {
      throw new IllegalArgumentException(
          "The value of the header %s has a character that is not printable ASCII: encode it as the receiver expects"
              .formatted(header));
    }
  }

  /// Without the values of headers, which may be secrets.
  @Override
  public String toString() {
    return "%s to %s, timeout %s, %s, headers %s"
        .formatted(
            signal.items,
            endpoint,
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
