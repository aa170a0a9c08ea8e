// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp;

import dev.ashlar.otlp.internal.send.Signal;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.internal.AutoConfigureListener;
import org.jspecify.annotations.Nullable;

/// Gives an exporter the meters of the SDK that autoconfigure builds. The SDK is there after its
/// exporters.
abstract class ExporterProvider implements AutoConfigureListener {
  private volatile @Nullable MeterProvider meters;

  final <E> E create(ConfigProperties config, Signal signal, AshlarExporterBuilder<E> builder) {
    return Configuration.build(config, signal, builder.setMeterProvider(() -> meters));
  }

  @Override
  public void afterAutoConfigure(OpenTelemetrySdk sdk) {
    meters = sdk.getMeterProvider();
  }

  public String getName() {
    return "ashlar";
  }
}
