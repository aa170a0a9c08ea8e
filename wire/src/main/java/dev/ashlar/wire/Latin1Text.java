// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.wire.internal.encoding.Wire;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Decodes UTF-8 whose chars are all below U+0100 to one byte per char, as Strings store them.
final class Latin1Text {
  /// Most bytes this is good for.
  private static final int MAX_LENGTH = 1 << 10;

  private static final byte[] NONE = {};

  private byte[] chars = NONE;

  /// {@return `bytes[from, from + length)` as text; null if it has other chars, is malformed, or is
  /// too long}
  @Nullable String decode(byte[] bytes, int from, int length) {
    if (length > MAX_LENGTH) {
      return null;
    }
    if (chars.length == 0) {
      chars = new byte[MAX_LENGTH];
    }
    byte[] chars = this.chars;
    int to = from + length;
    int count = 0;
    for (int i = from; i < to; ) {
      if (i <= to - Long.BYTES) {
        long word = (long) Wire.LONG.get(bytes, i);
        Wire.LONG.set(chars, count, word);
        long others = word & Wire.CONTINUES;
        int ascii = Long.numberOfTrailingZeros(others) >>> 3;
        i += ascii;
        count += ascii;
        if (others == 0) {
          continue;
        }
      }
      int lead = bytes[i];
      if (lead >= 0) {
        chars[count] = (byte) lead;
        i++;
      } else {
        // The two leads of U+0080 to U+00FF.
        if ((lead & 0xFE) != 0xC2 || i + 1 == to || bytes[i + 1] >= (byte) 0xC0) {
          return null;
        }
        chars[count] = (byte) ((lead & 0x3) << 6 | (bytes[i + 1] & 0x3F));
        i += 2;
      }
      count++;
    }
    return new String(chars, 0, count, StandardCharsets.ISO_8859_1);
  }
}
