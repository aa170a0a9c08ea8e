// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.memory.Bytes;
import dev.ashlar.otlp.internal.encode.RequestEncoder;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Collection;

/// Encodes spans, log records or metrics as a request of the protocol, such as
/// `ExportTraceServiceRequest`.
///
/// ```java
/// OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
/// encoder.encode(spans);
/// byte[] request = encoder.toByteArray();
/// ```
///
/// Each request is encoded into the same buffer. After the first requests, only attributes with
/// byte values and unusual collections cause allocation. One thread at a time may use an encoder.
public final class OtlpEncoder<T> {
  private final RequestEncoder<T> encoder;

  private OtlpEncoder(RequestEncoder<T> encoder) {
    this.encoder = encoder;
  }

  /// {@return an encoder of spans}
  public static OtlpEncoder<SpanData> ofSpans() {
    return new OtlpEncoder<>(RequestEncoder.ofSpans());
  }

  /// {@return an encoder of log records}
  public static OtlpEncoder<LogRecordData> ofLogRecords() {
    return new OtlpEncoder<>(RequestEncoder.ofLogRecords());
  }

  /// {@return an encoder of metrics}
  public static OtlpEncoder<MetricData> ofMetrics() {
    return new OtlpEncoder<>(RequestEncoder.ofMetrics());
  }

  /// Encodes a request, which replaces the previous one.
  ///
  /// @return its size in bytes
  /// @throws IllegalArgumentException if an identifier is not hexadecimal
  /// @throws IndexOutOfBoundsException if the request exceeds the largest array
  public int encode(Collection<? extends T> items) {
    return encoder.encode(items);
  }

  /// {@return a copy of the request}
  public byte[] toByteArray() {
    return encoder.toByteArray();
  }

  /// {@return the request without a copy, valid until the next call of [#encode]}
  public Bytes toBytes() {
    return encoder.toBytes();
  }
}
