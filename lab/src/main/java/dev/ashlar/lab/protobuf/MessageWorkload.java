// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.protobuf;

import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Writes or reads all messages of a case with one contender.
///
/// Verification decodes written messages with protobuf-java's generated classes. The result, and
/// the objects that a contender reads, must equal the original messages.
final class MessageWorkload implements Workload {
  /// The number of messages of a case, which are written or read in turn.
  static final int MESSAGES = 256;

  /// The operation that is timed.
  enum Direction {
    WRITE,
    READ
  }

  private final Direction direction;
  private final Codec codec;
  private final List<com.google.protobuf.Message> expected;
  private final byte[][] encoded;
  private final @Nullable Object[] kept = new Object[MESSAGES];

  MessageWorkload(Direction direction, Message kind, Codec codec) {
    this.direction = direction;
    this.codec = codec;
    List<Record> messages = new Samples().messages(kind, MESSAGES);
    this.expected = messages.stream().map(Generated::of).toList();
    this.encoded =
        expected.stream().map(com.google.protobuf.Message::toByteArray).toArray(byte[][]::new);
    codec.prepare(messages);
  }

  @Override
  public void verify() {
    Proof.repeat(() -> {
      Proof.requireEqual(run(), result(), direction.toString());
      for (int i = 0; i < MESSAGES; i++) {
        verify(i);
      }
    });
  }

  /// Returns the expected result of [#run]: the bytes that this contender writes, or those that are
  /// read.
  private long result() {
    long bytes = 0;
    for (int i = 0; i < MESSAGES; i++) {
      bytes += direction == Direction.WRITE ? codec.write(i) : encoded[i].length;
    }
    return bytes;
  }

  private void verify(int i) {
    com.google.protobuf.Message expect = expected.get(i);
    Object actual;
    if (direction == Direction.WRITE) {
      int bytes = codec.write(i);
      byte[] written = codec.written();
      Proof.requireEqual(bytes, written.length, "bytes of message " + i);
      actual = Generated.parse(expect, written);
    } else {
      Object read = codec.shown(Objects.requireNonNull(kept[i]));
      actual = read instanceof Record made ? Generated.of(made) : read;
    }
    if (!expect.equals(actual)) {
      throw new WrongResultException("message %d is %s, not %s".formatted(i, actual, expect));
    }
  }

  @Override
  public long run() {
    long sum = 0;
    if (direction == Direction.WRITE) {
      for (int i = 0; i < MESSAGES; i++) {
        sum += codec.write(i);
      }
    } else {
      for (int i = 0; i < MESSAGES; i++) {
        kept[i] = codec.read(encoded[i]);
        sum += encoded[i].length;
      }
    }
    return sum;
  }
}
