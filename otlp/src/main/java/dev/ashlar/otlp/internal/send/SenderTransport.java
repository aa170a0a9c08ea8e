// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.Compressor;
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
  private static final int OK = 200;
  private static final int MULTIPLE_CHOICES = 300;
  private static final int MAX_LOGGED = 500;

  /// A sender of either kind.
  private interface Sender {
    void send(MessageWriter message, Consumer<Outcome> onOutcome, Consumer<Throwable> onError);

    CompletableResultCode shutdown();
  }

  private final Sender sender;

  private SenderTransport(Sender sender) {
    this.sender = sender;
  }

  static SenderTransport ofHttp(HttpSenderProvider provider, Settings settings) {
    HttpSender sender = provider.createSender(new Config(settings));
    return new SenderTransport(
        new Sender() {
          @Override
          public void send(
              MessageWriter message, Consumer<Outcome> onOutcome, Consumer<Throwable> onError) {
            sender.send(message, response -> onOutcome.accept(outcome(response)), onError);
          }

          @Override
          public CompletableResultCode shutdown() {
            return sender.shutdown();
          }
        });
  }

  static SenderTransport ofGrpc(GrpcSenderProvider provider, Settings settings) {
    GrpcSender sender = provider.createSender(new Config(settings));
    return new SenderTransport(
        new Sender() {
          @Override
          public void send(
              MessageWriter message, Consumer<Outcome> onOutcome, Consumer<Throwable> onError) {
            sender.send(
                message,
                response ->
                    onOutcome.accept(
                        response.getStatusCode() == GrpcStatusCode.OK
                            ? Outcome.accepted(response.getResponseMessage())
                            : Outcome.failed(
                                "The receiver answered with status %s: %s"
                                    .formatted(
                                        response.getStatusCode(), response.getStatusDescription()),
                                response.getStatusCode().toString())),
                onError);
          }

          @Override
          public CompletableResultCode shutdown() {
            return sender.shutdown();
          }
        });
  }

  private static Outcome outcome(HttpResponse response) {
    int status = response.getStatusCode();
    byte[] body = response.getResponseBody();
    return status >= OK && status < MULTIPLE_CHOICES
        ? Outcome.accepted(body)
        : Outcome.failed(
            "The receiver answered with status %d%s"
                .formatted(status, PartialSuccess.readable(body, MAX_LOGGED)),
            Integer.toString(status));
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
        sender.send(
            writer,
            done,
            failure -> done.accept(Outcome.failed("The receiver was not reached", failure))));
  }

  @Override
  public void close() {
    sender.shutdown();
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
