// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.memory.Bytes;
import dev.ashlar.otlp.internal.encode.RequestEncoder;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Collection;

/// Encodes items of the SDK as the protocol's request: an `ExportTraceServiceRequest`, or that of
/// log records or metrics.
///
/// ```java
/// OtlpEncoder<SpanData> encoder = OtlpEncoder.ofSpans();
/// encoder.encode(spans);
/// byte[] request = encoder.toByteArray();
/// ```
///
/// The request is written straight from the items into a buffer, which is kept. After the first
/// requests nothing is allocated, except for values of bytes and unusual collections. One thread at
/// a time may use an encoder.
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

  /// Encodes a request, in place of the one before.
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

  /// {@return the request without a copy, valid until the next is encoded}
  public Bytes toBytes() {
    return encoder.toBytes();
  }
}
