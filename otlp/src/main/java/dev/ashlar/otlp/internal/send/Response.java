// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// The receiver's answer to one attempt.
///
/// Success depends on the status alone. Of a body that breaks off or is too long, the bytes that
/// were received are kept.
final class Response implements BodyHandler<Response>, BodySubscriber<Response> {
  static final int NO_STATUS = 0;

  /// The most bytes that are kept of a body: a count and a sentence for the log.
  static final int MAX_BODY = 64 << 10;

  private final CompletableFuture<Response> whole = new CompletableFuture<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
  private volatile int status = NO_STATUS;
  private volatile String retryAfter = "";
  private volatile String location = "";
  private volatile Flow.@Nullable Subscription subscription;
  private boolean over;

  /// {@return the status, or [#NO_STATUS] as long as none has come}
  int status() {
    return status;
  }

  String retryAfter() {
    return retryAfter;
  }

  /// {@return where the receiver redirects to; empty if it does not}
  String location() {
    return location;
  }

  synchronized byte[] body() {
    return body.toByteArray();
  }

  /// Takes no more of the body.
  void close() {
    Flow.Subscription subscription = this.subscription;
    if (end() && subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public BodySubscriber<Response> apply(ResponseInfo info) {
    retryAfter = info.headers().firstValue("Retry-After").orElse("");
    location = info.headers().firstValue("Location").orElse("");
    status = info.statusCode();
    return this;
  }

  @Override
  public CompletionStage<Response> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    this.subscription = subscription;
    subscription.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    Flow.Subscription subscription = this.subscription;
    if (subscription == null) {
      return;
    }
    if (keep(parts)) {
      subscription.request(1);
    } else {
      close();
    }
  }

  /// {@return whether more is wanted}
  private synchronized boolean keep(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      byte[] bytes = new byte[Math.min(part.remaining(), MAX_BODY - body.size())];
      part.get(bytes);
      body.writeBytes(bytes);
    }
    return body.size() < MAX_BODY && !over;
  }

  @Override
  public void onError(Throwable broken) {
    end();
  }

  @Override
  public void onComplete() {
    end();
  }

  private boolean end() {
    boolean first;
    synchronized (this) {
      first = !over;
      over = true;
    }
    whole.complete(this);
    return first;
  }
}
