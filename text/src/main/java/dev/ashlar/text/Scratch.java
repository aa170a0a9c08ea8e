// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/// The working memory of one conversion, and the conversion of one chunk of a String inside it.
///
/// A String gives access to its chars only by a copy (`getChars`), so they are copied here first. A
/// leading run of ASCII goes through the JDK's `US-ASCII` encoder, which is one vector loop. The
/// rest goes through [EncodeKernel]. Nothing outside this object is written. Not thread-safe.
final class Scratch {
  /// Most chars of a chunk.
  static final int CHUNK = 2048;

  private static final AtomicIntegerFieldUpdater<Scratch> ABANDONED =
      AtomicIntegerFieldUpdater.newUpdater(Scratch.class, "abandoned");

  /// Where it lives in the [ScratchPool]; -1 when it belongs to an [Utf8.Encoder].
  final int slot;

  /// The last encoded chunk, from index 0.
  final byte[] bytes = new byte[CHUNK * Utf8Bytes.MAX_BYTES_PER_CHAR + EncodeKernel.SLACK];

  final char[] chars = new char[CHUNK];
  private byte[] encoded = bytes;
  private char[] decoded = chars;
  private final CharBuffer charsAsBuffer = CharBuffer.wrap(chars);
  private final ByteBuffer bytesAsBuffer = ByteBuffer.wrap(bytes);
  private final CharsetEncoder ascii = StandardCharsets.US_ASCII.newEncoder();

  // Made last: encoding ASCII is slower when this lies among what it uses.
  private final byte[] units = new byte[CHUNK * Character.BYTES];
  private final CharBuffer unitsAsChars =
      ByteBuffer.wrap(units).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer();

  /// Set instead of a release where no call may be made. Any thread that looks at its slot may then
  /// take it.
  volatile int abandoned;

  Scratch(int slot) {
    this.slot = slot;
  }

  /// Takes a scratch whose last user abandoned it.
  boolean tryAdopt() {
    return abandoned != 0 && ABANDONED.compareAndSet(this, 1, 0);
  }

  /// {@return the end of the chunk of `text[from, end)` that begins at `from`: at most [#CHUNK]
  /// chars on, and not between the halves of a pair}
  static int chunkEnd(String text, int from, int end) {
    return chunkEnd(text, from, end, CHUNK);
  }

  /// As above, of at most `limit` chars; empty when only half a pair would fit.
  static int chunkEnd(String text, int from, int end, int limit) {
    int count = Math.min(limit, CHUNK);
    if (count >= end - from) {
      return end;
    }
    int to = from + count;
    boolean splits = count > 0 && Utf8Bytes.isPair(text.charAt(to - 1), text.charAt(to));
    return splits ? to - 1 : to;
  }

  /// Encodes `text[from, to)`, one chunk, to [#bytes].
  ///
  /// @return the number of bytes
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]
  int encode(String text, int from, int to, Malformed malformed) {
    if (to - from == text.length() && to <= ShortText.MAX_LENGTH) {
      return ShortText.encode(text, to, bytes, 0, malformed);
    }
    text.getChars(from, to, chars, 0);
    return encodeLoaded(text, from, to - from, malformed);
  }

  /// Encodes `codePoints[from, to)`, at most half a chunk, to [#bytes], with [Malformed#REPLACE].
  ///
  /// @return the number of bytes
  int encode(int[] codePoints, int from, int to) {
    int count = 0;
    if (Utf8Bytes.noneAbove(Character.MAX_VALUE, codePoints, from, to)) {
      count = to - from;
      for (int i = 0; i < count; i++) {
        chars[i] = (char) codePoints[from + i];
      }
    } else {
      for (int i = from; i < to; i++) {
        count += Character.toChars(codePoints[i], chars, count);
      }
    }
    return encodeLoaded("", 0, count, Malformed.REPLACE);
  }

  /// As above, of ASCII.
  int narrow(int[] codePoints, int from, int to) {
    for (int i = from; i < to; i++) {
      bytes[i - from] = (byte) codePoints[i];
    }
    return to - from;
  }

  /// Same as [#encode] with [Malformed#REPLACE], with each `target` replaced. Neither is a
  /// surrogate.
  int encodeReplacing(String text, int from, int to, char target, char replacement) {
    int count = to - from;
    text.getChars(from, to, chars, 0);
    if ((target | replacement) >= 0x80) {
      replaceChars(0, count, target, replacement);
      return encodeLoaded(text, from, count, Malformed.REPLACE);
    }
    // What is ASCII stays so: there are half as many words to look at once it is encoded.
    int ascii = asciiPrefix(count, bytesAsBuffer.clear());
    ReplaceKernel.inAscii(bytes, ascii, target, replacement);
    if (ascii == count) {
      return count;
    }
    replaceChars(ascii, count, target, replacement);
    return encodeRest(text, from, ascii, count, Malformed.REPLACE);
  }

  private void replaceChars(int from, int to, char target, char replacement) {
    loadUnits(from, to);
    ReplaceKernel.inChars(units, to - from, target, replacement);
    unitsAsChars.clear().get(chars, from, to - from);
  }

  /// Encodes `chars[0, count)`, which is `text` from `from` on.
  int encodeLoaded(String text, int from, int count, Malformed malformed) {
    int ascii = count > ShortText.MAX_LENGTH ? asciiPrefix(count, bytesAsBuffer.clear()) : 0;
    return ascii == count ? count : encodeRest(text, from, ascii, count, malformed);
  }

  private int encodeRest(String text, int from, int ascii, int count, Malformed malformed) {
    loadUnits(ascii, count);
    int end = EncodeKernel.encode(chars, units, ascii, count, bytes, ascii, malformed);
    if (end < 0) {
      throw MalformedTextException.loneSurrogate(text, from + ~end);
    }
    return end;
  }

  /// Encodes `text`, of [ShortText#MAX_LENGTH] to [#CHUNK] chars, to `target[offset, …)`, where
  /// there is room for all it might become. What is ASCII at its beginning goes there without a
  /// detour.
  ///
  /// @param asBuffer a buffer of all of `target`
  int encodeTo(ByteBuffer asBuffer, byte[] target, String text, int offset, Malformed malformed) {
    int count = text.length();
    text.getChars(0, count, chars, 0);
    int ascii = asciiPrefix(count, asBuffer.clear().position(offset)) - offset;
    if (ascii == count) {
      return count;
    }
    int end = encodeRest(text, 0, ascii, count, malformed);
    System.arraycopy(bytes, ascii, target, offset + ascii, end - ascii);
    return end;
  }

  /// {@return the bytes that `text[from, to)`, one chunk, becomes}
  ///
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]
  int encodedLength(String text, int from, int to, Malformed malformed) {
    if (malformed == Malformed.REPORT) {
      return encode(text, from, to, malformed);
    }
    int count = to - from;
    text.getChars(from, to, chars, 0);
    int ascii = 0;
    if (count > ShortText.MAX_LENGTH) {
      ascii = asciiPrefix(count, bytesAsBuffer.clear());
    } else if (isShortAscii(count)) {
      ascii = count;
    }
    if (ascii == count) {
      return count;
    }
    loadUnits(ascii, count);
    return ascii + EncodeKernel.encodedLength(units, count - ascii, malformed.replacementSize);
  }

  private void loadUnits(int from, int to) {
    unitsAsChars.clear().put(chars, from, to - from);
  }

  /// Copies the leading ASCII of `chars[0, count)` to `target` and returns its new position.
  private int asciiPrefix(int count, ByteBuffer target) {
    ascii.encode(charsAsBuffer.clear().limit(count), target, false);
    return target.position();
  }

  private boolean isShortAscii(int count) {
    int or = 0;
    if (count >= 8) {
      // The last eight overlap those before.
      for (int i = 0; i < count - 8; i += 8) {
        or |= orOfEight(i);
      }
      or |= orOfEight(count - 8);
    } else {
      for (int i = 0; i < count; i++) {
        or |= chars[i];
      }
    }
    return or < 0x80;
  }

  private int orOfEight(int i) {
    return chars[i]
        | chars[i + 1]
        | chars[i + 2]
        | chars[i + 3]
        | chars[i + 4]
        | chars[i + 5]
        | chars[i + 6]
        | chars[i + 7];
  }

  /// Most bytes that [#encodedBuffer] and [#decodedBuffer] are made for.
  static final int MAX_DECODE = 1 << 16;

  /// {@return room for `size` bytes to be decoded, at most [#MAX_DECODE]}
  byte[] encodedBuffer(int size) {
    if (encoded.length < size) {
      encoded = new byte[roundUp(size)];
    }
    return encoded;
  }

  /// {@return room for the chars of `size` bytes, at most [#MAX_DECODE]}
  char[] decodedBuffer(int size) {
    if (decoded.length < size) {
      decoded = new char[roundUp(size)];
    }
    return decoded;
  }

  private static int roundUp(int size) {
    return Integer.highestOneBit(size - 1) << 1;
  }
}
