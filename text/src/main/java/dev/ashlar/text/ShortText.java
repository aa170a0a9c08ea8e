// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.INT;
import static dev.ashlar.text.Utf8Bytes.SHORT;
import static dev.ashlar.text.Utf8Bytes.four;
import static dev.ashlar.text.Utf8Bytes.isPair;
import static dev.ashlar.text.Utf8Bytes.isSurrogate;
import static dev.ashlar.text.Utf8Bytes.two;

/// Encodes a text of few chars straight from the String to its target.
///
/// A text this short is not copied out of the String first. Loads of words would have to wait for
/// the copy's stores of another size, longer than the whole encoding takes. A branch on the length
/// of each char is mispredicted too often, so tables replace it.
final class ShortText {
  /// Most chars this is good for.
  static final int MAX_LENGTH = 48;

  /// Whether there has been a text beyond Latin-1. Threads may race to set it.
  private static boolean wide;

  private ShortText() {}

  /// {@return whether `count` chars are few, and `target` has room from `offset` on for whatever
  /// they become, and nothing can go wrong with them}
  static boolean isFor(int count, byte[] target, int offset, Malformed malformed) {
    return count <= MAX_LENGTH
        && offset >= 0
        && target.length - offset >= count * Utf8Bytes.MAX_BYTES_PER_CHAR
        && malformed != Malformed.REPORT;
  }

  /// Encodes `text`, of `count` chars, to `target[offset, …)`, where there is room for all that
  /// they may become.
  ///
  /// @return the number of bytes
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]; then anything
  ///   may be in the target
  static int encode(String text, int count, byte[] target, int offset, Malformed malformed) {
    int or = or(text, count);
    if (or < 0x80) {
      copyAscii(text, count, target, offset);
      return count;
    }
    return or < 0x800
        ? encodeOneOrTwo(text, count, target, offset)
        : encodeUpToThree(text, count, target, offset, malformed);
  }

  /// The deprecated method drops the upper half of each char, which for ASCII is nothing.
  @SuppressWarnings("deprecation")
  private static void copyAscii(String text, int count, byte[] target, int offset) {
    text.getBytes(0, count, target, offset);
  }

  /// Without an early exit: coder and bounds are then checked once for all chars.
  ///
  /// All of a program share the profile of `charAt`. In a program with few Strings beyond Latin-1,
  /// the half for them stays a call ("low call site frequency"). With a call in the loop the coder
  /// is checked for each char. Few programs call `codePointAt`, and it says the same of Latin-1.
  ///
  /// @return the chars combined with `|`; more than U+FFFF where `codePointAt` saw a pair
  private static int or(String text, int count) {
    int or = 0;
    if (wide) {
      for (int i = 0; i < count; i++) {
        or |= text.charAt(i);
      }
    } else {
      for (int i = 0; i < count; i++) {
        or |= text.codePointAt(i);
      }
      if (or > 0xFF) {
        wide = true;
      }
    }
    return or;
  }

  /// Chars below U+0800. Each stores two bytes, of which the next overwrites the one that is too
  /// many; the last has no next.
  private static int encodeOneOrTwo(String text, int count, byte[] target, int offset) {
    int end = offset;
    int last = count - 1;
    for (int i = 0; i < last; i++) {
      int entry = EncodeKernel.oneOrTwo(text.charAt(i));
      SHORT.set(target, end, (short) (entry >>> 8));
      end += entry >>> 3 & 0x3;
    }
    int c = text.charAt(last);
    if (c < 0x80) {
      target[end] = (byte) c;
      return end + 1 - offset;
    }
    SHORT.set(target, end, (short) two(c));
    return end + 2 - offset;
  }

  /// Any chars. Each stores four bytes, and the next chars overwrite those that are too many. The
  /// last three chars, and all from a surrogate on, have a branch for each length instead.
  private static int encodeUpToThree(
      String text, int count, byte[] target, int offset, Malformed malformed) {
    int end = offset;
    int i = 0;
    for (; i < count - 3; i++) {
      int c = text.charAt(i);
      int shape = EncodeKernel.shape(c);
      if (shape < 0) {
        break;
      }
      INT.set(target, end, EncodeKernel.word(c, shape));
      end += EncodeKernel.size(shape);
    }
    return encodeAny(text, i, count, target, end, malformed) - offset;
  }

  /// Goes on at `text[from]` and `target[start]`.
  ///
  /// @return the end
  private static int encodeAny(
      String text, int from, int count, byte[] target, int start, Malformed malformed) {
    int end = start;
    for (int i = from; i < count; i++) {
      int c = text.charAt(i);
      if (c < 0x80) {
        target[end++] = (byte) c;
      } else if (c < 0x800) {
        SHORT.set(target, end, (short) two(c));
        end += 2;
      } else if (!isSurrogate(c)) {
        target[end] = (byte) (c >> 12 | 0xE0);
        SHORT.set(target, end + 1, (short) ((c >> 6 & 0x3F) | (c & 0x3F) << 8 | 0x8080));
        end += 3;
      } else {
        int next = i + 1 < count ? text.charAt(i + 1) : 0;
        if (isPair(c, next)) {
          INT.set(target, end, four(Character.toCodePoint((char) c, (char) next)));
          end += 4;
          i++;
        } else if (malformed == Malformed.REPORT) {
          throw MalformedTextException.loneSurrogate(text, i);
        } else {
          for (int b = 0; b < malformed.replacementSize; b++) {
            target[end++] = (byte) (malformed.replacement >>> (8 * b));
          }
        }
      }
    }
    return end;
  }
}
