// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

/// A signal, with its names in the protocol, in the configuration and in metrics.
public enum Signal {
  SPANS("traces", "span", "spans", "trace.v1.TraceService", "span", "{span}"),
  METRICS(
      "metrics",
      "metric",
      "metrics",
      "metrics.v1.MetricsService",
      "metric_data_point",
      "{data_point}"),
  LOG_RECORDS("logs", "log", "log records", "logs.v1.LogsService", "log", "{log_record}");

  /// The name in variables and paths: `traces`, `metrics`, `logs`.
  public final String plural;

  /// The name in metrics: `span`, `metric`, `log`.
  final String singular;

  /// The name in messages.
  public final String items;

  /// The method of a gRPC call.
  final String grpcMethod;

  /// The name and the unit in the newer metrics.
  final String counted;

  final String unit;

  Signal(
      String plural, String singular, String items, String service, String counted, String unit) {
    this.plural = plural;
    this.singular = singular;
    this.items = items;
    this.grpcMethod = "opentelemetry.proto.collector." + service + "/Export";
    this.counted = counted;
    this.unit = unit;
  }

  public String path() {
    return "v1/" + plural;
  }
}
