// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import io.opentelemetry.sdk.common.export.Compressor;
import io.opentelemetry.sdk.common.export.GrpcResponse;
import io.opentelemetry.sdk.common.export.GrpcSender;
import io.opentelemetry.sdk.common.export.GrpcSenderConfig;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.HttpSenderConfig;
import io.opentelemetry.sdk.common.export.HttpSenderProvider;
import io.opentelemetry.sdk.common.export.MessageWriter;
import io.opentelemetry.sdk.common.export.ProxyOptions;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Sends requests with a sender of the SDK's interface, by HTTP or by gRPC. It retries by itself.
final class SenderTransport implements Transport {
  /// The method `send` of a sender of either kind.
  private interface Sending {
    void send(MessageWriter message, Consumer<Outcome> onOutcome, Consumer<Throwable> onError);
  }

  private final Sending sending;
  private final Runnable shutdown;

  private SenderTransport(Sending sending, Runnable shutdown) {
    this.sending = sending;
    this.shutdown = shutdown;
  }

  static SenderTransport ofHttp(HttpSenderProvider provider, Settings settings) {
    HttpSender sender = provider.createSender(new Config(settings));
    return new SenderTransport(
        (message, onOutcome, onError) ->
            sender.send(message, answer -> onOutcome.accept(outcome(answer)), onError),
        sender::shutdown);
  }

  static SenderTransport ofGrpc(GrpcSenderProvider provider, Settings settings) {
    GrpcSender sender = provider.createSender(new Config(settings));
    return new SenderTransport(
        (message, onOutcome, onError) ->
            sender.send(message, answer -> onOutcome.accept(outcome(answer)), onError),
        sender::shutdown);
  }

  private static Outcome outcome(HttpResponse answer) {
    return Outcome.of(answer.getStatusCode(), answer.getResponseBody());
  }

  private static Outcome outcome(GrpcResponse answer) {
    return answer.getStatusCode() == GrpcStatusCode.OK
        ? Outcome.accepted(answer.getResponseMessage())
        : Outcome.failed(
            "The receiver answered with status %s: %s"
                .formatted(answer.getStatusCode(), answer.getStatusDescription()),
            Integer.toString(answer.getStatusCode().getValue()));
  }

  @Override
  public void send(Message message, Consumer<Outcome> done) {
    MessageWriter writer =
        new MessageWriter() {
          @Override
          public void writeMessage(OutputStream out) throws IOException {
            message.writeTo(out);
          }

          @Override
          public int getContentLength() {
            return message.byteSize();
          }
        };
    Suppression.run(() ->
        sending.send(
            writer,
            done,
            failure -> done.accept(Outcome.failed("The receiver did not answer", failure))));
  }

  @Override
  public void close() {
    shutdown.run();
  }

  /// The settings, as senders ask for them.
  private record Config(Settings settings) implements HttpSenderConfig, GrpcSenderConfig {
    @Override
    public URI getEndpoint() {
      return settings.endpoint().uri();
    }

    @Override
    public String getContentType() {
      return "application/x-protobuf";
    }

    @Override
    public String getFullMethodName() {
      return settings.signal().grpcMethod;
    }

    @Override
    public @Nullable Compressor getCompressor() {
      return settings.compressed() ? GzipCompressor.INSTANCE : null;
    }

    @Override
    public Duration getTimeout() {
      return settings.timeout();
    }

    @Override
    public Duration getConnectTimeout() {
      return settings.connectTimeout();
    }

    @Override
    public Supplier<Map<String, List<String>>> getHeadersSupplier() {
      return () -> {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        settings.allHeaders().forEach((name, value) -> headers.put(name, List.of(value)));
        return headers;
      };
    }

    @Override
    public @Nullable ProxyOptions getProxyOptions() {
      return settings.proxy();
    }

    @Override
    public @Nullable RetryPolicy getRetryPolicy() {
      return settings.retryPolicy();
    }

    @Override
    public @Nullable SSLContext getSslContext() {
      return settings.tls() == null ? null : settings.tls().context();
    }

    @Override
    public @Nullable X509TrustManager getTrustManager() {
      return settings.tls() == null ? null : settings.tls().trustManager();
    }

    @Override
    public @Nullable ExecutorService getExecutorService() {
      return null;
    }

    @Override
    public long getMaxResponseBodySize() {
      return Response.MAX_BODY;
    }

    @Override
    public List<String> getEnabledProtocols() {
      return List.of();
    }
  }

  /// The compressor of a sender, which compresses the requests itself.
  private enum GzipCompressor implements Compressor {
    INSTANCE;

    @Override
    public String getEncoding() {
      return "gzip";
    }

    @Override
    public OutputStream compress(OutputStream out) throws IOException {
      return new GZIPOutputStream(out);
    }
  }
}
