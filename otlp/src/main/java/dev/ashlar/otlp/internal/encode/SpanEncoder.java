// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.util.List;

/// Encodes spans, as defined in `opentelemetry/proto/trace/v1/trace.proto`.
final class SpanEncoder extends RequestEncoder<SpanData> {
  private static final int TRACE_ID = 1;
  private static final int SPAN_ID = 2;
  private static final int TRACE_STATE = 3;
  private static final int PARENT_SPAN_ID = 4;
  private static final int NAME = 5;
  private static final int KIND = 6;
  private static final int START_TIME = 7;
  private static final int END_TIME = 8;
  private static final int ATTRIBUTES = 9;
  private static final int DROPPED_ATTRIBUTES = 10;
  private static final int EVENTS = 11;
  private static final int DROPPED_EVENTS = 12;
  private static final int LINKS = 13;
  private static final int DROPPED_LINKS = 14;
  private static final int STATUS = 15;
  private static final int FLAGS = 16;

  private static final int EVENT_TIME = 1;
  private static final int EVENT_NAME = 2;
  private static final int EVENT_ATTRIBUTES = 3;
  private static final int EVENT_DROPPED_ATTRIBUTES = 4;

  private static final int LINK_TRACE_ID = 1;
  private static final int LINK_SPAN_ID = 2;
  private static final int LINK_TRACE_STATE = 3;
  private static final int LINK_ATTRIBUTES = 4;
  private static final int LINK_DROPPED_ATTRIBUTES = 5;
  private static final int LINK_FLAGS = 6;

  private static final int STATUS_MESSAGE = 2;
  private static final int STATUS_CODE = 3;

  @Override
  Resource resource(SpanData span) {
    return span.getResource();
  }

  @Override
  InstrumentationScopeInfo scope(SpanData span) {
    return span.getInstrumentationScopeInfo();
  }

  @Override
  int load(SpanData span) {
    SpanContext context = span.getSpanContext();
    return context.getTraceId().length()
        + context.getSpanId().length()
        + span.getParentSpanContext().getSpanId().length()
        + span.getName().length()
        + span.getAttributes().size();
  }

  @Override
  void writeItem(SpanData span) {
    SpanContext context = span.getSpanContext();
    SpanContext parent = span.getParentSpanContext();
    writeTraceId(TRACE_ID, context.getTraceId());
    writeSpanId(SPAN_ID, context.getSpanId());
    writeTraceState(TRACE_STATE, context.getTraceState());
    if (parent.isValid()) {
      writeSpanId(PARENT_SPAN_ID, parent.getSpanId());
    }
    writeText(NAME, span.getName());
    run.writeUint32(KIND, number(span.getKind()));
    writeFixed64(START_TIME, span.getStartEpochNanos());
    writeFixed64(END_TIME, span.getEndEpochNanos());
    attributes.write(ATTRIBUTES, span.getAttributes());
    writeDropped(DROPPED_ATTRIBUTES, span.getTotalAttributeCount(), span.getAttributes().size());
    writeEvents(span);
    writeLinks(span);
    writeStatus(span.getStatus());
    writeFlags(FLAGS, context, parent);
  }

  private void writeEvents(SpanData span) {
    List<EventData> events = span.getEvents();
    int count = events.size();
    for (int i = 0; i < count; i++) {
      EventData event = events.get(i);
      run.writer().beginMessage(EVENTS);
      writeFixed64(EVENT_TIME, event.getEpochNanos());
      writeText(EVENT_NAME, event.getName());
      attributes.write(EVENT_ATTRIBUTES, event.getAttributes());
      writeDropped(
          EVENT_DROPPED_ATTRIBUTES, event.getTotalAttributeCount(), event.getAttributes().size());
      run.writer().endMessage();
    }
    writeDropped(DROPPED_EVENTS, span.getTotalRecordedEvents(), count);
  }

  private void writeLinks(SpanData span) {
    List<LinkData> links = span.getLinks();
    int count = links.size();
    for (int i = 0; i < count; i++) {
      LinkData link = links.get(i);
      SpanContext context = link.getSpanContext();
      run.writer().beginMessage(LINKS);
      writeTraceId(LINK_TRACE_ID, context.getTraceId());
      writeSpanId(LINK_SPAN_ID, context.getSpanId());
      writeTraceState(LINK_TRACE_STATE, context.getTraceState());
      attributes.write(LINK_ATTRIBUTES, link.getAttributes());
      writeDropped(
          LINK_DROPPED_ATTRIBUTES, link.getTotalAttributeCount(), link.getAttributes().size());
      writeFlags(LINK_FLAGS, context, context);
      run.writer().endMessage();
    }
    writeDropped(DROPPED_LINKS, span.getTotalRecordedLinks(), count);
  }

  private void writeStatus(StatusData status) {
    int code = number(status.getStatusCode());
    String description = status.getDescription();
    if (description == null || description.isEmpty()) {
      run.writeEnumMessage(STATUS, STATUS_CODE, code);
      return;
    }
    run.writer().beginMessage(STATUS);
    run.writeText(STATUS_MESSAGE, description);
    writeEnum(STATUS_CODE, code);
    run.writer().endMessage();
  }

  private static int number(SpanKind kind) {
    return switch (kind) {
      case INTERNAL -> 1;
      case SERVER -> 2;
      case CLIENT -> 3;
      case PRODUCER -> 4;
      case CONSUMER -> 5;
    };
  }

  private static int number(StatusCode code) {
    return switch (code) {
      case UNSET -> 0;
      case OK -> 1;
      case ERROR -> 2;
    };
  }
}
