// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

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
import java.util.function.Function;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Builds an exporter. The defaults are those of the protocol: a receiver on this machine, ten
/// seconds for an attempt, five attempts, no compression.
public final class OtlpExporterBuilder<E> {
  private static final long DEFAULT_PENDING_BYTES = 64L << 20;
  private static final int DEFAULT_REQUESTS = 4;
  private static final String DEFAULT_HTTP = "http://localhost:4318/";
  private static final String DEFAULT_GRPC = "http://localhost:4317";

  private final Signal signal;
  private final Function<Settings, E> maker;
  private @Nullable Endpoint endpoint;
  private Duration timeout = Settings.DEFAULT_TIMEOUT;
  private Duration connectTimeout = Settings.DEFAULT_TIMEOUT;
  private boolean gzip;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private Supplier<Map<String, String>> headerSupplier = Map::of;
  private byte @Nullable [] trusted;
  private byte @Nullable [] clientKey;
  private byte @Nullable [] clientChain;
  private @Nullable Tls tls;
  private @Nullable ProxyOptions proxy;
  private @Nullable RetryPolicy retryPolicy = RetryPolicy.getDefault();
  private long maxPendingBytes = DEFAULT_PENDING_BYTES;
  private int maxConcurrentRequests = DEFAULT_REQUESTS;
  private Supplier<? extends @Nullable MeterProvider> meterProvider =
      OtlpExporterBuilder::globalMeterProvider;
  private InternalTelemetryVersion telemetryVersion = InternalTelemetryVersion.LEGACY;
  private @Nullable HttpSenderProvider httpSenders;
  private @Nullable GrpcSenderProvider grpcSenders;

  OtlpExporterBuilder(Signal signal, Function<Settings, E> maker) {
    this.signal = signal;
    this.maker = maker;
  }

  /// Null until there is one: what is asked for too early would stay without effect.
  private static @Nullable MeterProvider globalMeterProvider() {
    return GlobalOpenTelemetry.isSet() ? GlobalOpenTelemetry.get().getMeterProvider() : null;
  }

  /// Sets where requests are sent, path included, as in `https://collector.example:4318/v1/traces`.
  ///
  /// @throws IllegalArgumentException if it is no URL of HTTP or HTTPS
  public OtlpExporterBuilder<E> setEndpoint(String endpoint) {
    this.endpoint = Endpoint.of(endpoint);
    return this;
  }

  /// Sets how long one attempt may take, from connecting to the end of the answer; zero for no
  /// limit.
  public OtlpExporterBuilder<E> setTimeout(Duration timeout) {
    this.timeout = limit("timeout", timeout);
    return this;
  }

  /// Sets how long connecting may take; zero for no limit.
  public OtlpExporterBuilder<E> setConnectTimeout(Duration timeout) {
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

  /// Sets how requests are compressed: `gzip` or `none`.
  public OtlpExporterBuilder<E> setCompression(String compression) {
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
  /// @param value of printable ASCII
  /// @throws IllegalArgumentException if the HTTP client does not allow it
  public OtlpExporterBuilder<E> addHeader(String name, String value) {
    HttpRequest.newBuilder().header(name, ""); // Refuses now what it would refuse later.
    Settings.requireAscii(name, value);
    if (name.toLowerCase(Locale.ROOT).startsWith("content-")) {
      throw new IllegalArgumentException("The header " + name + " is set by the exporter itself");
    }
    headers.put(name, value);
    return this;
  }

  /// Sets what is asked for headers before each request, such as a token that changes.
  public OtlpExporterBuilder<E> setHeaders(Supplier<Map<String, String>> headers) {
    this.headerSupplier = Objects.requireNonNull(headers);
    return this;
  }

  /// Sets the certificates to trust, in PEM, in place of those of the JDK.
  public OtlpExporterBuilder<E> setTrustedCertificates(byte[] pem) {
    this.trusted = pem.clone();
    return this;
  }

  /// Sets who the exporter is, to a receiver that asks.
  ///
  /// @param key a private key, PKCS #8 in PEM
  /// @param chain its certificate and those that lead to a trusted one, in PEM
  public OtlpExporterBuilder<E> setClientTls(byte[] key, byte[] chain) {
    this.clientKey = key.clone();
    this.clientChain = chain.clone();
    return this;
  }

  /// Sets all about TLS, in place of certificates.
  public OtlpExporterBuilder<E> setSslContext(SSLContext context, X509TrustManager trustManager) {
    this.tls = new Tls(Objects.requireNonNull(context), Objects.requireNonNull(trustManager));
    return this;
  }

  /// Sets the proxy, in place of the JVM's.
  public OtlpExporterBuilder<E> setProxy(ProxyOptions proxy) {
    this.proxy = Objects.requireNonNull(proxy);
    return this;
  }

  /// Sets how often and how soon a request is sent again; null if never.
  public OtlpExporterBuilder<E> setRetryPolicy(@Nullable RetryPolicy policy) {
    this.retryPolicy = policy;
    return this;
  }

  /// Sets how many bytes may be on their way to the receiver, or wait for it. What exceeds that is
  /// not exported, unless it is one request that is alone.
  public OtlpExporterBuilder<E> setMaxPendingBytes(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException(bytes + " bytes are not positive");
    }
    this.maxPendingBytes = bytes;
    return this;
  }

  /// Sets how many requests may be on their way at once.
  public OtlpExporterBuilder<E> setMaxConcurrentRequests(int requests) {
    if (requests <= 0) {
      throw new IllegalArgumentException(requests + " requests are not positive");
    }
    this.maxConcurrentRequests = requests;
    return this;
  }

  /// Sets where the exporter's own metrics go; the global one, once it is set, if nothing else is.
  public OtlpExporterBuilder<E> setMeterProvider(MeterProvider provider) {
    Objects.requireNonNull(provider);
    return setMeterProvider(() -> provider);
  }

  /// Sets where the exporter's own metrics go. Asked for at the first export that gets one.
  public OtlpExporterBuilder<E> setMeterProvider(
      Supplier<? extends @Nullable MeterProvider> provider) {
    this.meterProvider = Objects.requireNonNull(provider);
    return this;
  }

  /// Sets which names the exporter's own metrics have.
  public OtlpExporterBuilder<E> setInternalTelemetryVersion(InternalTelemetryVersion version) {
    this.telemetryVersion = Objects.requireNonNull(version);
    return this;
  }

  /// Has a sender carry the requests in place of the JDK's client.
  public OtlpExporterBuilder<E> setHttpSender(HttpSenderProvider provider) {
    this.httpSenders = Objects.requireNonNull(provider);
    this.grpcSenders = null;
    return this;
  }

  /// Has a sender carry the requests by gRPC.
  public OtlpExporterBuilder<E> setGrpcSender(GrpcSenderProvider provider) {
    this.grpcSenders = Objects.requireNonNull(provider);
    this.httpSenders = null;
    return this;
  }

  /// Builds the exporter.
  ///
  /// @throws IllegalArgumentException if certificates or keys cannot be used, or the JDK's client
  ///   does not support the host of an `https` endpoint
  public E build() {
    return maker.apply(
        new Settings(
            signal,
            endpoint == null ? Endpoint.of(defaultEndpoint()) : endpoint,
            timeout,
            connectTimeout,
            gzip,
            Map.copyOf(headers),
            headerSupplier,
            tls(),
            proxy,
            retryPolicy,
            maxPendingBytes,
            maxConcurrentRequests,
            meterProvider,
            telemetryVersion,
            httpSenders,
            grpcSenders));
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
