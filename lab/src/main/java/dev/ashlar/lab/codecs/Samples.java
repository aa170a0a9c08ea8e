// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/// The input of the codecs, which is always the same.
final class Samples {
  /// The size of the text, and the least size of the message.
  static final int BYTES = 1 << 16;

  private static final int SEED = 4;
  private static final String[] WORDS = {
    "GET", "POST", "/api/orders", "/api/customers", "http.route", "status", "duration", "service",
    "checkout", "inventory", "error", "timeout", "retry", "200", "404", "503"
  };

  private Samples() {}

  /// {@return lines of JSON that repeat their words about as often as those of a log}
  static byte[] text() {
    Random random = new Random(SEED);
    StringBuilder text = new StringBuilder();
    while (text.length() < BYTES) {
      text.append("{\"time\":").append(1_700_000_000_000L + text.length());
      int count = 2 + random.nextInt(4);
      for (int i = 0; i < count; i++) {
        text.append(",\"").append(word(random)).append("\":\"").append(word(random));
        text.append(random.nextInt(1_000)).append('"');
      }
      text.append("}\n");
    }
    return text.substring(0, BYTES).getBytes(StandardCharsets.US_ASCII);
  }

  private static String word(Random random) {
    return WORDS[random.nextInt(WORDS.length)];
  }

  /// A message, and the checksum that [TagParser] has to compute for it.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Message(byte[] bytes, long checksum) {}

  /// {@return a message with fields of all wire types except groups, and its checksum} The checksum
  /// is computed from the values that are written, without a parser.
  static Message message() {
    Random random = new Random(SEED);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long checksum = 0;
    while (out.size() < BYTES) {
      int number = 1 + random.nextInt(random.nextBoolean() ? 15 : 300);
      long value;
      switch (random.nextInt(6)) {
        case 0 -> {
          putVarint(out, (long) number << 3 | 1);
          value = random.nextLong();
          putFixed(out, value, Long.BYTES);
        }
        case 1 -> {
          putVarint(out, (long) number << 3 | 5);
          int fixed = random.nextInt();
          value = fixed;
          putFixed(out, fixed, Integer.BYTES);
        }
        case 2 -> {
          putVarint(out, (long) number << 3 | 2);
          byte[] text =
              word(random).repeat(1 + random.nextInt(3)).getBytes(StandardCharsets.US_ASCII);
          putVarint(out, text.length);
          out.writeBytes(text);
          value = sum(text);
        }
        default -> {
          putVarint(out, (long) number << 3);
          value = random.nextLong() >>> random.nextInt(Long.SIZE);
          putVarint(out, value);
        }
      }
      checksum = TagParser.add(checksum, number, value);
    }
    return new Message(out.toByteArray(), checksum);
  }

  private static long sum(byte[] text) {
    long sum = text.length;
    ByteBuffer buffer = ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.remaining() >= Long.BYTES) {
      sum += buffer.getLong();
    }
    while (buffer.hasRemaining()) {
      sum += buffer.get();
    }
    return sum;
  }

  private static void putFixed(ByteArrayOutputStream out, long value, int byteSize) {
    for (int i = 0; i < byteSize; i++) {
      out.write((int) (value >>> (i * Byte.SIZE)));
    }
  }

  private static void putVarint(ByteArrayOutputStream out, long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.write((int) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    out.write((int) left);
  }
}
