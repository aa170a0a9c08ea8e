// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.encode;

import java.util.Arrays;

/// Converts identifiers of traces and spans: OpenTelemetry has 32 and 16 hexadecimal digits, the
/// protocol 16 and 8 bytes.
///
/// The digits are read with `codePointAt`. The whole program shares the profile of `charAt`; if it
/// has seen Strings of both coders, compiled code tests the coder for each char. Few programs call
/// `codePointAt`, which returns the same for ASCII.
final class HexIds {
  static final int TRACE_BYTES = 16;
  static final int SPAN_BYTES = 8;

  /// The value of each char below U+0100 as a digit; -1 for what is none.
  private static final byte[] VALUES = new byte[0x100];

  static {
    Arrays.fill(VALUES, (byte) -1);
    for (int value = 0; value < 0x10; value++) {
      char digit = Character.forDigit(value, 0x10);
      VALUES[digit] = (byte) value;
      VALUES[Character.toUpperCase(digit)] = (byte) value;
    }
  }

  private HexIds() {}

  /// Stores the `length` bytes of `id`, 8 or 16, from `target[at]` on.
  ///
  /// @throws IllegalArgumentException if it is anything but `2 * length` hexadecimal digits
  static void put(String id, int length, byte[] target, int at) {
    if (id.length() != 2 * length) {
      throw malformed(id, length);
    }
    boolean wellFormed = putEight(id, 0, target, at);
    if (length == TRACE_BYTES) {
      wellFormed &= putEight(id, 2 * Long.BYTES, target, at + Long.BYTES);
    }
    if (!wellFormed) {
      throw malformed(id, length);
    }
  }

  /// Stores eight bytes. Written without a loop, so that the indices are constants and tested once.
  ///
  /// @return whether all are digits
  private static boolean putEight(String digits, int from, byte[] target, int at) {
    int a = pair(digits, from);
    int b = pair(digits, from + 2);
    int c = pair(digits, from + 4);
    int d = pair(digits, from + 6);
    int e = pair(digits, from + 8);
    int f = pair(digits, from + 10);
    int g = pair(digits, from + 12);
    int h = pair(digits, from + 14);
    long low = (a | b << 8 | c << 16 | d << 24) & 0xFFFF_FFFFL;
    long high = e | f << 8 | g << 16 | h << 24;
    FieldRun.LONG.set(target, at, low | high << 32);
    return (a | b | c | d | e | f | g | h) >>> 8 == 0;
  }

  /// {@return the byte of two digits; another number if they are no digits}
  private static int pair(String digits, int from) {
    int high = digits.codePointAt(from);
    int low = digits.codePointAt(from + 1);
    int beyond = (high | low) & ~0xFF;
    return VALUES[high & 0xFF] << 4 | VALUES[low & 0xFF] | beyond;
  }

  private static IllegalArgumentException malformed(String id, int length) {
    return new IllegalArgumentException(
        "The identifier '%s' is not %d hexadecimal digits".formatted(id, 2 * length));
  }
}
