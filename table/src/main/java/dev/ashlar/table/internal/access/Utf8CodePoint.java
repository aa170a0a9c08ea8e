// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The bytes of a code point in UTF-8, one by one. It is for short texts, and for code that must
/// not allocate or fail.
public final class Utf8CodePoint {
  private Utf8CodePoint() {}

  /// The number of bytes.
  public static int byteSize(int point) {
    if (point < 0x80) {
      return 1;
    }
    return point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }

  /// Returns one of the bytes of a code point that has `size`.
  public static byte byteAt(int point, int size, int index) {
    int bits = point >> (6 * (size - 1 - index));
    if (index > 0) {
      return (byte) (0x80 | (bits & 0x3F));
    }
    return (byte) (size == 1 ? bits : ((0xF00 >> size) & 0xFF) | bits);
  }

  /// Whether memory has the bytes of a text. It has as many of them as the text.
  public static boolean isAt(MemorySegment memory, long offset, String text) {
    long at = offset;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int size = byteSize(point);
      for (int k = 0; k < size; k++) {
        if (memory.get(ValueLayout.JAVA_BYTE, at++) != byteAt(point, size, k)) {
          return false;
        }
      }
      i += Character.charCount(point);
    }
    return true;
  }
}
