// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Checks that a stored text is UTF-8, as another program may have written its bytes. Whoever asks
/// for the text, as a `String` or as bytes, gets an exception otherwise.
public final class Utf8Check {
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  /// The part of the head that is the length.
  private static final long LENGTH = TextWords.head(-1, 0);

  private Utf8Check() {}

  /// Returns whether a text in place is UTF-8.
  static boolean isUtf8(long head, long rest) {
    if ((((head & ~LENGTH) | rest) & NOT_ASCII) == 0) {
      return true;
    }
    byte[] bytes = TextWords.bytesInPlace(head, rest);
    return Utf8.isValid(bytes, 0, bytes.length);
  }

  /// Returns whether a text that is not in place is UTF-8.
  static boolean isUtf8(MemorySegment memory, long start, int byteSize) {
    return isAscii(memory, start, byteSize) || Utf8.isValid(memory.asSlice(start, byteSize));
  }

  /// Mostly true. [Utf8#isValid] would copy native memory first.
  private static boolean isAscii(MemorySegment memory, long start, int byteSize) {
    int last = byteSize - Long.BYTES;
    long found = memory.get(JAVA_LONG_UNALIGNED, start + last);
    for (int i = 0; i < last; i += Long.BYTES) {
      found |= memory.get(JAVA_LONG_UNALIGNED, start + i);
    }
    return (found & NOT_ASCII) == 0;
  }

  /// Returns the exception to throw for a text whose bytes are not UTF-8.
  ///
  /// @param text the record and the component
  /// @param row the number of its row; null if no row is known
  /// @param file null if the text is in no file
  public static IllegalStateException malformed(
      String text, @Nullable Long row, @Nullable Path file, MemorySegment bytes) {
    MalformedTextException cause = cause(bytes);
    String what =
        cause == null
            ? "no text yet, as another thread is writing it"
            : "no text in UTF-8, as byte %d is 0x%02X"
                .formatted(cause.index(), bytes.get(JAVA_BYTE, cause.index()) & 0xFF);
    return new IllegalStateException(
        "%s has %d bytes%s%s, which is %s: %s"
            .formatted(
                text,
                bytes.byteSize(),
                row == null ? "" : " in row " + row,
                file == null ? " in memory" : (row == null ? " in " : " of ") + file,
                what,
                cause == null
                    ? "read it again"
                    : file == null
                        ? "write the row again"
                        : "unless another thread was writing it, verify the file, or restore a copy"),
        cause);
  }

  private static @Nullable MalformedTextException cause(MemorySegment bytes) {
    try {
      Utf8.decode(bytes, 0, bytes.byteSize(), Malformed.REPORT);
      return null;
    } catch (MalformedTextException malformed) {
      return malformed;
    }
  }
}
