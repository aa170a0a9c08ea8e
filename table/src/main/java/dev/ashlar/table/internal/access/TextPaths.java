// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.memory.internal.hotspot.DontInline;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Slow paths of the getters of cursors and of comparisons of texts. If they were inlined, each
/// [TextValue] would be allocated.
final class TextPaths extends DontInline {
  private static final long serialVersionUID = 1;

  private TextPaths() {}

  /// Whether there is a text: in the row, or in the area.
  static boolean has(long head, long rest, TextArea area) {
    return TextWords.isInPlace(head) || area.has(head, rest);
  }

  /// Returns the memory of a text that is not in place. It has been there before.
  static MemorySegment memory(long head, long rest, TextArea area) {
    MemorySegment memory = area.memory(rest, TextWords.length(head));
    if (memory == null) {
      throw TextArea.ended();
    }
    return memory;
  }

  /// Compares two texts whose first 4 bytes are equal. Equal words of one area are the same text.
  @SuppressWarnings("ReferenceEquality") // An area is its own identity.
  static int compareBytes(
      long head,
      long rest,
      TextOrigin origin,
      @Nullable Chunk chunk,
      int row,
      long otherHead,
      long otherRest,
      TextOrigin otherOrigin,
      @Nullable Chunk otherChunk,
      int otherRow) {
    boolean inPlace = TextWords.isInPlace(head);
    boolean otherInPlace = TextWords.isInPlace(otherHead);
    int lengths = Integer.compare(TextWords.length(head), TextWords.length(otherHead));
    if (inPlace && otherInPlace) {
      int compared = TextWords.compareRest(rest, otherRest);
      return compared != 0 ? compared : lengths;
    }
    TextArea area = origin.area(chunk);
    TextArea otherArea = otherOrigin.area(otherChunk);
    if (head == otherHead && rest == otherRest && area == otherArea) {
      return 0;
    }
    if (!has(head, rest, area) || !has(otherHead, otherRest, otherArea)) {
      TextValue other = new TextValue(otherHead, otherRest, otherOrigin, otherChunk, otherRow);
      return new TextValue(head, rest, origin, chunk, row).whole().compareTo(other.whole());
    }
    int length = Math.min(TextWords.length(head), TextWords.length(otherHead));
    int from =
        inPlace || otherInPlace
            ? 0
            : mismatch(length, head, rest, area, otherHead, otherRest, otherArea);
    for (int i = from; i < length; i++) {
      int compared =
          Byte.compareUnsigned(
              byteAt(head, rest, area, i), byteAt(otherHead, otherRest, otherArea, i));
      if (compared != 0) {
        return compared;
      }
    }
    return lengths;
  }

  /// Returns where the first bytes of two texts differ that are not in place; `length` if they do
  /// not.
  private static int mismatch(
      int length,
      long head,
      long rest,
      TextArea area,
      long otherHead,
      long otherRest,
      TextArea otherArea) {
    long from = area.offset(rest);
    long otherFrom = otherArea.offset(otherRest);
    long found =
        MemorySegment.mismatch(
            memory(head, rest, area),
            from,
            from + length,
            memory(otherHead, otherRest, otherArea),
            otherFrom,
            otherFrom + length);
    return found < 0 ? length : (int) found;
  }

  private static byte byteAt(long head, long rest, TextArea area, int index) {
    return TextWords.isInPlace(head)
        ? TextWords.byteAt(head, rest, index)
        : memory(head, rest, area).get(ValueLayout.JAVA_BYTE, area.offset(rest) + index);
  }
}
