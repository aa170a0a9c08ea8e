// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Views of a `byte[]` through VarHandles: on the heap, and nowhere else.
final class VarHandleDecoder extends Decoder<byte[]> {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  @Override
  boolean has(Kind kind) {
    return kind == Kind.HEAP;
  }

  @Override
  byte[] memory(Kind kind, byte[] content) {
    return content;
  }

  @Override
  long decode(byte[] memory, int end) {
    int at = 0;
    while (at < end) {
      if (memory[at] < 0) {
        lastInt = (int) INT.get(memory, at);
        at += Integer.BYTES;
      } else {
        lastLong = (long) LONG.get(memory, at);
        at += Long.BYTES;
      }
    }
    return at;
  }
}
