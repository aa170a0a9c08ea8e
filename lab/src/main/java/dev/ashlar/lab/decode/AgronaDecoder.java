// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/// Decodes with Agrona's `UnsafeBuffer`.
final class AgronaDecoder extends Decoder<UnsafeBuffer> {
  @Override
  UnsafeBuffer memory(MemoryKind kind, byte[] content) {
    return kind == MemoryKind.HEAP
        ? new UnsafeBuffer(content)
        : new UnsafeBuffer(kind.bufferOf(content));
  }

  @Override
  UnsafeBuffer slice(UnsafeBuffer memory, int offset, int length) {
    return new UnsafeBuffer(memory, offset, length);
  }

  @Override
  long decode(UnsafeBuffer memory, int end) {
    int at = 0;
    while (at < end) {
      if (memory.getByte(at) < 0) {
        lastInt = memory.getInt(at, ByteOrder.LITTLE_ENDIAN);
        at += Integer.BYTES;
      } else {
        lastLong = memory.getLong(at, ByteOrder.LITTLE_ENDIAN);
        at += Long.BYTES;
      }
    }
    return at;
  }
}
