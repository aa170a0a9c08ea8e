// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.ShortVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// Encodes UTF-8 in alternating runs of ASCII and other chars. Subclasses differ only in the code
/// that tests and narrows the chars of an ASCII run.
abstract class RunWriter extends BufferWriter {
  private final char[] chars;

  RunWriter(int capacity) {
    super(capacity);
    chars = new char[capacity];
  }

  /// Writes the chars of `[from, to)` to `target` at `at`, up to the first char that is not ASCII.
  ///
  /// @return the number of chars written
  abstract int writeAscii(char[] chars, int from, int to, byte[] target, int at);

  @Override
  final int writeField(String text, int start) {
    int length = text.length();
    text.getChars(0, length, chars, 0);
    int textStart = textStart(text, start);
    int at = textStart;
    int next = 0;
    while (next < length) {
      int run = writeAscii(chars, next, length, buffer, at);
      next += run;
      at += run;
      while (next < length && chars[next] >= 0x80) {
        char c = chars[next++];
        if (c < 0x800) {
          buffer[at++] = (byte) (0xC0 | c >> 6);
        } else if (Character.isHighSurrogate(c)
            && next < length
            && Character.isLowSurrogate(chars[next])) {
          int point = Character.toCodePoint(c, chars[next++]);
          buffer[at++] = (byte) (0xF0 | point >> 18);
          buffer[at++] = (byte) (0x80 | (point >> 12 & 0x3F));
          buffer[at++] = (byte) (0x80 | (point >> 6 & 0x3F));
          c = (char) (point & 0x3F);
        } else if (Character.isSurrogate(c)) {
          buffer[at++] = '?';
          continue;
        } else {
          buffer[at++] = (byte) (0xE0 | c >> 12);
          buffer[at++] = (byte) (0x80 | (c >> 6 & 0x3F));
        }
        buffer[at++] = (byte) (0x80 | (c & 0x3F));
      }
    }
    return finishField(start, textStart, at - textStart);
  }

  /// As [#writeAscii], one char at a time.
  static int writeAsciiBytewise(char[] chars, int from, int to, byte[] target, int at) {
    int done = 0;
    while (from + done < to && chars[from + done] < 0x80) {
      target[at + done] = (byte) chars[from + done];
      done++;
    }
    return done;
  }

  /// Tests and narrows one char at a time.
  static final class BytewiseWriter extends RunWriter {
    BytewiseWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeAscii(char[] chars, int from, int to, byte[] target, int at) {
      return writeAsciiBytewise(chars, from, to, target, at);
    }
  }

  /// Tests and narrows eight chars at a time, as two `long` values (SIMD within a register), and
  /// the rest bytewise.
  static final class SwarWriter extends RunWriter {
    private static final ValueLayout.OfLong FOUR_CHARS =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle EIGHT_BYTES =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final long NOT_ASCII = 0xFF80_FF80_FF80_FF80L;

    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    SwarWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeAscii(char[] chars, int from, int to, byte[] target, int at) {
      MemorySegment memory = MemorySegment.ofArray(chars);
      int done = 0;
      for (; LITTLE_ENDIAN && from + done <= to - 8; done += 8) {
        long first = memory.get(FOUR_CHARS, 2L * (from + done));
        long second = memory.get(FOUR_CHARS, 2L * (from + done + 4));
        if (((first | second) & NOT_ASCII) != 0) {
          break;
        }
        EIGHT_BYTES.set(target, at + done, narrow(first) | narrow(second) << 32);
      }
      return done + writeAsciiBytewise(chars, from + done, to, target, at + done);
    }

    /// {@return the low bytes of four chars}
    private static long narrow(long fourChars) {
      long pairs = (fourChars | fourChars >>> 8) & 0x0000_FFFF_0000_FFFFL;
      return (pairs | pairs >>> 16) & 0xFFFF_FFFFL;
    }
  }

  /// Tests and narrows sixteen or eight chars at a time with the incubating Vector API, and the
  /// rest bytewise.
  static final class VectorWriter extends RunWriter {
    private static final VectorSpecies<Short> CHARS =
        ShortVector.SPECIES_PREFERRED.length() >= 16
            ? ShortVector.SPECIES_256
            : ShortVector.SPECIES_128;
    private static final VectorSpecies<Byte> BYTES =
        CHARS.length() == 16 ? ByteVector.SPECIES_128 : ByteVector.SPECIES_64;

    VectorWriter(int capacity) {
      super(capacity);
    }

    @Override
    int writeAscii(char[] chars, int from, int to, byte[] target, int at) {
      int done = 0;
      for (; from + done <= to - CHARS.length(); done += CHARS.length()) {
        ShortVector some = ShortVector.fromCharArray(CHARS, chars, from + done);
        if (some.compare(VectorOperators.UGE, (short) 0x80).anyTrue()) {
          break;
        }
        ByteVector narrow = (ByteVector) some.convertShape(VectorOperators.S2B, BYTES, 0);
        narrow.intoArray(target, at + done);
      }
      return done + writeAsciiBytewise(chars, from + done, to, target, at + done);
    }
  }
}
