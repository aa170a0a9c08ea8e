// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.TraceId;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.resources.Resource;

/// Encodes log records, as defined in `opentelemetry/proto/logs/v1/logs.proto`.
final class LogRecordEncoder extends RequestEncoder<LogRecordData> {
  private static final int TIME = 1;
  private static final int SEVERITY_NUMBER = 2;
  private static final int SEVERITY_TEXT = 3;
  private static final int BODY = 5;
  private static final int ATTRIBUTES = 6;
  private static final int DROPPED_ATTRIBUTES = 7;
  private static final int FLAGS = 8;
  private static final int TRACE_ID = 9;
  private static final int SPAN_ID = 10;
  private static final int OBSERVED_TIME = 11;
  private static final int EVENT_NAME = 12;

  @Override
  Resource resource(LogRecordData record) {
    return record.getResource();
  }

  @Override
  InstrumentationScopeInfo scope(LogRecordData record) {
    return record.getInstrumentationScopeInfo();
  }

  @Override
  void writeItem(LogRecordData record) {
    writeFixed64(TIME, record.getTimestampEpochNanos());
    writeFixed64(OBSERVED_TIME, record.getObservedTimestampEpochNanos());
    writeEnum(SEVERITY_NUMBER, record.getSeverity().getSeverityNumber());
    writeText(SEVERITY_TEXT, record.getSeverityText());
    Value<?> body = record.getBodyValue();
    if (body != null) {
      attributes.write(BODY, body);
    }
    attributes.write(ATTRIBUTES, record.getAttributes());
    writeDropped(
        DROPPED_ATTRIBUTES, record.getTotalAttributeCount(), record.getAttributes().size());
    writeContext(record.getSpanContext());
    writeText(EVENT_NAME, record.getEventName());
  }

  private void writeContext(SpanContext context) {
    int flags = context.getTraceFlags().asByte() & 0xFF;
    if (flags != 0) {
      run.writeFixed32(FLAGS, flags);
    }
    if (!context.getTraceId().equals(TraceId.getInvalid())) {
      writeTraceId(TRACE_ID, context.getTraceId());
    }
    if (!context.getSpanId().equals(SpanId.getInvalid())) {
      writeSpanId(SPAN_ID, context.getSpanId());
    }
  }
}
