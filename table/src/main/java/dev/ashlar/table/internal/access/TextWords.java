// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;

/// The 16 bytes of a text in its row, as two `long`s.
///
/// ```
/// head    0  length in bytes, int
///         4  the first 4 bytes
/// rest    8  of a text of up to 12 bytes, the others
///
///         8  of a longer one, the number of a piece of its TextArea, int
///        12  offset in the piece, int
/// ```
///
/// Unused bytes are 0. Numbers are in the byte order of the machine.
public final class TextWords {
  /// Up to so many bytes are in the row.
  public static final int IN_PLACE = 12;

  private static final int PREFIX = 4;
  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private TextWords() {}

  /// Returns the words of a text in UTF-8, the head first. The rest of one that is not in place has
  /// no meaning yet.
  public static long[] of(MemorySegment utf8) {
    long[] words = new long[2];
    MemorySegment bytes = MemorySegment.ofArray(words);
    bytes.set(JAVA_INT, 0, (int) utf8.byteSize());
    MemorySegment.copy(utf8, 0, bytes, Integer.BYTES, Math.min(utf8.byteSize(), IN_PLACE));
    return words;
  }

  private static long ints(int first, int second) {
    return LITTLE
        ? (first & 0xFFFF_FFFFL) | (long) second << Integer.SIZE
        : (long) first << Integer.SIZE | (second & 0xFFFF_FFFFL);
  }

  private static int first(long word) {
    return (int) (LITTLE ? word : word >>> Integer.SIZE);
  }

  private static int second(long word) {
    return (int) (LITTLE ? word >>> Integer.SIZE : word);
  }

  /// The number of bytes.
  public static int length(long head) {
    return first(head);
  }

  /// Whether the text is in the row. One of an impossible length is not.
  public static boolean isInPlace(long head) {
    return Integer.compareUnsigned(length(head), IN_PLACE) <= 0;
  }

  /// The piece of the area.
  public static int piece(long rest) {
    return first(rest);
  }

  /// Where the text begins in its piece.
  public static long offset(long rest) {
    return Integer.toUnsignedLong(second(rest));
  }

  /// Returns the rest of a text in the area.
  public static long place(int piece, int offset) {
    return ints(piece, offset);
  }

  /// Returns the head of a text of so many bytes.
  public static long head(String text, int length) {
    int prefix = (int) bytes(text, 0, PREFIX);
    return ints(length, LITTLE ? Integer.reverseBytes(prefix) : prefix);
  }

  /// Returns the head of a text that begins with these 4 bytes, as an `int` in memory.
  static long head(int length, int prefix) {
    return ints(length, prefix);
  }

  /// Returns the rest of a text that is in place.
  public static long rest(String text) {
    return inOrder(bytes(text, PREFIX, Long.BYTES));
  }

  /// Returns the bytes from `from` on, the first one highest, and zeros behind the last one.
  private static long bytes(String text, int from, int count) {
    long bytes = 0;
    int at = 0;
    for (int i = 0; i < text.length() && at < from + count; ) {
      int point = text.codePointAt(i);
      int size = Utf8CodePoint.byteSize(point);
      for (int k = 0; k < size && at < from + count; k++, at++) {
        if (at >= from) {
          long next = Utf8CodePoint.byteAt(point, size, k) & 0xFF;
          bytes |= next << (Byte.SIZE * (from + count - 1 - at));
        }
      }
      i += Character.charCount(point);
    }
    return bytes;
  }

  /// Converts bytes in memory order to the number whose highest byte is the first, and back.
  private static long inOrder(long bytes) {
    return LITTLE ? Long.reverseBytes(bytes) : bytes;
  }

  /// Returns a byte of a text that is in place, or one of the first 4 of any.
  static byte byteAt(long head, long rest, int index) {
    return index < PREFIX
        ? (byte) (inOrder(head) >>> (Byte.SIZE * (PREFIX - 1 - index)))
        : (byte) (inOrder(rest) >>> (Byte.SIZE * (Long.BYTES - 1 - index + PREFIX)));
  }

  /// Returns the bytes of a text that is in place.
  static byte[] bytesInPlace(long head, long rest) {
    byte[] bytes = new byte[length(head)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = byteAt(head, rest, i);
    }
    return bytes;
  }

  /// Compares the first 4 bytes of two texts, which are the lower half in order.
  static int comparePrefix(long head, long other) {
    return Integer.compareUnsigned((int) inOrder(head), (int) inOrder(other));
  }

  /// Compares the bytes behind the first 4 of two texts in place.
  static int compareRest(long rest, long other) {
    return Long.compareUnsigned(inOrder(rest), inOrder(other));
  }
}
