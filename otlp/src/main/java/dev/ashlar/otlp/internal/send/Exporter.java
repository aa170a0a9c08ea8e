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

/// Encodes items in the calling thread, and passes the requests to a transport. An export that is
/// larger than `maxRequestBytes` is several requests, one behind the other in one buffer.
///
/// ```
/// export -> encode into a buffer -> under way (maxConcurrentRequests), the buffer lent to them
///                                \-> waiting (copies), for one under way to end
/// ```
///
/// `maxPendingBytes` limits the total size of the requests that are being sent or waiting. An
/// export beyond the limit fails at once. So a receiver that hangs neither blocks callers nor makes
/// memory grow. Idle buffers have the same limit.
public final class Exporter<T> {
  private final Settings settings;
  private final Supplier<RequestBuffer<T>> maker;
  private final Transport transport;
  private final ExporterMetrics metrics;
  private final FailureLog log;

  private final ArrayDeque<RequestBuffer<T>> buffers = new ArrayDeque<>();
  private long idleBytes;
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

  /// The requests of one export.
  private final class Batch {
    final CompletableResultCode result = new CompletableResultCode();
    final boolean measured;
    final long begun;

    /// The buffer of the requests; null if they are copies.
    final @Nullable RequestBuffer<T> buffer;

    /// Of all requests.
    final long byteSize;

    private int left;
    private boolean free = true;
    private boolean accepted = true;

    Batch(
        @Nullable RequestBuffer<T> buffer,
        int requests,
        long byteSize,
        boolean measured,
        long begun) {
      this.buffer = buffer;
      this.left = requests;
      this.byteSize = byteSize;
      this.measured = measured;
      this.begun = begun;
    }

    /// Counts a request that has ended. The caller has the lock of the exporter.
    ///
    /// @param free whether nobody reads it any more
    /// @return whether it was the last
    boolean end(boolean free, boolean accepted) {
      this.free &= free;
      this.accepted &= accepted;
      return --left == 0;
    }
  }

  /// A request that is being sent or waiting.
  private final class Request {
    final Batch batch;
    final Message message;
    final int byteSize;
    final int items;

    Request(Batch batch, ByteBuffer content, int items) {
      this.batch = batch;
      this.message = new Message(content);
      this.byteSize = content.remaining();
      this.items = items;
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
      buffer.fill(items, settings.maxRequestBytes());
      Batch batch = accept(buffer, measured, begun);
      if (batch == null) {
        give(buffer);
        return refusedAsFull(count, measured, begun);
      }
      if (batch.buffer == null) {
        give(buffer);
      }
      dispatch();
      return batch.result;
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

  private synchronized boolean isFull(long more) {
    return pendingBytes > 0 && pendingBytes + more >= settings.maxPendingBytes();
  }

  private synchronized RequestBuffer<T> take() {
    RequestBuffer<T> buffer = buffers.poll();
    if (buffer == null) {
      return maker.get();
    }
    idleBytes -= buffer.keptBytes();
    return buffer;
  }

  /// Keeps a buffer that nobody reads any more.
  private void give(RequestBuffer<T> buffer) {
    synchronized (this) {
      if (shutdown == null
          && buffers.size() <= settings.maxConcurrentRequests()
          && idleBytes + buffer.keptBytes() <= settings.maxPendingBytes()) {
        idleBytes += buffer.keptBytes();
        buffers.push(buffer);
        return;
      }
    }
    buffer.close();
  }

  /// {@return the requests in the buffer, or null if there is no room for them}
  private synchronized @Nullable Batch accept(
      RequestBuffer<T> buffer, boolean measured, long begun) {
    if (shutdown != null || isFull(buffer.byteSize())) {
      return null;
    }
    boolean first = underWay + waiting.size() < settings.maxConcurrentRequests();
    int count = buffer.requestCount();
    Batch batch = new Batch(first ? buffer : null, count, buffer.byteSize(), measured, begun);
    List<Request> requests = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ByteBuffer content = buffer.request(i);
      requests.add(new Request(batch, first ? content : copy(content), buffer.itemCount(i)));
    }
    waiting.addAll(requests);
    pending.addAll(requests);
    pendingBytes += buffer.byteSize();
    return batch;
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
    Batch batch = request.batch;
    boolean last;
    synchronized (this) {
      if (!pending.remove(request)) {
        return;
      }
      underWay--;
      last = batch.end(free, outcome.accepted());
      // A lent buffer is held as a whole until its last request has ended.
      pendingBytes -= batch.buffer == null ? request.byteSize : last ? batch.byteSize : 0;
    }
    RequestBuffer<T> buffer = batch.buffer;
    if (last && buffer != null) {
      if (batch.free) {
        give(buffer);
      } else {
        buffer.close();
      }
    }
    try {
      report(request, outcome);
    } finally {
      // Callbacks may be anyone's too. No list of actions: it would need memory and stack.
      try {
        if (last && batch.accepted) {
          batch.result.succeed();
        } else if (last) {
          batch.result.fail();
        }
      } finally {
        dispatch();
      }
    }
  }

  private void report(Request request, Outcome outcome) {
    Batch batch = request.batch;
    if (batch.measured) {
      metrics.recordEnd(request.items, outcome.errorType(), System.nanoTime() - batch.begun);
    }
    String items =
        request.items == 0 ? "a part of a metric" : request.items + " " + settings.signal().items;
    if (!outcome.accepted()) {
      log.failed(
          outcome.errorType(),
          "Failed to export %s in a request of %d bytes to %s. %s"
              .formatted(items, request.byteSize, settings.endpoint(), outcome.error()),
          null);
      return;
    }
    PartialSuccess partial = PartialSuccess.parse(outcome.response());
    if (partial.isWhole()) {
      log.worked();
    } else {
      log.failed(
          "partial success",
          "The receiver %s rejected %d of %s: %s"
              .formatted(settings.endpoint(), partial.rejected(), items, partial.message()),
          null);
    }
  }

  /// {@return a result that completes when all requests that are pending now have ended}
  public CompletableResultCode flush() {
    Set<CompletableResultCode> results = new HashSet<>();
    synchronized (this) {
      pending.forEach(request -> results.add(request.batch.result));
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
      idleBytes = 0;
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
