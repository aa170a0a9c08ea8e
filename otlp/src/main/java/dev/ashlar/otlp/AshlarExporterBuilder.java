// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.send.Endpoint;
import dev.ashlar.otlp.internal.send.Settings;
import dev.ashlar.otlp.internal.send.Signal;
import dev.ashlar.otlp.internal.send.Tls;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.sdk.common.InternalTelemetryVersion;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.ProxyOptions;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Builds an exporter. By default the receiver is on this machine, a request takes ten seconds at
/// most, in up to five attempts, and nothing is compressed.
public final class AshlarExporterBuilder<E> implements Cloneable {
  private static final long DEFAULT_PENDING_BYTES = 64L << 20;
  private static final int DEFAULT_REQUEST_BYTES = 4 << 20;
  private static final int DEFAULT_REQUESTS = 4;
  private static final String DEFAULT_HTTP = "http://localhost:4318/";
  private static final String DEFAULT_GRPC = "http://localhost:4317";

  private final Signal signal;
  private final BiFunction<Settings, AshlarExporterBuilder<E>, E> maker;
  private @Nullable Endpoint endpoint;
  private Duration timeout = Settings.DEFAULT_TIMEOUT;
  private Duration connectTimeout = Settings.DEFAULT_TIMEOUT;
  private boolean gzip;
  private Map<String, String> headers = Map.of();
  private Supplier<Map<String, String>> headerSupplier = Map::of;
  private byte @Nullable [] trusted;
  private byte @Nullable [] clientKey;
  private byte @Nullable [] clientChain;
  private @Nullable Tls tls;
  private @Nullable ProxyOptions proxy;
  private @Nullable RetryPolicy retryPolicy = RetryPolicy.getDefault();
  private long maxPendingBytes = DEFAULT_PENDING_BYTES;
  private int maxRequestBytes = DEFAULT_REQUEST_BYTES;
  private int maxConcurrentRequests = DEFAULT_REQUESTS;
  private Supplier<? extends @Nullable MeterProvider> meterProvider =
      AshlarExporterBuilder::globalMeterProvider;
  private InternalTelemetryVersion telemetryVersion = InternalTelemetryVersion.LEGACY;
  private @Nullable HttpSenderProvider httpSenders;
  private @Nullable GrpcSenderProvider grpcSenders;

  AshlarExporterBuilder(Signal signal, BiFunction<Settings, AshlarExporterBuilder<E>, E> maker) {
    this.signal = signal;
    this.maker = maker;
  }

  /// Null until it is set: asked earlier, the API would return a provider without effect for good.
  private static @Nullable MeterProvider globalMeterProvider() {
    return GlobalOpenTelemetry.isSet() ? GlobalOpenTelemetry.get().getMeterProvider() : null;
  }

  /// Sets the URL of the receiver with its path, as in `https://collector.example:4318/v1/traces`.
  ///
  /// @throws IllegalArgumentException if it is not a URL of HTTP or HTTPS
  public AshlarExporterBuilder<E> setEndpoint(String endpoint) {
    this.endpoint = Endpoint.of(endpoint);
    return this;
  }

  /// Sets the time limit of a request: all attempts to send it, with the waits between them. A
  /// request that was not answered in time is not sent again, since the receiver may have it. Zero
  /// means no limit.
  ///
  /// @throws IllegalArgumentException if `timeout` is negative
  public AshlarExporterBuilder<E> setTimeout(Duration timeout) {
    this.timeout = limit("timeout", timeout);
    return this;
  }

  /// Sets the time limit for connecting. Zero means no limit.
  ///
  /// @throws IllegalArgumentException if `timeout` is negative
  public AshlarExporterBuilder<E> setConnectTimeout(Duration timeout) {
    this.connectTimeout = limit("connect timeout", timeout);
    return this;
  }

  private static Duration limit(String what, Duration duration) {
    if (duration.isNegative()) {
      throw new IllegalArgumentException(
          "%s %s is negative: give zero for no limit".formatted(what, duration));
    }
    return duration.isZero() || duration.compareTo(Settings.NO_LIMIT) > 0
        ? Settings.NO_LIMIT
        : duration;
  }

  /// Sets the compression of requests: `gzip` or `none`.
  ///
  /// @throws IllegalArgumentException if `compression` is another text
  public AshlarExporterBuilder<E> setCompression(String compression) {
    this.gzip =
        switch (compression) {
          case "gzip" -> true;
          case "none" -> false;
          default ->
              throw new IllegalArgumentException(
                  "compression '" + compression + "' is neither gzip nor none");
        };
    return this;
  }

  /// Adds a header to all requests.
  ///
  /// @param value the value, of printable ASCII
  /// @throws IllegalArgumentException if the value has other characters, the HTTP client does not
  ///   allow the header, or its name begins with `content-`
  public AshlarExporterBuilder<E> addHeader(String name, String value) {
    HttpRequest.newBuilder().header(name, ""); // Refuses now what it would refuse later.
    Settings.requireAscii(name, value);
    if (name.toLowerCase(Locale.ROOT).startsWith("content-")) {
      throw new IllegalArgumentException("The header " + name + " is set by the exporter itself");
    }
    Map<String, String> all = new LinkedHashMap<>(headers);
    all.put(name, value);
    headers = all;
    return this;
  }

  /// Sets a supplier of additional headers, such as a token that changes. It is called before each
  /// request.
  public AshlarExporterBuilder<E> setHeaders(Supplier<Map<String, String>> headers) {
    this.headerSupplier = Objects.requireNonNull(headers);
    return this;
  }

  /// Sets the trusted certificates, in PEM. They replace those of the JDK.
  public AshlarExporterBuilder<E> setTrustedCertificates(byte[] pem) {
    this.trusted = pem.clone();
    return this;
  }

  /// Sets the client certificate, for receivers that ask for one.
  ///
  /// @param key a private key, PKCS #8 in PEM
  /// @param chain the certificate chain of the key, in PEM: its own certificate first, then those
  ///   of its issuers
  public AshlarExporterBuilder<E> setClientTls(byte[] key, byte[] chain) {
    this.clientKey = key.clone();
    this.clientChain = chain.clone();
    return this;
  }

  /// Sets the TLS context. The exporter then ignores [#setTrustedCertificates] and [#setClientTls],
  /// in any order of the calls.
  public AshlarExporterBuilder<E> setSslContext(SSLContext context, X509TrustManager trustManager) {
    this.tls = new Tls(Objects.requireNonNull(context), Objects.requireNonNull(trustManager));
    return this;
  }

  /// Sets the proxy, instead of the JVM's proxy.
  public AshlarExporterBuilder<E> setProxy(ProxyOptions proxy) {
    this.proxy = Objects.requireNonNull(proxy);
    return this;
  }

  /// Sets how often and how soon a failed request is sent again. Null means never.
  public AshlarExporterBuilder<E> setRetryPolicy(@Nullable RetryPolicy policy) {
    this.retryPolicy = policy;
    return this;
  }

  /// Sets the maximum total size, in bytes, of the requests that are being sent or waiting. An
  /// export beyond the limit is dropped, unless nothing else is pending.
  ///
  /// @throws IllegalArgumentException if `bytes` is not positive
  public AshlarExporterBuilder<E> setMaxPendingBytes(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException(bytes + " bytes are not positive");
    }
    this.maxPendingBytes = bytes;
    return this;
  }

  /// Sets the maximum size of a request in bytes, before it is compressed: 4 MiB by default, which
  /// is what a receiver of gRPC takes. A larger export is sent as several requests. Only a single
  /// span, log record or data point that is larger is sent all the same, as a request of its own.
  /// Zero means no limit.
  ///
  /// @throws IllegalArgumentException if `bytes` is negative
  public AshlarExporterBuilder<E> setMaxRequestBytes(int bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException(
          "The limit of %d bytes for a request is negative: give zero for no limit"
              .formatted(bytes));
    }
    this.maxRequestBytes = bytes == 0 ? Integer.MAX_VALUE : bytes;
    return this;
  }

  /// Sets the maximum number of requests that are sent at the same time.
  ///
  /// @throws IllegalArgumentException if `requests` is not positive
  public AshlarExporterBuilder<E> setMaxConcurrentRequests(int requests) {
    if (requests <= 0) {
      throw new IllegalArgumentException(requests + " requests are not positive");
    }
    this.maxConcurrentRequests = requests;
    return this;
  }

  /// Sets the provider of the exporter's own metrics. The default is the global provider, as soon
  /// as it is set.
  public AshlarExporterBuilder<E> setMeterProvider(MeterProvider provider) {
    Objects.requireNonNull(provider);
    return setMeterProvider(() -> provider);
  }

  /// Sets a supplier of the provider of the exporter's own metrics. Each export calls the supplier
  /// until it returns a provider.
  public AshlarExporterBuilder<E> setMeterProvider(
      Supplier<? extends @Nullable MeterProvider> provider) {
    this.meterProvider = Objects.requireNonNull(provider);
    return this;
  }

  /// Sets the names of the exporter's own metrics.
  public AshlarExporterBuilder<E> setInternalTelemetryVersion(InternalTelemetryVersion version) {
    this.telemetryVersion = Objects.requireNonNull(version);
    return this;
  }

  /// Sets a sender that replaces the JDK's client, and any sender set before.
  public AshlarExporterBuilder<E> setHttpSender(HttpSenderProvider provider) {
    this.httpSenders = Objects.requireNonNull(provider);
    this.grpcSenders = null;
    return this;
  }

  /// Sets a sender that sends the requests by gRPC. It replaces any sender set before.
  public AshlarExporterBuilder<E> setGrpcSender(GrpcSenderProvider provider) {
    this.grpcSenders = Objects.requireNonNull(provider);
    this.httpSenders = null;
    return this;
  }

  /// Builds the exporter.
  ///
  /// @throws IllegalArgumentException if certificates or keys cannot be used, or the JDK's client
  ///   does not support the host of an `https` endpoint
  public E build() {
    Settings settings =
        new Settings(
            signal,
            endpoint == null ? Endpoint.of(defaultEndpoint()) : endpoint,
            timeout,
            connectTimeout,
            gzip,
            headers,
            headerSupplier,
            tls(),
            proxy,
            retryPolicy,
            maxPendingBytes,
            maxRequestBytes,
            maxConcurrentRequests,
            meterProvider,
            telemetryVersion,
            httpSenders,
            grpcSenders);
    return maker.apply(settings, copy());
  }

  /// {@return a builder with the same settings}
  @SuppressWarnings("unchecked")
  AshlarExporterBuilder<E> copy() {
    try {
      return (AshlarExporterBuilder<E>) super.clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  private String defaultEndpoint() {
    return grpcSenders == null ? DEFAULT_HTTP + signal.path() : DEFAULT_GRPC;
  }

  private @Nullable Tls tls() {
    return tls == null && (trusted != null || clientKey != null)
        ? Tls.of(trusted, clientKey, clientChain)
        : tls;
  }
}
