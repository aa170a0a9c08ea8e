// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.util.ByteArrayBuilder;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.dataformat.protobuf.ProtobufMapper;
import tools.jackson.dataformat.protobuf.schema.ProtobufSchema;
import tools.jackson.dataformat.protobuf.schema.ProtobufSchemaLoader;

/// Jackson's protobuf module, which encodes and decodes records. It does not support maps.
final class JacksonCodec implements Codec {
  /// The schema of all messages. Jackson packs only fields that are declared as packed.
  private static final String SCHEMA =
      """
      syntax = "proto2";
      message Quote {
        optional int64 id = 1;
        optional int32 kind = 2;
        optional string name = 3;
        optional double price = 4;
        optional bool live = 5;
        optional fixed64 time = 6;
        optional sint32 delta = 7;
        optional string venue = 8;
        optional uint32 count = 9;
        optional float share = 10;
        optional int64 client = 11;
        optional bytes token = 12;
      }
      message Tree {
        optional int32 value = 1;
        optional string label = 2;
        repeated Tree children = 3;
      }
      message Numbers {
        repeated int32 counts = 1 [packed=true];
        repeated double prices = 2 [packed=true];
        repeated sint64 deltas = 3 [packed=true];
      }
      """;

  private final ObjectWriter writer;
  private final ObjectReader reader;
  private final List<Record> messages = new ArrayList<>();
  private final ByteArrayBuilder target = new ByteArrayBuilder(CAPACITY);

  JacksonCodec(Class<? extends Record> type) {
    ProtobufMapper mapper = new ProtobufMapper();
    ProtobufSchema schema;
    try {
      schema = ProtobufSchemaLoader.std.parse(SCHEMA, type.getSimpleName());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    writer = mapper.writerFor(type).with(schema);
    reader = mapper.readerFor(type).with(schema);
  }

  static Codec of(Message kind) {
    return new JacksonCodec(
        switch (kind) {
          case FLAT -> Records.Quote.class;
          case TREE -> Records.Tree.class;
          case NUMBERS -> Records.Numbers.class;
          case TEXTS -> throw new IllegalArgumentException("Jackson's module has no maps");
        });
  }

  @Override
  public void prepare(List<Record> all) {
    messages.addAll(all);
  }

  @Override
  public int write(int index) {
    target.reset();
    writer.writeValue(target, messages.get(index));
    return target.size();
  }

  @Override
  public byte[] written() {
    return target.toByteArray();
  }

  @Override
  public Object read(byte[] bytes) {
    return reader.readValue(bytes);
  }

  @Override
  public Object shown(Object read) {
    return read instanceof Records.Tree tree ? withLists(tree) : read;
  }

  /// Jackson leaves an absent list null.
  private static Records.Tree withLists(Records.Tree tree) {
    List<Records.Tree> children = new ArrayList<>();
    for (Records.Tree child :
        Objects.requireNonNullElse(tree.children(), List.<Records.Tree>of())) {
      children.add(withLists(child));
    }
    return new Records.Tree(tree.value(), tree.label(), children);
  }
}
