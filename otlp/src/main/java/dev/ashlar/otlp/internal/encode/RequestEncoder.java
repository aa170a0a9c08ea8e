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
import java.nio.ByteBuffer;
import java.util.Arrays;
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
/// Requests are encoded into the same buffer, one behind the other. A request that would exceed the
/// limit ends before the item, or the data point, that exceeds it. The next begins with that, in
/// groups of the same resource and scope. One thread at a time may use an encoder.
public abstract sealed class RequestEncoder<T>
    permits SpanEncoder, LogRecordEncoder, MetricEncoder {
  private static final int GROUPS = 1;
  private static final int OWNER = 1;
  static final int MEMBERS = 2;
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

  /// Most bytes that ends of groups add, without the text of their schema URLs: the lengths of four
  /// open messages that grow from one byte to five, two tags and lengths of texts, and the two
  /// fields of a metric behind its points.
  private static final int MOST_TO_END = 4 * 4 + 2 * 6 + 2 * 2;

  private static final int FIRST_REQUESTS = 4;
  private static final int MAX_CHAR = 3;

  private final ProtoWriter writer;
  final FieldRun run;
  final AttributeWriter attributes;
  private final TraceStates traceStates = new TraceStates();
  private final EntityRefs entityRefs = new EntityRefs();
  private final Groups groups = new Groups();

  private int[] ends = new int[FIRST_REQUESTS];
  private int[] itemCounts = new int[FIRST_REQUESTS];
  private int requestCount;

  /// Of the request that is being written: where it begins, how many items have ended in it, and
  /// how many parts it has that could be in a request of their own.
  private int requestStart;

  private int items;
  private int parts;

  /// Most bytes before the open groups end.
  private long room;

  private int maxBytes;
  private int resourceGroup;
  private int scopeGroup;

  /// The marks before the open groups, and the parts of the request there.
  private long resourceMark;

  private long scopeMark;
  private int partsBeforeResource;
  private int partsBeforeScope;

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

  /// Encodes a request, which replaces the previous ones, and returns its size in bytes.
  ///
  /// @throws IndexOutOfBoundsException if the request exceeds the largest array
  public final int encode(Collection<? extends T> all) {
    return encode(all, Integer.MAX_VALUE);
  }

  /// Encodes requests, which replace the previous ones. Only a request of a single item or data
  /// point may have more than `maxBytes` bytes.
  ///
  /// @return the size of all requests in bytes
  /// @throws IndexOutOfBoundsException if that exceeds the largest array
  public final int encode(Collection<? extends T> all, int maxBytes) {
    writer.reset();
    this.maxBytes = maxBytes;
    requestCount = 0;
    requestStart = 0;
    items = 0;
    parts = 0;
    try {
      groups.begin(all);
      for (int item = 0, count = groups.itemCount(); item < count; item++) {
        T data = item(item);
        groups.add(item, resource(data), scope(data));
      }
      for (int group = 0, count = groups.resourceCount(); group < count; group++) {
        writeResourceGroup(group);
      }
      run.writer();
      endRequest();
    } catch (Throwable failed) {
      run.reset();
      writer.reset();
      throw failed;
    } finally {
      groups.clear();
    }
    return (int) writer.byteSize();
  }

  private void endRequest() {
    if (requestCount == ends.length) {
      ends = Arrays.copyOf(ends, 2 * requestCount);
      itemCounts = Arrays.copyOf(itemCounts, 2 * requestCount);
    }
    requestStart = (int) writer.byteSize();
    ends[requestCount] = requestStart;
    itemCounts[requestCount] = items;
    requestCount++;
    items = 0;
    parts = 0;
  }

  /// {@return how many requests there are}
  public final int requestCount() {
    return requestCount;
  }

  /// {@return how many items end in a request; none if it has a middle part of a metric}
  public final int itemCount(int request) {
    return itemCounts[request];
  }

  /// {@return the bytes of a request without a copy, valid until the next call of [#encode]}
  public final ByteBuffer request(int request) {
    int from = request == 0 ? 0 : ends[request - 1];
    return writer.toBytes().asByteBuffer().slice(from, ends[request] - from);
  }

  public final byte[] toByteArray() {
    return writer.toByteArray();
  }

  /// {@return the requests without a copy, valid until the next call of [#encode]}
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
    beginResourceGroup(group);
    for (int scope = groups.firstScope(group);
        scope != Groups.NONE;
        scope = groups.nextScope(scope)) {
      writeScopeGroup(scope);
    }
    endResourceGroup();
  }

  private void beginResourceGroup(int group) {
    resourceGroup = group;
    resourceMark = run.writer().mark();
    partsBeforeResource = parts;
    Resource resource = groups.resource(group);
    writer.beginMessage(GROUPS);
    writer.beginMessage(OWNER);
    attributes.write(RESOURCE_ATTRIBUTES, resource.getAttributes());
    entityRefs.write(run.writer(), ENTITY_REFS, resource);
    writer.endMessage();
  }

  private void endResourceGroup() {
    writeText(SCHEMA_URL, groups.resource(resourceGroup).getSchemaUrl());
    run.writer().endMessage();
  }

  private void writeScopeGroup(int group) {
    beginScopeGroup(group);
    for (int item = groups.firstItem(group), next; item != Groups.NONE; item = next) {
      next = groups.nextItem(item);
      if (next != Groups.NONE) {
        loaded += load(item(next));
      }
      write(item(item));
      items++;
    }
    endScopeGroup();
  }

  private void beginScopeGroup(int group) {
    scopeGroup = group;
    scopeMark = run.writer().mark();
    partsBeforeScope = parts;
    InstrumentationScopeInfo scope = groups.scope(group);
    writer.beginMessage(MEMBERS);
    writer.beginMessage(OWNER);
    writeText(SCOPE_NAME, scope.getName());
    writeText(SCOPE_VERSION, scope.getVersion());
    attributes.write(SCOPE_ATTRIBUTES, scope.getAttributes());
    run.writer().endMessage();
    room =
        (long) maxBytes
            - MOST_TO_END
            - mostBytes(scope.getSchemaUrl())
            - mostBytes(groups.resource(resourceGroup).getSchemaUrl());
  }

  private static long mostBytes(@Nullable String text) {
    return text == null ? 0 : (long) MAX_CHAR * text.length();
  }

  private void endScopeGroup() {
    writeText(SCHEMA_URL, groups.scope(scopeGroup).getSchemaUrl());
    run.writer().endMessage();
  }

  /// Writes an item as a message, in the next request if this one has no room for it.
  void write(T item) {
    long mark = run.writer().mark();
    writeMessage(item);
    if (isTooLarge()) {
      writer.rollBack(mark);
      beginNextRequest();
      writeMessage(item);
    }
    addPart();
  }

  private void writeMessage(T item) {
    run.writer().beginMessage(MEMBERS);
    writeItem(item);
    run.writer().endMessage();
  }

  /// {@return whether the request exceeds the limit with what has been written since the last part}
  /// If that is all it has, it cannot be less.
  final boolean isTooLarge() {
    return parts > 0 && run.writer().byteSize() - requestStart > room;
  }

  /// Counts what was written as a part of the request.
  final void addPart() {
    parts++;
  }

  /// Ends the open groups and the request, and begins the groups in the next request. Groups
  /// without a part are removed.
  final void beginNextRequest() {
    endScopeGroup();
    if (parts == partsBeforeScope) {
      writer.rollBack(scopeMark);
    }
    endResourceGroup();
    if (parts == partsBeforeResource) {
      writer.rollBack(resourceMark);
    }
    endRequest();
    beginResourceGroup(resourceGroup);
    beginScopeGroup(scopeGroup);
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
