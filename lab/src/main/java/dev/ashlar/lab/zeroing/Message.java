// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.zeroing;

import dev.ashlar.memory.ByteSink;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;

/// A message for which a contender allocates memory. The message has `size` bytes. The first
/// `written` bytes are written: all, or none.
///
/// A message is written as by a serializer: in fields, each copied from elsewhere. A single copy
/// that fills a new array would not measure the zeroing, because C2 then omits it.
///
/// @param start the offset in the [#RING] at which the message's bytes begin
record Message(int start, int size, int written) {
  /// The maximum number of bytes of a field.
  static final int FIELD = 256;

  private static final int RING_SIZE = 1 << 16;
  private static final int SEED = 2020;

  /// The source of the bytes of all messages: after the end, a message continues at the front.
  static final byte[] RING = ring();

  private static byte[] ring() {
    byte[] ring = new byte[RING_SIZE + FIELD];
    new Random(SEED).nextBytes(ring);
    // A field that crosses the end of the ring continues with the bytes at the front.
    System.arraycopy(ring, 0, ring, RING_SIZE, FIELD);
    return ring;
  }

  /// {@return the messages of a case}
  static Message[] all(int size, Writing writing) {
    Random random = new Random(SEED);
    Message[] messages = new Message[ZeroingExperiment.INPUTS];
    int written = writing == Writing.WRITTEN ? size : 0;
    Arrays.setAll(messages, _ -> new Message(random.nextInt(RING_SIZE), size, written));
    return messages;
  }

  void writeTo(byte[] target) {
    for (int at = 0; at < written; at += FIELD) {
      System.arraycopy(RING, source(at), target, at, Math.min(FIELD, written - at));
    }
  }

  void writeTo(ByteSink target) {
    for (int at = 0; at < written; at += FIELD) {
      target.append(RING, source(at), Math.min(FIELD, written - at));
    }
  }

  void writeTo(MemorySegment target) {
    for (int at = 0; at < written; at += FIELD) {
      int length = Math.min(FIELD, written - at);
      MemorySegment.copy(RING, source(at), target, ValueLayout.JAVA_BYTE, at, length);
    }
  }

  private int source(int at) {
    return (start + at) & (RING_SIZE - 1);
  }

  /// Returns whether `memory` has the bytes of this message.
  ///
  /// @param zeroes whether bytes that were not written have to be zero
  boolean isIn(byte[] memory, boolean zeroes) {
    if (memory.length != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      boolean isRight = i < written ? memory[i] == RING[source(i)] : !zeroes || memory[i] == 0;
      if (!isRight) {
        return false;
      }
    }
    return true;
  }

  /// The use of memory after its allocation: it is written, or not. Benchmarks that leave memory
  /// unwritten are misleading. No program allocates memory that it never uses, and the system may
  /// not even provide memory that is never touched.
  enum Writing {
    WRITTEN("written in fields of at most %d bytes".formatted(Message.FIELD)),
    UNWRITTEN("never touched: the trap");

    final String description;

    Writing(String description) {
      this.description = description;
    }
  }
}
