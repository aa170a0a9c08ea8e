// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import dev.ashlar.memory.Bytes;
import dev.ashlar.testing.Garbage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// Fails if a loop over `encodeInto`, in a JVM that runs nothing else, goes on making results.
final class EncodeIntoProgram {
  private static final String[] TEXTS = {
    "", "GET /index.html", "Grüße aus Wien", "日本語テキスト", "\uD83D\uDE00 and \uD800", "x".repeat(200)
  };
  private static final int SIZE = 150;

  private EncodeIntoProgram() {}

  public static void main(String[] args) throws Throwable {
    byte[] array = new byte[SIZE];
    MemorySegment segment = Arena.global().allocate(SIZE);
    Bytes bytes = Bytes.of(segment);
    ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
    Utf8.Encoder encoder = Utf8.encoder();
    Garbage.assertNone(i -> used(Utf8.encodeInto(text(i), 0, array, 7, 100)));
    Garbage.assertNone(i -> used(Utf8.encodeInto(text(i), 0, bytes, 7, 100)));
    Garbage.assertNone(i -> used(Utf8.encodeInto(text(i), 0, segment, 7, 100)));
    Garbage.assertNone(i -> used(Utf8.encodeInto(text(i), 0, buffer, 7, 100)));
    Garbage.assertNone(i -> used(encoder.encodeInto(text(i), 0, array, 7, 100)));
  }

  private static String text(int i) {
    return TEXTS[i % TEXTS.length];
  }

  private static long used(Utf8.EncodeResult result) {
    return (long) result.charsRead() + result.bytesWritten();
  }
}
