/// Exporters for the OpenTelemetry SDK, over OTLP/HTTP. They need no JVM flags, do not use Unsafe
/// and make no garbage.
///
/// A service that uses autoconfigure gets them with the jar and one variable for each signal, such
/// as `OTEL_TRACES_EXPORTER=ashlar`. The variables `OTEL_EXPORTER_OTLP_…` have the same meaning as
/// for OpenTelemetry's own exporters: without `OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf` the
/// protocol is gRPC, which needs a sender on the class path. Other programs use builders:
///
/// ```java
/// AshlarSpanExporter exporter =
///     AshlarSpanExporter.builder()
///         .setEndpoint("https://collector.example:4318/v1/traces")
///         .setCompression("gzip")
///         .addHeader("Authorization", token)
///         .build();
/// SdkTracerProvider tracing =
///     SdkTracerProvider.builder()
///         .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
///         .build();
/// ```
///
/// [OtlpEncoder][dev.ashlar.otlp.OtlpEncoder] only encodes, for programs that send requests
/// themselves.
@NullMarked
package dev.ashlar.otlp;

import org.jspecify.annotations.NullMarked;
