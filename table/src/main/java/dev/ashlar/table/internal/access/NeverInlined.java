// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What must not be inlined into the getters of cursors and the comparisons of texts. Inlined, it
/// would make them too big to be inlined into loops (`InlineSmallCode`), and each [TextValue] would
/// be allocated.
///
/// C2 inlines no method of a `Throwable`, except into the method that it is compiling
/// (`InlineTree::should_not_inline` in HotSpot's `bytecodeInfo.cpp`). So there is another method
/// between a loop and these.
final class NeverInlined extends Error {
  private static final long serialVersionUID = 1;

  private NeverInlined() {}

  /// Whether an area has a text.
  static boolean has(@Nullable TextArea area, long head, long rest) {
    return area != null && area.has(head, rest);
  }

  /// Returns the memory of a text that is not in place. It has been there before.
  static MemorySegment memory(@Nullable TextArea area, long rest, int length) {
    MemorySegment memory = area == null ? null : area.memory(rest, length);
    if (memory == null) {
      throw new IllegalStateException("This text has ended with its table, which is closed");
    }
    return memory;
  }

  /// Returns where two texts of so many bytes differ that are not in place; -1 if they do not.
  static long mismatch(
      int length,
      long rest,
      @Nullable TextArea area,
      long otherRest,
      @Nullable TextArea otherArea) {
    MemorySegment memory = memory(area, rest, length);
    MemorySegment other = memory(otherArea, otherRest, length);
    long from = Objects.requireNonNull(area).offset(rest);
    long otherFrom = Objects.requireNonNull(otherArea).offset(otherRest);
    return MemorySegment.mismatch(
        memory, from, from + length, other, otherFrom, otherFrom + length);
  }

  /// Compares all bytes but the first 4, which are equal.
  static int compareBytes(
      long head,
      long rest,
      @Nullable TextArea area,
      long otherHead,
      long otherRest,
      @Nullable TextArea otherArea) {
    boolean inPlace = TextWords.isInPlace(head);
    boolean otherInPlace = TextWords.isInPlace(otherHead);
    int lengths = Integer.compare(TextWords.length(head), TextWords.length(otherHead));
    int length = Math.min(TextWords.length(head), TextWords.length(otherHead));
    if (inPlace && otherInPlace) {
      int compared = TextWords.compareRest(rest, otherRest);
      return compared != 0 ? compared : lengths;
    }
    if (!inPlace && !otherInPlace) {
      int at = (int) mismatch(length, rest, area, otherRest, otherArea);
      return at < 0
          ? lengths
          : Byte.compareUnsigned(
              byteAt(head, rest, area, at), byteAt(otherHead, otherRest, otherArea, at));
    }
    for (int i = 0; i < length; i++) {
      int compared =
          Byte.compareUnsigned(
              byteAt(head, rest, area, i), byteAt(otherHead, otherRest, otherArea, i));
      if (compared != 0) {
        return compared;
      }
    }
    return lengths;
  }

  private static byte byteAt(long head, long rest, @Nullable TextArea area, int index) {
    return TextWords.isInPlace(head)
        ? TextWords.byteAt(head, rest, index)
        : memory(area, rest, TextWords.length(head))
            .get(ValueLayout.JAVA_BYTE, Objects.requireNonNull(area).offset(rest) + index);
  }
}
