// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.encode.RequestEncoder;
import dev.ashlar.otlp.internal.send.Exporter;
import dev.ashlar.otlp.internal.send.Settings;
import io.opentelemetry.sdk.common.CompletableResultCode;
import java.util.Collection;
import java.util.function.Supplier;

/// An exporter of one signal. Thread-safe.
///
/// @param <T> the type of the items
/// @param <E> the type of the exporter itself
abstract sealed class SignalExporter<T, E>
    permits AshlarSpanExporter, AshlarLogRecordExporter, AshlarMetricExporter {
  private final AshlarExporterBuilder<E> builder;
  private final Exporter<T> exporter;

  SignalExporter(
      Settings settings, AshlarExporterBuilder<E> builder, Supplier<RequestEncoder<T>> encoders) {
    this.builder = builder;
    this.exporter = new Exporter<>(getClass(), settings, encoders);
  }

  /// {@return a builder with the settings of this exporter}
  public AshlarExporterBuilder<E> toBuilder() {
    return builder.copy();
  }

  /// Encodes the items in the calling thread, and sends them without waiting for the receiver. If
  /// they exceed the limit of a request, they are sent in several.
  ///
  /// @return a result that succeeds when the receiver has accepted the items. It fails when the
  ///   exporter gives up. It fails at once if too many bytes are pending, if the items cannot be
  ///   encoded, or after shutdown
  public CompletableResultCode export(Collection<T> items) {
    return exporter.export(items);
  }

  /// {@return a result that completes when all earlier exports have completed}
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  /// Shuts the exporter down. Later exports fail.
  ///
  /// @return a result that completes when all earlier exports have completed
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + " of " + exporter;
  }
}
