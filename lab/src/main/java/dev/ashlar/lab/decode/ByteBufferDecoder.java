// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Decodes with the JDK's `ByteBuffer`.
final class ByteBufferDecoder extends Decoder<ByteBuffer> {
  @Override
  ByteBuffer memory(MemoryKind kind, byte[] content) {
    return kind.bufferOf(content).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  ByteBuffer readOnly(byte[] content) {
    return ByteBuffer.wrap(content).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  ByteBuffer slice(ByteBuffer memory, int offset, int length) {
    return memory.slice(offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  long decode(ByteBuffer memory, int end) {
    int at = 0;
    while (at < end) {
      if (memory.get(at) < 0) {
        lastInt = memory.getInt(at);
        at += Integer.BYTES;
      } else {
        lastLong = memory.getLong(at);
        at += Long.BYTES;
      }
    }
    return at;
  }
}
