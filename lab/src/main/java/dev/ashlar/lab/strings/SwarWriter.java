// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Tests and narrows eight chars at a time, as two `long` values (SIMD within a register), and the
/// rest bytewise.
final class SwarWriter extends RunWriter {
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
