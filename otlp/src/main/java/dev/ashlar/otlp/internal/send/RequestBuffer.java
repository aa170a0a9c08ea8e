// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import java.nio.ByteBuffer;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// An encoder and a compressor, used by one request at a time.
final class RequestBuffer<T> implements AutoCloseable {
  private final RequestEncoder<T> encoder;
  private final @Nullable Gzip gzip;

  /// The size of the largest request so far, which is what is kept.
  private int kept;

  RequestBuffer(RequestEncoder<T> encoder, @Nullable Gzip gzip) {
    this.encoder = encoder;
    this.gzip = gzip;
  }

  ByteBuffer fill(Collection<? extends T> items) {
    kept = Math.max(kept, encoder.encode(items));
    ByteBuffer request = encoder.toBytes().asByteBuffer();
    Gzip gzip = this.gzip;
    return gzip == null ? request : gzip.compress(request);
  }

  int keptBytes() {
    return kept;
  }

  @Override
  public void close() {
    Gzip gzip = this.gzip;
    if (gzip != null) {
      gzip.close();
    }
  }
}
