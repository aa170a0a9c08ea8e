// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// protobuf-java's messages, written to an array that is reused.
abstract class ProtobufCodec implements Codec {
  private final byte[] target = new byte[CAPACITY];
  private List<Record> records = List.of();
  private Message[] messages = {};
  private @Nullable Parser<? extends Message> parser;
  private int size;

  /// {@return a message of the type that this contender uses}
  Message message(Record made) {
    return Generated.of(made);
  }

  @Override
  public void prepare(List<Record> all) {
    records = all;
    messages = all.stream().map(this::message).toArray(Message[]::new);
    parser = messages[0].getParserForType();
  }

  final Message built(int index) {
    return messages[index];
  }

  final Record unbuilt(int index) {
    return records.get(index);
  }

  final int write(Message message) {
    try {
      CodedOutputStream out = CodedOutputStream.newInstance(target);
      message.writeTo(out);
      size = out.getTotalBytesWritten();
      return size;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  final Message parse(byte[] bytes) {
    try {
      return Objects.requireNonNull(parser).parseFrom(bytes);
    } catch (InvalidProtocolBufferException malformed) {
      throw new UncheckedIOException(malformed);
    }
  }

  @Override
  public final byte[] written() {
    return Arrays.copyOf(target, size);
  }

  /// Existing messages, which are not converted to records.
  static class Built extends ProtobufCodec {
    @Override
    public int write(int index) {
      return write(built(index));
    }

    @Override
    public Object read(byte[] bytes) {
      return parse(bytes);
    }

    @Override
    public Object shown(Object read) {
      return read;
    }
  }

  /// Messages that are built from records, and converted to records when read, for programs that
  /// use records.
  static final class Building extends ProtobufCodec {
    @Override
    public int write(int index) {
      return write(message(unbuilt(index)));
    }

    @Override
    public Object read(byte[] bytes) {
      return Generated.record(parse(bytes));
    }

    @Override
    public Object shown(Object read) {
      return read;
    }
  }

  /// Messages that are written and parsed by their descriptor, without generated classes.
  static final class Dynamic extends Built {
    @Override
    Message message(Record made) {
      return DynamicMessage.newBuilder(Generated.of(made)).build();
    }
  }
}
