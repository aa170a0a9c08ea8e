// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import dev.ashlar.wire.internal.encoding.Wire;
import java.nio.charset.StandardCharsets;

/// Reads and counts the values in an [InputWindow]: varints, words and text.
abstract class ValueWindow extends InputWindow {
  private final Latin1Text latin1Text = new Latin1Text();

  ValueWindow(byte[] array, int from, int length) {
    super(array, from, length);
  }

  ValueWindow(Bytes memory) {
    super(memory);
  }

  final long varint() {
    int at = position;
    if (at < end) {
      byte first = window[at];
      if (first >= 0) {
        position = at + 1;
        return first;
      }
    }
    return longVarint();
  }

  /// Up to eight bytes at once: what follows the last is masked away, then the gaps are closed.
  private long longVarint() {
    int at = position;
    if (end - at < Long.BYTES) {
      return varintByBytes();
    }
    long word = (long) Wire.LONG.get(window, at);
    long last = ~word & Wire.CONTINUES;
    if (last == 0) {
      return varintByBytes();
    }
    position = at + (Long.numberOfTrailingZeros(last) >>> 3) + 1;
    long value = word & (last ^ (last - 1)) & ~Wire.CONTINUES;
    value = (value & 0x007F_007F_007F_007FL) | (value & 0x7F00_7F00_7F00_7F00L) >>> 1;
    value = (value & 0x0000_3FFF_0000_3FFFL) | (value & 0x3FFF_0000_3FFF_0000L) >>> 2;
    return (value & 0x0000_0000_0FFF_FFFFL) | (value & 0x0FFF_FFFF_0000_0000L) >>> 4;
  }

  private long varintByBytes() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      require(1);
      byte next = window[position++];
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw failure("a varint has more than " + Wire.MAX_VARINT64 + " bytes");
  }

  final int word32() {
    require(Integer.BYTES);
    int value = (int) Wire.INT.get(window, position);
    position += Integer.BYTES;
    return value;
  }

  final long word64() {
    require(Long.BYTES);
    long value = (long) Wire.LONG.get(window, position);
    position += Long.BYTES;
    return value;
  }

  /// Reads text of `length` bytes. The message must have them.
  final String text(int length, Malformed malformed) {
    int at = position;
    if (!isInWindow(length)) {
      return readFarString(length, malformed);
    }
    String text =
        isAscii(window, at, length)
            ? new String(window, at, length, StandardCharsets.ISO_8859_1)
            : decode(at, length, malformed);
    position = at + length;
    return text;
  }

  /// Words that overlap take the place of a loop over the last bytes, whose number is hardly ever
  /// predicted.
  private static boolean isAscii(byte[] bytes, int from, int length) {
    int to = from + length;
    if (length >= Long.BYTES) {
      int last = to - Long.BYTES;
      long any = (long) Wire.LONG.get(bytes, last);
      for (int i = from; i < last; i += Long.BYTES) {
        any |= (long) Wire.LONG.get(bytes, i);
      }
      return (any & Wire.CONTINUES) == 0;
    }
    int any = 0;
    for (int i = from; i < to; i++) {
      any |= bytes[i];
    }
    return any >= 0;
  }

  private String decode(int at, int length, Malformed malformed) {
    String latin1 = latin1Text.decode(window, at, length);
    if (latin1 != null) {
      return latin1;
    }
    try {
      return Utf8.decode(window, at, length, malformed);
    } catch (MalformedTextException bad) {
      throw notUtf8(currentOffset() + bad.index() - at, bad);
    }
  }

  private String readFarString(int length, Malformed malformed) {
    String text;
    try {
      text = Utf8.decode(memory(), currentOffset(), length, malformed);
    } catch (MalformedTextException bad) {
      throw notUtf8(bad.index(), bad);
    }
    pass(length);
    return text;
  }

  private static ProtoFormatException notUtf8(long offset, MalformedTextException bad) {
    return new ProtoFormatException("a string is not well-formed UTF-8", offset, bad);
  }

  /// {@return the number of varints in the next `length` bytes, which the message must have}
  final int countVarints(int length) {
    if (isInWindow(length)) {
      return countLast(window, position, position + length);
    }
    long begun = currentOffset();
    int count = 0;
    for (int left = length; left > 0; ) {
      require(1);
      int part = Math.min(end - position, left);
      count += countLast(window, position, position + part);
      position += part;
      left -= part;
    }
    moveTo(begun);
    return count;
  }

  /// {@return the number of fields with `tag` that follow directly; the position is at the first
  /// value}
  final int countRun(int tag) {
    // Only where length and tag are one byte each, or the tag is two: what is not counted makes the
    // list grow, no more.
    int count = 1;
    int at = position;
    if (ProtoReader.wireType(tag) == Wire.LENGTH) {
      int tagSize = Wire.size(tag);
      int encoded = tagSize == 1 ? tag : (tag & 0x7F) | 0x80 | tag >>> 7 << 8;
      while (at < end && tagSize <= 2) {
        int length = window[at];
        at++;
        if (length < 0) {
          if (at >= end || window[at] < 0) {
            break;
          }
          length = (length & 0x7F) | window[at] << 7;
          at++;
        }
        at += length;
        if (at > end - tagSize) {
          break;
        }
        int next = window[at] & 0xFF;
        if (tagSize == 2) {
          next |= (window[at + 1] & 0xFF) << 8;
        }
        if (next != encoded) {
          break;
        }
        count++;
        at += tagSize;
      }
    }
    return count;
  }

  private static int countLast(byte[] bytes, int from, int to) {
    int count = 0;
    int i = from;
    for (; i <= to - Long.BYTES; i += Long.BYTES) {
      count += Long.bitCount(~(long) Wire.LONG.get(bytes, i) & Wire.CONTINUES);
    }
    for (; i < to; i++) {
      count += bytes[i] >= 0 ? 1 : 0;
    }
    return count;
  }
}
