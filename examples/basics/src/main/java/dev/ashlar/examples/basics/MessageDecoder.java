// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.examples.basics;

import dev.ashlar.memory.Bytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;

/// One decoder for an array, native memory and a mapped file. It is as fast for all three as for
/// one, even in a JVM that uses all of them.
///
/// ```
/// message   kind, byte; length of the body, int; body: numbers of 8 bytes
/// ```
final class MessageDecoder {
  private static final int HEADER = Byte.BYTES + Integer.BYTES;
  private static final byte ORDER = 1;

  private MessageDecoder() {}

  static void main() throws IOException {
    byte[] array = messages(1_000);
    Path file = Files.createTempFile("messages", ".bin");
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(Files.write(file, array))) {
      MemorySegment mapped = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      MemorySegment copy = arena.allocate(array.length).copyFrom(MemorySegment.ofArray(array));
      System.out.println("array   " + sumOfOrders(Bytes.of(array)));
      System.out.println("native  " + sumOfOrders(Bytes.of(copy)));
      System.out.println("mapped  " + sumOfOrders(Bytes.of(mapped)));
    } finally {
      Files.delete(file);
    }
  }

  /// Adds up the numbers of all orders.
  ///
  /// @throws IllegalArgumentException if a message is longer than what is there
  static long sumOfOrders(Bytes messages) {
    int end = Math.toIntExact(messages.byteSize());
    long sum = 0;
    for (int at = 0; at < end; ) {
      byte kind = messages.getByte(at);
      int length = messages.getInt(at + 1);
      int body = at + HEADER;
      if (length < 0 || length > end - body) {
        throw new IllegalArgumentException("The message at " + at + " says " + length + " bytes");
      }
      if (kind == ORDER) {
        for (int number = 0; number <= length - Long.BYTES; number += Long.BYTES) {
          sum += messages.getLong(body + number);
        }
      }
      at = body + length;
    }
    return sum;
  }

  /// Makes messages of which every second is an order of three numbers.
  static byte[] messages(int count) {
    Bytes bytes = Bytes.of(new byte[count * (HEADER + 3 * Long.BYTES)]);
    int at = 0;
    for (int i = 0; i < count; i++) {
      bytes.setByte(at, (byte) (i % 2));
      bytes.setInt(at + 1, 3 * Long.BYTES);
      for (int number = 0; number < 3; number++) {
        bytes.setLong(at + HEADER + number * Long.BYTES, i + number);
      }
      at += HEADER + 3 * Long.BYTES;
    }
    return bytes.toByteArray();
  }
}
