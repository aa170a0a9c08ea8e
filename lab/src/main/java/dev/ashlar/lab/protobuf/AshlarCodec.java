// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import dev.ashlar.wire.ProtoType;
import dev.ashlar.wire.ProtoWriter;
import java.lang.invoke.MethodHandles;
import java.util.List;

/// Ashlar's `ProtoType`, which encodes and decodes records.
final class AshlarCodec<R extends Record> implements Codec {
  private final ProtoType<R> type;
  private final ProtoWriter writer = ProtoWriter.create();
  private List<R> messages = List.of();

  AshlarCodec(Class<R> record) {
    this.type = ProtoType.of(MethodHandles.lookup(), record);
  }

  static Codec of(Message kind) {
    return switch (kind) {
      case FLAT -> new AshlarCodec<>(Records.Quote.class);
      case TREE -> new AshlarCodec<>(Records.Tree.class);
      case NUMBERS -> new AshlarCodec<>(Records.Numbers.class);
      case TEXTS -> new AshlarCodec<>(Records.Texts.class);
    };
  }

  @Override
  public void prepare(List<Record> all) {
    messages = all.stream().map(type.recordType()::cast).toList();
  }

  @Override
  public int write(int index) {
    writer.reset();
    type.write(messages.get(index), writer);
    return (int) writer.byteSize();
  }

  @Override
  public byte[] written() {
    return writer.toByteArray();
  }

  @Override
  public Object read(byte[] bytes) {
    return type.parse(bytes);
  }

  @Override
  public Object shown(Object read) {
    return read;
  }
}
