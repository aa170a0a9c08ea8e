// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.RetryPolicy;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How often a batch arrives at a receiver that is slow, gone, or hangs up, with OpenTelemetry's
/// exporter as the judge where both do the same.
class ArrivalsTest {
  private static final List<SpanData> SPANS =
      new RandomTelemetry(new SplittableRandom(7)).spans(20);
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(500);
  private static final RetryPolicy SOON =
      RetryPolicy.builder()
          .setMaxAttempts(5)
          .setInitialBackoff(Duration.ofMillis(1))
          .setMaxBackoff(Duration.ofMillis(5))
          .build();

  private Receiver receiver;
  private LogCapture log;
  private LogCapture theirLog;

  @BeforeEach
  void open() throws IOException {
    receiver = new Receiver();
    log = new LogCapture(AshlarSpanExporter.class);
    theirLog = new LogCapture(io.opentelemetry.exporter.otlp.internal.HttpExporter.class);
  }

  @AfterEach
  void close() throws IOException {
    receiver.close();
    log.close();
    theirLog.close();
  }

  private SpanExporter ours(Duration timeout) {
    return AshlarSpanExporter.builder()
        .setEndpoint(receiver.url())
        .setTimeout(timeout)
        .setRetryPolicy(SOON)
        .build();
  }

  private SpanExporter theirs(Duration timeout) {
    return OtlpHttpSpanExporter.builder()
        .setEndpoint(receiver.url())
        .setTimeout(timeout)
        .setRetryPolicy(SOON)
        .build();
  }

  private static boolean succeeded(CompletableResultCode result) {
    result.join(50, TimeUnit.SECONDS);
    assertThat(result.isDone()).isTrue();
    return result.isSuccess();
  }

  private static boolean export(SpanExporter exporter) {
    try (exporter) {
      return succeeded(exporter.export(SPANS));
    }
  }

  private int arrivals() throws InterruptedException {
    int count = receiver.untaken();
    for (int i = 0; i < count; i++) {
      receiver.take();
    }
    return count;
  }

  /// The receiver accepts each request, and says so too late.
  @Test
  void aReceiverThatAnswersTooLateHasItOnce() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    receiver.always(out -> {
      over.await();
      return Receiver.status(200).give(out);
    });
    assertThat(export(theirs(SHORT))).isFalse();
    assertThat(arrivals()).isOne();
    assertThat(export(ours(SHORT))).isFalse();
    assertThat(arrivals()).isOne();
    assertThat(log.warnings()).singleElement().asString().contains("no answer within PT0.5S");
    over.countDown();
  }

  /// One limit for all attempts: a wait that ends later is not begun.
  @ParameterizedTest
  @ValueSource(ints = {429, 502, 503, 504})
  void aWaitBeyondTheLimitEndsTheRequest(int status) throws Exception {
    receiver.always(Receiver.status(status, "Retry-After: 2"));
    assertThat(export(ours(Duration.ofSeconds(1)))).isFalse();
    assertThat(arrivals()).isOne();
    assertThat(log.warnings()).singleElement().asString().contains("" + status);
  }

  /// The second attempt has what the first has left.
  @Test
  void anAttemptHasTheTimeThatIsLeft() throws Exception {
    receiver.then(Receiver.status(503)).then(Receiver.hang());
    assertThat(export(ours(SHORT))).isFalse();
    assertThat(arrivals()).isEqualTo(2);
    assertThat(log.warnings()).singleElement().asString().contains("no answer within");
  }

  /// A connection that the receiver closes as the next request comes. The protocol asks that it is
  /// sent again, and OpenTelemetry's exporter does.
  @Test
  void aConnectionThatEndsAsItIsUsed() throws Exception {
    for (SpanExporter exporter : List.of(theirs(LONG), ours(LONG))) {
      receiver.then(Receiver.status(200)).then(Receiver.hangUp());
      try (exporter) {
        assertThat(succeeded(exporter.export(SPANS))).isTrue();
        assertThat(succeeded(exporter.export(SPANS))).isTrue();
      }
      assertThat(arrivals()).isEqualTo(3);
    }
  }

  /// A receiver that ends its side of the connection only, and reads on.
  @Test
  void aReceiverThatEndsItsSide() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            try {
              while (true) {
                var socket = server.accept();
                connections.incrementAndGet();
                socket.shutdownOutput();
                Thread.ofVirtual()
                    .start(() -> {
                      try (socket) {
                        socket.getInputStream().readAllBytes();
                      } catch (IOException gone) {
                        // The client has hung up.
                      }
                    });
              }
            } catch (IOException closed) {
              // The test is over.
            }
          });
      AshlarSpanExporter exporter =
          AshlarSpanExporter.builder()
              .setEndpoint("http://localhost:" + server.getLocalPort())
              .setRetryPolicy(SOON)
              .setTimeout(LONG)
              .build();
      assertThat(export(exporter)).isFalse();
      assertThat(connections).hasValue(SOON.getMaxAttempts());
    }
  }

  /// Such as a port of gRPC: what is no HTTP/1.1 is none the next time.
  @Test
  void anAnswerThatIsNoHttp() throws Exception {
    receiver.always(out -> {
      out.write("SSH-2.0-OpenSSH_9.6\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      out.flush();
      return false;
    });
    assertThat(export(ours(LONG))).isFalse();
    assertThat(arrivals()).isOne();
  }

  /// Who is not there has not received anything, so it is tried as often as the policy says.
  @Test
  void aReceiverThatComesLater() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    AtomicInteger refusals = new AtomicInteger();
    RetryPolicy counted =
        SOON.toBuilder()
            .setRetryExceptionPredicate(failure -> {
              assertThat(failure).isInstanceOf(java.net.ConnectException.class);
              refusals.incrementAndGet();
              return true;
            })
            .build();
    AshlarSpanExporter exporter =
        AshlarSpanExporter.builder()
            .setEndpoint("http://localhost:" + port)
            .setRetryPolicy(counted)
            .setTimeout(LONG)
            .build();
    assertThat(export(exporter)).isFalse();
    assertThat(refusals).hasValue(counted.getMaxAttempts());
  }

  @Test
  void exportedByAThreadThatIsInterrupted() throws Exception {
    SpanExporter exporter = ours(LONG);
    Thread.currentThread().interrupt();
    CompletableResultCode result = exporter.export(SPANS);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(succeeded(result)).isTrue();
    exporter.shutdown();
    assertThat(arrivals()).isOne();
  }

  /// What waits for its turn has ended when the limit of one request is over, and arrived once.
  @Test
  void shutdownIsBoundedByTheLimit() throws Exception {
    receiver.always(Receiver.hang());
    AshlarSpanExporter exporter =
        AshlarSpanExporter.builder()
            .setEndpoint(receiver.url())
            .setTimeout(SHORT)
            .setMaxConcurrentRequests(2)
            .setRetryPolicy(SOON)
            .build();
    List<CompletableResultCode> results =
        List.of(exporter.export(SPANS), exporter.export(SPANS), exporter.export(SPANS));
    assertThat(succeeded(exporter.shutdown())).isFalse();
    // Callbacks of the last ones may come behind it.
    results.forEach(result -> assertThat(succeeded(result)).isFalse());
    assertThat(arrivals()).isBetween(2, 3);
  }
}
