// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Encodes items in the calling thread, and passes the request to a transport.
///
/// ```
/// export -> encode into a buffer -> under way (maxConcurrentRequests), the buffer lent to it
///                                \-> waiting (a copy), for one under way to end
/// ```
///
/// `maxPendingBytes` limits the total size of the requests that are being sent or waiting. A
/// request beyond the limit fails at once. So a receiver that hangs neither blocks callers nor
/// makes memory grow.
public final class Exporter<T> {
  /// Larger buffers are not kept.
  private static final int MAX_KEPT = 8 << 20;

  private final Settings settings;
  private final Supplier<RequestBuffer<T>> maker;
  private final Transport transport;
  private final ExporterMetrics metrics;
  private final FailureLog log;

  private final ArrayDeque<RequestBuffer<T>> buffers = new ArrayDeque<>();
  private final ArrayDeque<Request> waiting = new ArrayDeque<>();
  private final Set<Request> pending = new HashSet<>();
  private long pendingBytes;
  private int underWay;
  private boolean dispatching;
  private @Nullable CompletableResultCode shutdown;

  public Exporter(Class<?> owner, Settings settings, Supplier<RequestEncoder<T>> encoders) {
    this.settings = settings;
    this.maker = () -> new RequestBuffer<>(encoders.get(), settings.gzip() ? new Gzip() : null);
    this.transport = settings.transport();
    this.metrics = ExporterMetrics.of(settings);
    this.log = new FailureLog(owner);
  }

  /// A request that is being sent or waiting.
  private final class Request {
    final CompletableResultCode result = new CompletableResultCode();
    final Message message;
    final int byteSize;
    final int items;
    final boolean measured;
    final long begun;

    /// The buffer of the message; null if the message is a copy.
    final @Nullable RequestBuffer<T> buffer;

    Request(
        ByteBuffer content,
        @Nullable RequestBuffer<T> buffer,
        int items,
        boolean measured,
        long begun) {
      this.message = new Message(content);
      this.byteSize = content.remaining();
      this.buffer = buffer;
      this.items = items;
      this.measured = measured;
      this.begun = begun;
    }
  }

  public CompletableResultCode export(Collection<? extends T> items) {
    int count = items.size();
    if (count == 0) {
      return CompletableResultCode.ofSuccess();
    }
    long begun = System.nanoTime();
    boolean measured = false;
    RequestBuffer<T> buffer = null;
    try {
      measured = metrics.begin(count);
      if (isShutDown()) {
        return refused(count, measured, begun, "shutdown", "the exporter is shut down");
      }
      if (isFull(0)) {
        return refusedAsFull(count, measured, begun);
      }
      buffer = take();
      ByteBuffer content = buffer.fill(items);
      Request request = accept(content, buffer, count, measured, begun);
      if (request == null) {
        give(buffer);
        return refusedAsFull(count, measured, begun);
      }
      if (request.buffer == null) {
        give(buffer);
      }
      dispatch();
      return request.result;
    } catch (Throwable failed) {
      // Getters may be anyone's, and the thread is the application's.
      if (buffer != null) {
        buffer.close();
      }
      log.failed(
          failed.getClass().getName(),
          "Failed to export %d %s: they cannot be encoded"
              .formatted(count, settings.signal().items),
          failed);
      return failed(count, measured, begun, failed.getClass().getName());
    }
  }

  private CompletableResultCode refusedAsFull(int count, boolean measured, long begun) {
    return refused(
        count,
        measured,
        begun,
        "full",
        "%d bytes are waiting for the receiver %s already, the most that is allowed"
            .formatted(settings.maxPendingBytes(), settings.endpoint()));
  }

  private CompletableResultCode refused(
      int count, boolean measured, long begun, String kind, String reason) {
    log.failed(
        kind, "Failed to export %d %s: %s".formatted(count, settings.signal().items, reason), null);
    return failed(count, measured, begun, kind);
  }

  private CompletableResultCode failed(int count, boolean measured, long begun, String kind) {
    if (measured) {
      metrics.recordEnd(count, kind, System.nanoTime() - begun);
    }
    return CompletableResultCode.ofFailure();
  }

  private synchronized boolean isShutDown() {
    return shutdown != null;
  }

  private synchronized boolean isFull(int more) {
    return pendingBytes > 0 && pendingBytes + more >= settings.maxPendingBytes();
  }

  private synchronized RequestBuffer<T> take() {
    RequestBuffer<T> buffer = buffers.poll();
    return buffer == null ? maker.get() : buffer;
  }

  /// Keeps a buffer that nobody reads any more.
  private void give(RequestBuffer<T> buffer) {
    synchronized (this) {
      if (shutdown == null
          && buffers.size() <= settings.maxConcurrentRequests()
          && buffer.keptBytes() <= MAX_KEPT) {
        buffers.push(buffer);
        return;
      }
    }
    buffer.close();
  }

  /// {@return the request, or null if there is no room for it}
  private @Nullable Request accept(
      ByteBuffer content, RequestBuffer<T> buffer, int items, boolean measured, long begun) {
    synchronized (this) {
      if (shutdown != null || isFull(content.remaining())) {
        return null;
      }
      boolean first = underWay + waiting.size() < settings.maxConcurrentRequests();
      Request request =
          first
              ? new Request(content, buffer, items, measured, begun)
              : new Request(copy(content), null, items, measured, begun);
      waiting.add(request);
      pending.add(request);
      pendingBytes += request.byteSize;
      return request;
    }
  }

  private static ByteBuffer copy(ByteBuffer content) {
    int from = content.arrayOffset() + content.position();
    return ByteBuffer.wrap(Arrays.copyOfRange(content.array(), from, from + content.remaining()));
  }

  /// Sends what waits, as far as that may be under way. One thread at a time does: a transport that
  /// answers at once calls this again from within.
  private void dispatch() {
    synchronized (this) {
      if (dispatching) {
        return;
      }
      dispatching = true;
    }
    while (true) {
      Request next;
      synchronized (this) {
        next = underWay < settings.maxConcurrentRequests() ? waiting.poll() : null;
        if (next == null) {
          dispatching = false;
          return;
        }
        underWay++;
      }
      Request request = next;
      try {
        transport.send(request.message, outcome -> ended(request, outcome));
      } catch (Throwable failed) {
        // An Error too: a request that does not end keeps its place among those under way.
        ended(request, Outcome.failed("The request cannot be sent", failed));
      }
    }
  }

  private void ended(Request request, Outcome outcome) {
    boolean free = request.message.retire();
    RequestBuffer<T> buffer = request.buffer;
    if (buffer != null) {
      if (free) {
        give(buffer);
      } else {
        buffer.close();
      }
    }
    synchronized (this) {
      if (!pending.remove(request)) {
        return;
      }
      pendingBytes -= request.byteSize;
      underWay--;
    }
    try {
      report(request, outcome);
    } finally {
      // Callbacks may be anyone's too. No list of actions: it would need memory and stack.
      try {
        if (outcome.accepted()) {
          request.result.succeed();
        } else {
          request.result.fail();
        }
      } finally {
        dispatch();
      }
    }
  }

  private void report(Request request, Outcome outcome) {
    if (request.measured) {
      metrics.recordEnd(request.items, outcome.errorType(), System.nanoTime() - request.begun);
    }
    String items = settings.signal().items;
    if (!outcome.accepted()) {
      log.failed(
          outcome.errorType(),
          "Failed to export %d %s to %s. %s"
              .formatted(request.items, items, settings.endpoint(), outcome.error()),
          null);
      return;
    }
    PartialSuccess partial = PartialSuccess.parse(outcome.response());
    if (partial.isWhole()) {
      log.worked();
    } else {
      log.failed(
          "partial success",
          "The receiver %s rejected %d of %d %s: %s"
              .formatted(
                  settings.endpoint(), partial.rejected(), request.items, items, partial.message()),
          null);
    }
  }

  /// {@return a result that completes when all requests that are pending now have ended}
  public CompletableResultCode flush() {
    List<CompletableResultCode> results = new ArrayList<>();
    synchronized (this) {
      pending.forEach(request -> results.add(request.result));
    }
    return CompletableResultCode.ofAll(results);
  }

  /// Accepts no more requests. Pending requests may take as long as the timeout of one request, or
  /// ten seconds if there is none.
  public CompletableResultCode shutdown() {
    CompletableResultCode done = new CompletableResultCode();
    List<RequestBuffer<T>> idle;
    synchronized (this) {
      if (shutdown != null) {
        return shutdown;
      }
      shutdown = done;
      idle = List.copyOf(buffers);
      buffers.clear();
    }
    idle.forEach(RequestBuffer::close);
    CompletableResultCode rest = flush();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    rest.whenComplete(() -> ended.complete(null));
    CompletableFuture<Void> _ =
        ended
            .completeOnTimeout(null, settings.patience().toNanos(), TimeUnit.NANOSECONDS)
            .whenComplete((_, _) -> {
              try {
                close();
              } catch (Throwable failed) {
                done.failExceptionally(failed);
                return;
              }
              if (rest.isSuccess()) {
                done.succeed();
              } else {
                done.fail();
              }
            });
    return done;
  }

  private void close() {
    List<Request> left;
    synchronized (this) {
      left = List.copyOf(waiting);
      waiting.clear();
      underWay += left.size();
    }
    List<Runnable> releases = new ArrayList<>();
    releases.add(transport::close);
    Outcome shutDown = Outcome.failed("The exporter was shut down", "shutdown");
    left.forEach(request -> releases.add(() -> ended(request, shutDown)));
    Release.all(releases);
  }

  @Override
  public String toString() {
    return settings.toString();
  }
}
