// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Sends requests with the JDK's client.
///
/// The version is HTTP/1.1, because with HTTP/2 the client queues slices of a buffer, and nothing
/// shows when it is done with them.
final class HttpTransport implements Transport {
  private static final long IDLE_SECONDS = 10;

  /// Temporary and permanent redirect: the two that keep method and body. RFC 9110, sections 15.4.8
  /// and 15.4.9.
  private static final Set<Integer> REDIRECTS = Set.of(307, 308);

  /// The most redirects of a request, as many as OkHttp follows.
  private static final int MAX_REDIRECTS = 20;

  private final Settings settings;
  private final Retries retries;
  private final Executor executor;
  private final HttpClient client;
  private final Set<Delivery> deliveries = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  HttpTransport(Settings settings) {
    Endpoint endpoint = settings.endpoint();
    if (endpoint.isRefusedByJdk() && endpoint.isTls()) {
      throw new IllegalArgumentException(
          "The JDK's HTTP client cannot use TLS with the host name of %s: use another name, or a sender such as opentelemetry-exporter-sender-okhttp"
              .formatted(endpoint));
    }
    this.settings = settings;
    this.retries = new Retries(settings.retryPolicy());
    this.executor = daemons();
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(settings.connectTimeout())
            .executor(executor);
    if (settings.tls() != null) {
      builder.sslContext(settings.tls().context());
    }
    if (settings.proxy() != null) {
      builder.proxy(settings.proxy().getProxySelector());
    }
    this.client = builder.build();
  }

  /// Threads end by themselves when they have nothing to do.
  private static Executor daemons() {
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        Thread.ofPlatform().daemon().name("ashlar-otlp-", 0).factory());
  }

  @Override
  public void send(Message message, Consumer<Outcome> done) {
    Delivery delivery = new Delivery(message, done);
    deliveries.add(delivery);
    if (settings.endpoint().isRefusedByJdk()) {
      executor.execute(delivery::start); // Resolving the host may block.
    } else {
      delivery.start();
    }
  }

  @Override
  public void close() {
    closed = true;
    List<Runnable> releases = new ArrayList<>();
    deliveries.forEach(delivery -> releases.add(delivery::abort));
    releases.add(client::shutdownNow);
    Release.all(releases);
  }

  /// @param trusted whether the target may have the headers that were set, any of which may be a
  ///   secret
  private HttpRequest request(RequestBody body, Endpoint target, boolean trusted)
      throws UnknownHostException {
    HttpRequest.Builder builder = HttpRequest.newBuilder(target.reachable()).POST(body);
    builder.setHeader("Content-Type", "application/x-protobuf");
    if (settings.gzip()) {
      builder.setHeader("Content-Encoding", "gzip");
    }
    Map<String, String> headers = trusted ? settings.allHeaders() : Settings.ownHeaders();
    headers.forEach(builder::setHeader);
    return builder.build();
  }

  /// A request, with all attempts to send it.
  private final class Delivery {
    private final Message message;
    private final Consumer<Outcome> done;
    private final long begun = System.nanoTime();
    private Endpoint target = settings.endpoint();
    private boolean trusted = true;
    private int redirects;
    private int attempts;
    private boolean waiting;
    private boolean finished;
    private @Nullable CompletableFuture<HttpResponse<Response>> exchange;

    Delivery(Message message, Consumer<Outcome> done) {
      this.message = message;
      this.done = done;
    }

    /// Begins an attempt, at the endpoint.
    void start() {
      target = settings.endpoint();
      trusted = true;
      redirects = 0;
      attempts++;
      sendToTarget();
    }

    private Duration left() {
      return settings.timeout().minusNanos(System.nanoTime() - begun);
    }

    private void sendToTarget() {
      RequestBody body = new RequestBody(message);
      Response response = new Response();
      try {
        HttpRequest request = request(body, target, trusted);
        if (!left().isPositive()) { // Resolving a host, or an answer, took the time.
          throw tooLate();
        }
        Suppression.run(() -> send(request, body, response));
      } catch (UnknownHostException | TimeoutException unsent) {
        body.retire();
        unanswered(unsent);
      } catch (Throwable failed) {
        body.retire();
        finish(Outcome.failed("The request cannot be made", failed));
      }
    }

    private void send(HttpRequest request, RequestBody body, Response response) {
      CompletableFuture<HttpResponse<Response>> sent;
      synchronized (this) {
        if (finished) {
          return;
        }
        waiting = false;
        sent = client.sendAsync(request, response);
        exchange = sent;
      }
      CompletableFuture<?> _ =
          sent.copy()
              .orTimeout(Math.max(0, left().toNanos()), TimeUnit.NANOSECONDS)
              .whenCompleteAsync((_, failure) -> end(sent, body, response, failure), executor);
      if (closed) {
        abort();
      }
    }

    private void end(
        CompletableFuture<HttpResponse<Response>> sent,
        RequestBody body,
        Response response,
        @Nullable Throwable failure) {
      // Ends the exchange if it is the time that was up.
      sent.cancel(true);
      response.close();
      body.retire();
      int status = response.status();
      if (status != Response.NO_STATUS) {
        answered(status, response);
      } else {
        unanswered(unwrapped(failure));
      }
    }

    private Throwable unwrapped(@Nullable Throwable failure) {
      if (failure instanceof CompletionException && failure.getCause() != null) {
        return failure.getCause();
      }
      if (failure instanceof TimeoutException) {
        return tooLate();
      }
      return failure == null ? new IllegalStateException("no status") : failure;
    }

    private TimeoutException tooLate() {
      return new TimeoutException("no answer within " + settings.timeout());
    }

    private void answered(int status, Response response) {
      if (Retries.isRetryable(status) && retry(response.retryAfter())) {
        return;
      }
      if (status / 100 == 3 && !response.location().isEmpty()) {
        Endpoint next = target.redirected(response.location());
        if (next != null && REDIRECTS.contains(status) && redirects++ < MAX_REDIRECTS && !closed) {
          trusted &= next.isSameServer(settings.endpoint());
          target = next;
          sendToTarget();
          return;
        }
        String where = next == null ? "where it is not followed" : "to " + next;
        finish(
            Outcome.failed(
                "The receiver answered with status %d and redirects %s: set the endpoint to the URL that takes the requests"
                    .formatted(status, where),
                Integer.toString(status)));
        return;
      }
      finish(Outcome.of(status, response.body()));
    }

    private void unanswered(Throwable failure) {
      if (closed) {
        finish(Outcome.failed("The exporter was shut down", "shutdown"));
      } else if (!retries.isRetryable(failure) || !retry("")) {
        finish(Outcome.failed("The receiver did not answer", failure));
      }
    }

    private boolean retry(String retryAfter) {
      Optional<Duration> delay = retries.delay(attempts, retryAfter, Instant.now(), left());
      if (closed || delay.isEmpty()) {
        return false;
      }
      synchronized (this) {
        waiting = true;
      }
      CompletableFuture.delayedExecutor(delay.get().toNanos(), TimeUnit.NANOSECONDS, executor)
          .execute(this::start);
      if (closed) {
        abort();
      }
      return true;
    }

    void abort() {
      CompletableFuture<HttpResponse<Response>> sent;
      boolean waiting;
      synchronized (this) {
        sent = exchange;
        waiting = this.waiting;
      }
      if (waiting) {
        finish(Outcome.failed("The exporter was shut down", "shutdown"));
      } else if (sent != null) {
        sent.cancel(true);
      }
    }

    private void finish(Outcome outcome) {
      synchronized (this) {
        if (finished) {
          return;
        }
        finished = true;
      }
      deliveries.remove(this);
      done.accept(outcome);
    }
  }
}
