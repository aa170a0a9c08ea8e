// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;

/// Agrona's `UnsafeBuffer`.
final class AgronaDecoder extends Decoder<UnsafeBuffer> {
  @Override
  boolean has(Kind kind) {
    return kind != Kind.READ_ONLY;
  }

  @Override
  UnsafeBuffer memory(Kind kind, byte[] content) {
    return switch (kind) {
      case HEAP, READ_ONLY -> new UnsafeBuffer(content);
      case NATIVE -> new UnsafeBuffer(Copies.directBuffer(content));
      case MAPPED -> new UnsafeBuffer(Copies.mappedBuffer(content));
    };
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
