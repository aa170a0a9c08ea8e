// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.statistics;

import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.access.TextWords;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The first 16 bytes of a text and zeros behind it, as two numbers in the order of texts.
///
/// A text that is not less than another has a prefix that is not less.
///
/// @param high has a sign, as all that is compared first
/// @param low has none
record TextPrefix(long high, long low) {
  static final TextPrefix LEAST = new TextPrefix(Long.MIN_VALUE, 0);
  static final TextPrefix GREATEST = new TextPrefix(Long.MAX_VALUE, -1);
  private static final int BYTES = 2 * Long.BYTES;

  private static final long LOWER_BITS = 0x7F7F_7F7F_7F7F_7F7FL;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  /// @throws dev.ashlar.text.MalformedTextException if it has a surrogate without its partner
  static TextPrefix of(String text) {
    MemorySegment utf8 = TextValue.of(text).utf8();
    return of(utf8, 0, (int) utf8.byteSize());
  }

  /// Returns the greatest prefix of texts that begin with another.
  static TextPrefix endOf(String beginning) {
    MemorySegment utf8 = TextValue.of(beginning).utf8();
    byte[] bytes = new byte[BYTES];
    Arrays.fill(bytes, (byte) -1);
    int size = (int) Math.min(BYTES, utf8.byteSize());
    MemorySegment.copy(utf8, ValueLayout.JAVA_BYTE, 0, bytes, 0, size);
    return of(MemorySegment.ofArray(bytes), 0, BYTES);
  }

  /// Returns that of the bytes in memory.
  static TextPrefix of(MemorySegment memory, long offset, int byteSize) {
    int size = Math.min(byteSize, BYTES);
    long high = 0;
    long low = 0;
    if (size >= Long.BYTES) {
      high = memory.get(LONG, offset);
      long last = memory.get(LONG, offset + size - Long.BYTES);
      low = size == Long.BYTES ? 0 : last << (Byte.SIZE * (BYTES - size));
    } else {
      for (int i = 0; i < size; i++) {
        long next = memory.get(ValueLayout.JAVA_BYTE, offset + i) & 0xFF;
        high |= next << (Byte.SIZE * (Long.BYTES - 1 - i));
      }
    }
    return new TextPrefix(high ^ Long.MIN_VALUE, low);
  }

  /// Returns that of a text of fixed size, which a 0 ends: other programs may leave bytes behind
  /// it.
  static TextPrefix ofFixed(MemorySegment memory, long offset, int byteSize) {
    TextPrefix all = of(memory, offset, byteSize);
    int inHigh = lengthTo0(all.high ^ Long.MIN_VALUE);
    return all.first(inHigh < Long.BYTES ? inHigh : Long.BYTES + lengthTo0(all.low));
  }

  /// Returns how many bytes are in front of the first that is 0.
  private static int lengthTo0(long bytes) {
    // Adding carries into the highest bit of each byte unless its other bits are 0.
    long notZero = ((bytes & LOWER_BITS) + LOWER_BITS) | bytes | LOWER_BITS;
    return Long.numberOfLeadingZeros(~notZero) / Byte.SIZE;
  }

  /// Returns the first bytes of this, with zeros behind them.
  private TextPrefix first(int count) {
    return new TextPrefix(
        first(high ^ Long.MIN_VALUE, count) ^ Long.MIN_VALUE, first(low, count - Long.BYTES));
  }

  private static long first(long bytes, int count) {
    return count >= Long.BYTES
        ? bytes
        : count <= 0 ? 0 : bytes & (-1L << (Long.SIZE - Byte.SIZE * count));
  }

  /// Returns that of a row with a text of any length; null if the row has no text.
  ///
  /// @param offset of the row's words
  static @Nullable TextPrefix ofWords(MemorySegment memory, long offset, TextArea area) {
    long head = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
    if (TextWords.isInPlace(head)) {
      return of(memory, offset + Integer.BYTES, TextWords.IN_PLACE).first(TextWords.length(head));
    }
    long rest = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + Long.BYTES);
    int length = TextWords.length(head);
    MemorySegment texts = area.has(head, rest) ? area.memory(rest, length) : null;
    return texts == null ? null : of(texts, area.offset(rest), length);
  }

  /// Compares with the numbers of another one.
  int compareTo(long[] other, int at) {
    return FieldOrder.compareWide(high, low, other, at);
  }
}
