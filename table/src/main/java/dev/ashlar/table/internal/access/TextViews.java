// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Texts of consecutive rows as native code reads them: two words each, the head and, of a long
/// text, its address.
///
/// Native code relies on UTF-8, so each text is read once. Texts never change: as long as the same
/// rows have the same words, they are not read again. Bounds are checked each time.
public final class TextViews {
  private static final int BYTES = 2 * Long.BYTES;

  /// Odd numbers without a pattern, for sums.
  private static final long HEAD_FACTOR = 0x9E37_79B9_7F4A_7C15L;

  private static final long REST_FACTOR = 0xC2B2_AE3D_27D4_EB4FL;

  private final MemorySegment target;
  private final List<MemorySegment> memories = new ArrayList<>(1);
  private MemorySegment last = MemorySegment.NULL;

  /// @param target where the first view is written
  public TextViews(MemorySegment target) {
    this.target = target;
  }

  /// Returns the memory of the long texts. Addresses are valid while it is reachable.
  public List<MemorySegment> memories() {
    return memories;
  }

  /// Writes the view of one text.
  ///
  /// @throws IllegalStateException if there is no text, or it is not UTF-8
  /// @throws UnsupportedOperationException if a long text is on the heap
  public void write(int index, TextValue text) {
    TextValue whole = text.whole();
    if (!write(index, whole.head(), whole.rest(), whole.area(), false)) {
      throw whole.malformed();
    }
  }

  /// Writes the words of a text, for [#finish].
  ///
  /// @param sum of the words before
  /// @return the sum with these words
  public long writeWords(int index, TextValue text, long sum) {
    set(index, text.head(), text.rest());
    return ((sum ^ text.head()) * HEAD_FACTOR) ^ (text.rest() * REST_FACTOR);
  }

  /// Replaces the words of texts by their views.
  ///
  /// @param origin of rows with these words
  /// @param areChecked whether all of these texts have been read before
  public void finish(int rows, TextOrigin origin, Chunk chunk, int row, boolean areChecked) {
    TextArea area = origin.area(chunk);
    for (int i = 0; i < rows; i++) {
      long at = (long) i * BYTES;
      long head = target.get(JAVA_LONG_UNALIGNED, at);
      long rest = target.get(JAVA_LONG_UNALIGNED, at + Long.BYTES);
      if (!write(i, head, rest, area, areChecked)) {
        write(i, new TextValue(head, rest, origin, chunk, row + i));
      }
    }
  }

  /// Returns false if there is no such text, or it is not UTF-8.
  private boolean write(int index, long head, long rest, TextArea area, boolean isChecked) {
    if (TextWords.isInPlace(head)) {
      if (!isChecked && !Utf8Check.isUtf8(head, rest)) {
        return false;
      }
      set(index, head, rest);
      return true;
    }
    int length = TextWords.length(head);
    MemorySegment memory = area.memory(rest, length);
    long start = area.offset(rest);
    if (memory == null
        || !(isChecked
            ? TextArea.isInside(memory, start, length)
            : TextArea.has(memory, start, head))) {
      return false;
    }
    if (!memory.isNative()) {
      throw new UnsupportedOperationException(
          "A text of the heap has no address: copy the rows to a table in an arena");
    }
    MemorySegment known = (MemorySegment) SegmentAccess.NATIVE.cast(memory);
    if (!isChecked && !Utf8Check.isUtf8(known, start, length)) {
      return false;
    }
    set(index, head, known.address() + start);
    add(memory);
    return true;
  }

  private void add(MemorySegment memory) {
    if (!memory.equals(last)) {
      last = memory;
      memories.add(memory);
    }
  }

  private void set(int index, long first, long second) {
    long at = (long) index * BYTES;
    target.set(JAVA_LONG_UNALIGNED, at, first);
    target.set(JAVA_LONG_UNALIGNED, at + Long.BYTES, second);
  }
}
