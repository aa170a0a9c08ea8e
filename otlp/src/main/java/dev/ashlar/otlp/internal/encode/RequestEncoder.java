// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import dev.ashlar.memory.Bytes;
import dev.ashlar.wire.ProtoWriter;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/// Encodes the items of one signal as the protocol's request.
///
/// ```
/// request        resource groups = 1
/// resource group resource = 1, scope groups = 2, schema URL = 3
/// scope group    scope = 1, items = 2, schema URL = 3
/// Resource       attributes = 1, entity references = 3
/// Scope          name = 1, version = 2, attributes = 3
/// ```
///
/// Each request is encoded into the same buffer. One thread at a time may use an encoder.
public abstract sealed class RequestEncoder<T>
    permits SpanEncoder, LogRecordEncoder, MetricEncoder {
  private static final int GROUPS = 1;
  private static final int OWNER = 1;
  private static final int MEMBERS = 2;
  private static final int SCHEMA_URL = 3;

  private static final int RESOURCE_ATTRIBUTES = 1;
  private static final int ENTITY_REFS = 3;
  private static final int SCOPE_NAME = 1;
  private static final int SCOPE_VERSION = 2;
  private static final int SCOPE_ATTRIBUTES = 3;

  /// Flags of spans and links: the lowest byte is that of the trace, the others are about the
  /// parent, or the linked span.
  private static final int TRACE_FLAGS = 0xFF;

  private static final int KNOWN_WHETHER_REMOTE = 0x100;
  private static final int REMOTE = 0x200;

  private final ProtoWriter writer;
  final FieldRun run;
  final AttributeWriter attributes;
  private final TraceStates traceStates = new TraceStates();
  private final EntityRefs entityRefs = new EntityRefs();
  private final Groups groups = new Groups();

  /// The result of [#load]: the compiler drops a load that nothing depends on.
  int loaded;

  RequestEncoder() {
    this.writer = ProtoWriter.create(Integer.MAX_VALUE);
    this.run = new FieldRun(writer);
    this.attributes = new AttributeWriter(run);
  }

  public static RequestEncoder<SpanData> ofSpans() {
    return new SpanEncoder();
  }

  public static RequestEncoder<LogRecordData> ofLogRecords() {
    return new LogRecordEncoder();
  }

  public static RequestEncoder<MetricData> ofMetrics() {
    return new MetricEncoder();
  }

  /// Encodes a request, which replaces the previous one, and returns its size in bytes.
  ///
  /// @throws IndexOutOfBoundsException if the request exceeds the largest array
  public final int encode(Collection<? extends T> items) {
    writer.reset();
    try {
      groups.begin(items);
      for (int item = 0, count = groups.itemCount(); item < count; item++) {
        T data = item(item);
        groups.add(item, resource(data), scope(data));
      }
      for (int group = 0, count = groups.resourceCount(); group < count; group++) {
        writeResourceGroup(group);
      }
      run.writer();
    } catch (Throwable failed) {
      run.reset();
      writer.reset();
      throw failed;
    } finally {
      groups.clear();
    }
    return (int) writer.byteSize();
  }

  public final byte[] toByteArray() {
    return writer.toByteArray();
  }

  /// {@return the request without a copy, valid until the next call of [#encode]}
  public final Bytes toBytes() {
    return writer.toBytes();
  }

  abstract Resource resource(T item);

  abstract InstrumentationScopeInfo scope(T item);

  /// Reads what an item refers to, an item ahead: the processor waits for one object to find the
  /// next, and does so while the item before is written.
  ///
  /// @return any number that depends on what was read
  int load(T item) {
    return 0;
  }

  /// Writes the fields of an item, whose message is open.
  abstract void writeItem(T item);

  /// The groups have what came in a collection of such.
  @SuppressWarnings({"unchecked", "NullAway"})
  private T item(int item) {
    return (T) groups.item(item);
  }

  private void writeResourceGroup(int group) {
    Resource resource = groups.resource(group);
    run.writer().beginMessage(GROUPS);
    writeResource(resource);
    for (int scope = groups.firstScope(group);
        scope != Groups.NONE;
        scope = groups.nextScope(scope)) {
      writeScopeGroup(scope);
    }
    writeText(SCHEMA_URL, resource.getSchemaUrl());
    run.writer().endMessage();
  }

  private void writeResource(Resource resource) {
    run.writer().beginMessage(OWNER);
    attributes.write(RESOURCE_ATTRIBUTES, resource.getAttributes());
    entityRefs.write(run.writer(), ENTITY_REFS, resource);
    run.writer().endMessage();
  }

  private void writeScopeGroup(int group) {
    InstrumentationScopeInfo scope = groups.scope(group);
    run.writer().beginMessage(MEMBERS);
    run.writer().beginMessage(OWNER);
    writeText(SCOPE_NAME, scope.getName());
    writeText(SCOPE_VERSION, scope.getVersion());
    attributes.write(SCOPE_ATTRIBUTES, scope.getAttributes());
    run.writer().endMessage();
    for (int item = groups.firstItem(group), next; item != Groups.NONE; item = next) {
      next = groups.nextItem(item);
      if (next != Groups.NONE) {
        loaded += load(item(next));
      }
      run.writer().beginMessage(MEMBERS);
      writeItem(item(item));
      run.writer().endMessage();
    }
    writeText(SCHEMA_URL, scope.getSchemaUrl());
    run.writer().endMessage();
  }

  // Fields that have their type's default are left out, as proto3 wants it.

  final void writeText(int field, @Nullable String text) {
    if (text != null && !text.isEmpty()) {
      run.writeText(field, text);
    }
  }

  final void writeFixed64(int field, long value) {
    if (value != 0) {
      run.writeFixed64(field, value);
    }
  }

  final void writeEnum(int field, int value) {
    if (value != 0) {
      run.writeUint32(field, value);
    }
  }

  /// Writes how many of `total` are not among those that are `left`.
  final void writeDropped(int field, int total, int left) {
    if (total > left) {
      run.writeUint32(field, total - left);
    }
  }

  final void writeTraceId(int field, String id) {
    run.writeId(field, id, HexIds.TRACE_BYTES);
  }

  final void writeSpanId(int field, String id) {
    run.writeId(field, id, HexIds.SPAN_BYTES);
  }

  final void writeTraceState(int field, TraceState state) {
    if (!state.isEmpty()) {
      traceStates.write(run.writer(), field, state);
    }
  }

  /// @param other the parent, or the linked span
  final void writeFlags(int field, SpanContext span, SpanContext other) {
    int remote = other.isRemote() ? REMOTE : 0;
    int flags = span.getTraceFlags().asByte() & TRACE_FLAGS;
    run.writeFixed32(field, flags | KNOWN_WHETHER_REMOTE | remote);
  }
}
