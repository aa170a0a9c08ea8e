// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// An encoder and a compressor, used by one export at a time.
final class RequestBuffer<T> implements AutoCloseable {
  private final RequestEncoder<T> encoder;
  private final @Nullable Gzip gzip;

  /// Where the compressed requests end.
  private int[] ends = new int[1];

  /// The size of the largest export so far, which is what is kept.
  private int kept;

  RequestBuffer(RequestEncoder<T> encoder, @Nullable Gzip gzip) {
    this.encoder = encoder;
    this.gzip = gzip;
  }

  /// Encodes items as requests of at most `maxBytes` bytes, before they are compressed.
  void fill(Collection<? extends T> items, int maxBytes) {
    kept = Math.max(kept, encoder.encode(items, maxBytes));
    if (gzip == null) {
      return;
    }
    int count = encoder.requestCount();
    if (ends.length < count) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    for (int request = 0, end = 0; request < count; request++) {
      end = gzip.compress(encoder.request(request), end);
      ends[request] = end;
    }
  }

  int requestCount() {
    return encoder.requestCount();
  }

  int itemCount(int request) {
    return encoder.itemCount(request);
  }

  /// {@return the bytes of a request, valid until the buffer is filled again}
  ByteBuffer request(int request) {
    return gzip == null
        ? encoder.request(request)
        : gzip.range(request == 0 ? 0 : ends[request - 1], ends[request]);
  }

  /// {@return the size of all requests}
  long byteSize() {
    return gzip == null ? encoder.toBytes().byteSize() : ends[requestCount() - 1];
  }

  int keptBytes() {
    return kept;
  }

  @Override
  public void close() {
    if (gzip != null) {
      gzip.close();
    }
  }
}
