// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/// Receives requests of OTLP over HTTP, and says in a line for each item what came.
final class Receiver implements AutoCloseable {
  private final HttpServer server;
  private final Consumer<String> lines;

  Receiver(Consumer<String> lines) throws IOException {
    this.lines = lines;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/traces", exchange -> receive(exchange, this::traces));
    server.createContext("/v1/metrics", exchange -> receive(exchange, this::metrics));
    server.createContext("/v1/logs", exchange -> receive(exchange, this::logs));
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private interface Reader {
    void read(InputStream body) throws IOException;
  }

  private static void receive(HttpExchange exchange, Reader reader) throws IOException {
    try (exchange) {
      boolean gzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
      InputStream body = exchange.getRequestBody();
      reader.read(gzip ? new GZIPInputStream(body) : body);
      exchange.sendResponseHeaders(200, -1);
    }
  }

  private void traces(InputStream body) throws IOException {
    ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
        .flatMap(group -> group.getScopeSpansList().stream())
        .flatMap(group -> group.getSpansList().stream())
        .forEach(span ->
            lines.accept(
                "span   %s, %d attributes, %.1f ms"
                    .formatted(
                        span.getName(),
                        span.getAttributesCount(),
                        (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1e6)));
  }

  private void metrics(InputStream body) throws IOException {
    ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList().stream()
        .flatMap(group -> group.getScopeMetricsList().stream())
        .filter(group -> group.getScope().getName().equals(Shop.NAME))
        .flatMap(group -> group.getMetricsList().stream())
        .forEach(metric ->
            metric
                .getSum()
                .getDataPointsList()
                .forEach(point ->
                    lines.accept("metric %s = %d".formatted(metric.getName(), point.getAsInt()))));
  }

  private void logs(InputStream body) throws IOException {
    ExportLogsServiceRequest.parseFrom(body).getResourceLogsList().stream()
        .flatMap(group -> group.getScopeLogsList().stream())
        .flatMap(group -> group.getLogRecordsList().stream())
        .forEach(record ->
            lines.accept(
                "log    %s %s"
                    .formatted(record.getSeverityText(), record.getBody().getStringValue())));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
