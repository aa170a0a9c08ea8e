// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import dev.ashlar.otlp.OtlpEncoder;
import java.util.List;

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
