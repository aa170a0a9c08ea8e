// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import dev.ashlar.otlp.OtlpEncoder;
import java.util.List;

/// Writes a request for a batch of spans, metrics or log records.
interface RequestWriter<T> {
  /// Writes the request of a batch.
  ///
  /// @return the size of the request in bytes
  long write(List<T> batch);

  /// {@return a copy of the request of a batch}
  byte[] written(List<T> batch);

  /// Ashlar's encoder, which writes to the buffer that is sent.
  record AshlarWriter<T>(OtlpEncoder<T> encoder) implements RequestWriter<T> {
    @Override
    public long write(List<T> batch) {
      return encoder.encode(batch);
    }

    @Override
    public byte[] written(List<T> batch) {
      encoder.encode(batch);
      return encoder.toByteArray();
    }
  }
}
