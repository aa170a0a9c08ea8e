// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// The JDK's `ByteBuffer`.
final class ByteBufferDecoder extends Decoder<ByteBuffer> {
  @Override
  ByteBuffer memory(Kind kind, byte[] content) {
    ByteBuffer buffer =
        switch (kind) {
          case HEAP -> ByteBuffer.wrap(content);
          case READ_ONLY -> ByteBuffer.wrap(content).asReadOnlyBuffer();
          case NATIVE -> Copies.directBuffer(content);
          case MAPPED -> Copies.mappedBuffer(content);
        };
    return buffer.order(ByteOrder.LITTLE_ENDIAN);
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
