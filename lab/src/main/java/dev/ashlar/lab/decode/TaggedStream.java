// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Random;

/// A stream of values, 1 MiB long. The sign of a value's first byte determines its width: four
/// bytes if negative, otherwise eight. The first byte is part of the value, which is little-endian.
///
/// ```
///   1xxxxxxx …… …… ……              an int
///   0xxxxxxx …… …… …… …… …… …… ……  a long
/// ```
final class TaggedStream {
  /// Each value begins before this offset.
  static final int END = 1 << 20;

  /// Each value of a slice begins before this offset in the slice.
  static final int BLOCK = 256;

  private static final int SEED = 2014;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] content = new byte[END + Long.BYTES];

  private TaggedStream(boolean predictable) {
    new Random(SEED).nextBytes(content);
    if (predictable) {
      boolean negative = false;
      for (int at = 0; at < END; at += width(content[at])) {
        content[at] = (byte) (negative ? content[at] | 0x80 : content[at] & 0x7F);
        negative = !negative;
      }
    }
  }

  /// Returns values whose widths no processor can predict.
  static TaggedStream random() {
    return new TaggedStream(false);
  }

  /// Returns values whose widths alternate.
  static TaggedStream predictable() {
    return new TaggedStream(true);
  }

  byte[] content() {
    return content.clone();
  }

  private static int width(byte first) {
    return first < 0 ? Integer.BYTES : Long.BYTES;
  }

  /// Returns the expected state after decoding all values that begin before `end`.
  State decoded(int end) {
    int at = 0;
    int lastInt = 0;
    long lastLong = 0;
    while (at < end) {
      if (content[at] < 0) {
        lastInt = (int) INT.get(content, at);
      } else {
        lastLong = (long) LONG.get(content, at);
      }
      at += width(content[at]);
    }
    return new State(at, lastInt, lastLong);
  }

  /// @param position the position after the last value
  record State(long position, int lastInt, long lastLong) {}
}
