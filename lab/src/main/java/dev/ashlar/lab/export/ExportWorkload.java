// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.export;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;

/// Encodes the request of one batch repeatedly. The variation is within the batch, in its hundreds
/// or thousands of spans, points or log records. A request is correct if it decodes to the message
/// that protobuf-java's classes build.
final class ExportWorkload<T> implements Workload {
  private static final int SCOPES = 2;

  private final RequestWriter<T> writer;
  private final RequestWriter<T> judge;
  private final Parser<? extends Message> parser;
  private final List<T> batch;

  ExportWorkload(
      RequestWriter<T> writer,
      RequestWriter<T> judge,
      Parser<? extends Message> parser,
      Supplier<List<T>> batch) {
    this.writer = writer;
    this.judge = judge;
    this.parser = parser;
    this.batch = batch.get();
  }

  @Override
  public long run() {
    return writer.write(batch);
  }

  @Override
  public void verify() {
    Message expected = decoded(judge.written(batch));
    Proof.repeat(() -> {
      byte[] written = writer.written(batch);
      if (!decoded(written).equals(expected)) {
        throw new WrongResultException("the request decodes to another message");
      }
      Proof.requireEqual(run(), written.length, "the size when it is timed");
    });
  }

  /// Decodes a request, and sorts its scopes: their order has no meaning.
  private Message decoded(byte[] request) {
    try {
      Message message = parser.parseFrom(request);
      FieldDescriptor groups = message.getDescriptorForType().findFieldByNumber(1);
      Message group = (Message) message.getRepeatedField(groups, 0);
      FieldDescriptor scopes = group.getDescriptorForType().findFieldByNumber(SCOPES);
      Message.Builder sorted = group.toBuilder().clearField(scopes);
      ((List<?>) group.getField(scopes))
          .stream()
              .map(Message.class::cast)
              .sorted(
                  Comparator.comparing(scope ->
                      scope.getField(scope.getDescriptorForType().findFieldByNumber(1)).toString()))
              .forEach(scope -> sorted.addRepeatedField(scopes, scope));
      return message.toBuilder().setRepeatedField(groups, 0, sorted.build()).build();
    } catch (InvalidProtocolBufferException e) {
      throw new WrongResultException("the request does not decode: " + e.getMessage());
    }
  }
}
