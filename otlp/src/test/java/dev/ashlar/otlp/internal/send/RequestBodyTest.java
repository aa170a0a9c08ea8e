// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// When a buffer may be used again.
class RequestBodyTest {
  private static final int SIZE = 100_000;

  private final byte[] bytes = new byte[SIZE + 20];
  private final Message message;

  RequestBodyTest() {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    message = new Message(ByteBuffer.wrap(bytes, 10, SIZE));
  }

  /// A client that keeps parts before it takes their bytes.
  private static class Client implements Flow.Subscriber<ByteBuffer> {
    final List<ByteBuffer> parts = new ArrayList<>();
    final ByteArrayOutputStream taken = new ByteArrayOutputStream();
    Flow.@Nullable Subscription subscription;
    boolean complete;
    @Nullable Throwable error;

    void request(long count) {
      Objects.requireNonNull(subscription).request(count);
    }

    void takeAll() {
      for (ByteBuffer part : parts) {
        while (part.hasRemaining()) {
          taken.write(part.get());
        }
      }
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      this.subscription = subscription;
    }

    @Override
    public void onNext(ByteBuffer part) {
      parts.add(part);
    }

    @Override
    public void onError(Throwable error) {
      this.error = error;
    }

    @Override
    public void onComplete() {
      complete = true;
    }
  }

  private Client subscribed(RequestBody body) {
    Client client = new Client();
    body.subscribe(client);
    return client;
  }

  private byte[] content() {
    return java.util.Arrays.copyOfRange(bytes, 10, 10 + SIZE);
  }

  @Test
  void partsAreTheContent() {
    RequestBody body = new RequestBody(message);
    Client client = subscribed(body);
    assertThat(body.contentLength()).isEqualTo(SIZE);
    client.request(1);
    assertThat(client.parts).hasSize(1);
    client.request(Long.MAX_VALUE);
    client.request(Long.MAX_VALUE);
    assertThat(client.complete).isTrue();
    client.takeAll();
    assertThat(client.taken.toByteArray()).isEqualTo(content());
    body.retire();
    assertThat(message.retire()).isTrue();
  }

  @Test
  void whileTheClientHasAPartTheBufferIsNotFree() {
    RequestBody body = new RequestBody(message);
    Client client = subscribed(body);
    client.request(2);
    client.parts.getFirst().position(client.parts.getFirst().limit());
    body.retire();
    assertThat(message.retire()).isFalse();
  }

  @Test
  void onePendingAttemptIsEnough() {
    RequestBody first = new RequestBody(message);
    subscribed(first).request(1);
    first.retire();
    RequestBody second = new RequestBody(message);
    Client client = subscribed(second);
    client.request(Long.MAX_VALUE);
    client.takeAll();
    second.retire();
    assertThat(message.retire()).isFalse();
  }

  @Test
  void anAttemptThatIsNotOverKeepsTheBuffer() {
    Client client = subscribed(new RequestBody(message));
    assertThat(client.parts).isEmpty();
    assertThat(message.retire()).isFalse();
  }

  @Test
  void anAttemptThatNeverBeganDoesNot() {
    new RequestBody(message).retire();
    assertThat(message.retire()).isTrue();
  }

  @Test
  void afterTheEndNothingIsHandedOut() {
    RequestBody begun = new RequestBody(message);
    Client client = subscribed(begun);
    begun.retire();
    client.request(1);
    assertThat(client.parts).isEmpty();
    assertThat(client.error).isInstanceOf(IOException.class);

    RequestBody late = new RequestBody(message);
    late.retire();
    assertThat(subscribed(late).error).isInstanceOf(IOException.class);
    assertThat(message.retire()).isTrue();
    assertThat(subscribed(new RequestBody(message)).error).isInstanceOf(IOException.class);
    assertThatIOException().isThrownBy(() -> message.writeTo(OutputStream.nullOutputStream()));
  }

  @Test
  void aSenderThatStillWritesKeepsTheBuffer() throws IOException {
    List<Boolean> free = new ArrayList<>();
    ByteArrayOutputStream written =
        new ByteArrayOutputStream() {
          @Override
          public synchronized void write(byte[] source, int from, int length) {
            free.add(message.retire());
            super.write(source, from, length);
          }
        };
    message.writeTo(written);
    assertThat(free).containsExactly(false);
    assertThat(written.toByteArray()).isEqualTo(content());
    assertThat(message.retire()).isTrue();
  }

  @Test
  void wrongDemand() {
    Client client = subscribed(new RequestBody(message));
    client.request(0);
    assertThat(client.error).isInstanceOf(IllegalArgumentException.class);
    client.request(1);
    assertThat(client.parts).isEmpty();
  }

  /// A client that asks for the next part from within.
  @Test
  void demandFromWithin() {
    Client client =
        new Client() {
          @Override
          public void onNext(ByteBuffer part) {
            super.onNext(part);
            request(1);
          }
        };
    new RequestBody(message).subscribe(client);
    client.request(1);
    client.takeAll();
    assertThat(client.taken.toByteArray()).isEqualTo(content());
    assertThat(client.complete).isTrue();
  }
}
