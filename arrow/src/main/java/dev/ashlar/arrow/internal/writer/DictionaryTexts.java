// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow.internal.writer;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.table.Text;
import dev.ashlar.table.TextCodes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// The texts of a table's codes, copied once for all batches.
public final class DictionaryTexts {
  private final Arena arena = Arena.ofAuto();
  private final int count;
  private final MemorySegment buffers;

  public DictionaryTexts(TextCodes codes) {
    this.count = codes.count();
    MemorySegment ends = arena.allocate(JAVA_LONG, count + 1L);
    long end = 0;
    for (int code = 0; code < count; code++) {
      end += codes.text(code).byteSize();
      ends.setAtIndex(JAVA_LONG, code + 1L, end);
    }
    MemorySegment bytes = arena.allocate(Math.max(1, end));
    for (int code = 0; code < count; code++) {
      Text text = codes.text(code);
      long start = ends.getAtIndex(JAVA_LONG, code);
      MemorySegment.copy(text.utf8(), 0, bytes, start, text.byteSize());
    }
    this.buffers = arena.allocateFrom(JAVA_LONG, 0, ends.address(), bytes.address());
  }

  /// Writes an array of the texts, which has no function that releases it. It ends with
  /// `structures` or with this object.
  long array(Arena structures) {
    long array = structures.allocate(CArray.BYTES, Long.BYTES).address();
    CArray.write(array, count, buffers.byteSize() / Long.BYTES, buffers.address(), 0, 0, 0);
    return array;
  }

  /// Throws unless each code has a text, because engines do not check it.
  ///
  /// @throws IllegalStateException naming the code that has none
  public void requireCodes(MemorySegment codes) {
    long rows = codes.byteSize() / Integer.BYTES;
    int highest = 0;
    for (long row = 0; row < rows; row++) {
      int code = codes.get(JAVA_INT_UNALIGNED, row * Integer.BYTES);
      highest = Integer.compareUnsigned(code, highest) > 0 ? code : highest;
    }
    if (Integer.compareUnsigned(highest, count) >= 0) {
      throw new IllegalStateException(
          "a row has the code %d, and the dictionary had %d texts when this began: ask again"
              .formatted(highest, count));
    }
  }
}
