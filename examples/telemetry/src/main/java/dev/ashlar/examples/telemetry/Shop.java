// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.logs.Logger;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Consumer;

/// A service that takes orders, traced, counted and logged.
public final class Shop implements AutoCloseable {
  static final String NAME = "shop";

  private static final int REQUESTS = 3;

  private final HttpServer server;
  private final Tracer tracer;
  private final Logger logger;
  private final LongCounter orders;

  private Shop(OpenTelemetry telemetry) throws IOException {
    tracer = telemetry.getTracer(NAME);
    logger = telemetry.getLogsBridge().get(NAME);
    orders = telemetry.getMeter(NAME).counterBuilder("orders").build();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/order", this::order);
    server.start();
  }

  private void order(HttpExchange exchange) throws IOException {
    Span span = tracer.spanBuilder("POST /order").setSpanKind(SpanKind.SERVER).startSpan();
    try (exchange;
        var _ = span.makeCurrent()) {
      String item = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      span.setAttribute("app.order.item", item);
      orders.add(1);
      logger
          .logRecordBuilder()
          .setSeverity(Severity.INFO)
          .setSeverityText("INFO")
          .setBody("Ordered " + item)
          .emit();
      exchange.sendResponseHeaders(204, -1);
      span.setAttribute("http.response.status_code", 204);
    } finally {
      span.end();
    }
  }

  private URI url() {
    return URI.create("http://localhost:" + server.getAddress().getPort() + "/order");
  }

  @Override
  public void close() {
    server.stop(0);
  }

  /// Starts the receiver and the service, and orders something.
  public static void main(String[] args) throws Exception {
    run(System.out::println);
  }

  static void run(Consumer<String> lines) throws Exception {
    try (Receiver receiver = new Receiver(lines)) {
      run(receiver.url());
    }
  }

  /// Starts the service, and orders something.
  ///
  /// @param endpoint of the receiver
  static void run(String endpoint) throws Exception {
    try (OpenTelemetrySdk telemetry = telemetry(endpoint);
        Shop shop = new Shop(telemetry);
        HttpClient client = HttpClient.newHttpClient()) {
      for (int i = 1; i <= REQUESTS; i++) {
        HttpRequest request =
            HttpRequest.newBuilder(shop.url())
                .POST(HttpRequest.BodyPublishers.ofString("Käse " + i))
                .build();
        client.send(request, BodyHandlers.discarding());
      }
    }
  }

  /// What the environment of a service would say.
  private static OpenTelemetrySdk telemetry(String receiver) {
    return AutoConfiguredOpenTelemetrySdk.builder()
        .addPropertiesSupplier(() ->
            Map.of(
                "otel.service.name", NAME,
                "otel.traces.exporter", "ashlar",
                "otel.metrics.exporter", "ashlar",
                "otel.logs.exporter", "ashlar",
                "otel.exporter.otlp.protocol", "http/protobuf",
                "otel.exporter.otlp.endpoint", receiver,
                "otel.exporter.otlp.compression", "gzip"))
        .disableShutdownHook()
        .build()
        .getOpenTelemetrySdk();
  }
}
