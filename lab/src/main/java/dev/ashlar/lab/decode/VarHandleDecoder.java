// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Decodes with VarHandle views of a `byte[]`, which support only the heap.
final class VarHandleDecoder extends Decoder<byte[]> {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
          .withInvokeExactBehavior();

  @Override
  boolean has(MemoryKind kind) {
    return kind == MemoryKind.HEAP;
  }

  @Override
  byte[] memory(MemoryKind kind, byte[] content) {
    return content;
  }

  /// An array has no slices.
  @Override
  byte[] slice(byte[] memory, int offset, int length) {
    throw new UnsupportedOperationException();
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
