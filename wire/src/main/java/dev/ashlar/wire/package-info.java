/// Protobuf messages as plain records: without generated sources, garbage, Unsafe or JVM flags.
///
/// A message is a record whose components have numbers. [ProtoType][dev.ashlar.wire.ProtoType]
/// writes and reads it, prints its `.proto` file and compares it with a descriptor. Code that knows
/// its fields by itself uses [ProtoWriter][dev.ashlar.wire.ProtoWriter] and
/// [ProtoReader][dev.ashlar.wire.ProtoReader], on arrays, other memory or a stream.
///
/// ```java
/// record Event(
///     @ProtoField(value = 1, type = FieldType.FIXED64) long time,
///     @ProtoField(2) String name,
///     @ProtoField(3) Map<String, String> labels) {}
///
/// static final ProtoType<Event> EVENT = ProtoType.of(MethodHandles.lookup(), Event.class);
///
/// byte[] message = EVENT.toByteArray(new Event(7, "start", Map.of("zone", "a")));
/// Event event = EVENT.parse(message);
/// String source = EVENT.toProto();                     // a .proto file, for other languages
/// ```
@NullMarked
package dev.ashlar.wire;

import org.jspecify.annotations.NullMarked;
