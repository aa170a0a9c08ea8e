// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/// The body of one attempt to send a message. The HTTP client gets its parts without a copy.
///
/// The client may hold parts after the response has come, or the attempt has failed. It is done
/// with a part when it has taken all bytes: with HTTP/1.1, they have then been written to the
/// socket or encrypted into another buffer.
final class RequestBody implements BodyPublisher {
  private static final int PART = 16 << 10;

  private final Message message;
  private final List<ByteBuffer> parts = new ArrayList<>();
  private int readers;
  private boolean over;

  RequestBody(Message message) {
    this.message = message;
  }

  @Override
  public long contentLength() {
    return message.byteSize();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    ByteBuffer bytes;
    try {
      bytes = begin();
    } catch (IOException tooLate) {
      subscriber.onSubscribe(new Parts(subscriber, ByteBuffer.allocate(0)));
      subscriber.onError(tooLate);
      return;
    }
    subscriber.onSubscribe(new Parts(subscriber, bytes));
  }

  private synchronized ByteBuffer begin() throws IOException {
    if (over) {
      throw new IOException("The attempt was given up before it was sent");
    }
    ByteBuffer bytes = message.begin();
    readers++;
    return bytes;
  }

  private synchronized boolean keep(ByteBuffer part) {
    if (!over) {
      parts.add(part);
    }
    return !over;
  }

  /// Ends the attempt: no part is handed out from now on. What the client has not done with is
  /// never given back.
  void retire() {
    int ended;
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      ended = parts.stream().anyMatch(ByteBuffer::hasRemaining) ? 0 : readers;
    }
    for (int i = 0; i < ended; i++) {
      message.end();
    }
  }

  private final class Parts implements Flow.Subscription {
    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private final ByteBuffer bytes;
    private final AtomicLong demand = new AtomicLong();
    private volatile boolean ended;

    Parts(Flow.Subscriber<? super ByteBuffer> subscriber, ByteBuffer bytes) {
      this.subscriber = subscriber;
      this.bytes = bytes;
    }

    @Override
    public void request(long count) {
      if (ended) {
        return;
      }
      if (count <= 0) {
        ended = true;
        subscriber.onError(new IllegalArgumentException("Requested " + count + " parts"));
        return;
      }
      // Who raises it from zero hands out parts until it is zero again, also those that are
      // requested meanwhile.
      if (demand.getAndAccumulate(count, Parts::sum) > 0) {
        return;
      }
      do {
        next();
      } while (demand.decrementAndGet() > 0 && !ended);
    }

    private static long sum(long a, long b) {
      long sum = a + b;
      return sum < 0 ? Long.MAX_VALUE : sum;
    }

    private void next() {
      if (ended) {
        return;
      }
      int size = Math.min(PART, bytes.remaining());
      if (size > 0) {
        ByteBuffer part = bytes.slice(bytes.position(), size);
        if (!keep(part)) {
          ended = true;
          subscriber.onError(new IOException("The attempt was given up"));
          return;
        }
        bytes.position(bytes.position() + size);
        subscriber.onNext(part);
      }
      if (!bytes.hasRemaining() && !ended) {
        ended = true;
        subscriber.onComplete();
      }
    }

    @Override
    public void cancel() {
      ended = true;
    }
  }
}
