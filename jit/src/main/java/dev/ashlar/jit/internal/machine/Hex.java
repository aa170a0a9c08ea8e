// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.jit.internal.machine;

/// Hexadecimal numbers as HotSpot and disassemblers print them.
final class Hex {
  private Hex() {}

  /// {@return the address written as `0x00007f70d7ed4200`; -1 if it is none}
  static long address(String text) {
    if (!text.startsWith("0x") || text.length() < 3 || text.length() > 18) {
      return -1;
    }
    long value = 0;
    for (int i = 2; i < text.length(); i++) {
      int digit = Character.digit(text.charAt(i), 16);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  /// Reads the bytes of a row, as in `8984 2400 | c0fe ff55 |`, or words as in `d503201f`.
  ///
  /// @return the number of bytes stored; -1 if the row has anything else
  static int row(String text, int from, byte[] bytes) {
    int count = 0;
    int high = -1;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      int digit = c < 128 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        if ((c != ' ' && c != '|') || high >= 0) {
          return -1;
        }
      } else if (high < 0) {
        high = digit;
      } else if (count == bytes.length) {
        return -1;
      } else {
        bytes[count++] = (byte) (high << 4 | digit);
        high = -1;
      }
    }
    return high < 0 ? count : -1;
  }
}
