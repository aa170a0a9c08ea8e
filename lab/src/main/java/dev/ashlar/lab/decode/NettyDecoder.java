// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import dev.ashlar.lab.experiment.MemoryKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/// Decodes with Netty's `ByteBuf`.
final class NettyDecoder extends Decoder<ByteBuf> {
  @Override
  ByteBuf memory(MemoryKind kind, byte[] content) {
    return switch (kind) {
      case HEAP -> Unpooled.wrappedBuffer(content);
      case NATIVE -> Unpooled.directBuffer(content.length).writeBytes(content);
      case MAPPED, CONFINED, SHARED -> Unpooled.wrappedBuffer(kind.bufferOf(content));
    };
  }

  @Override
  ByteBuf readOnly(byte[] content) {
    return Unpooled.wrappedBuffer(content).asReadOnly();
  }

  @Override
  ByteBuf slice(ByteBuf memory, int offset, int length) {
    return memory.slice(offset, length);
  }

  @Override
  long decode(ByteBuf memory, int end) {
    int at = 0;
    while (at < end) {
      if (memory.getByte(at) < 0) {
        lastInt = memory.getIntLE(at);
        at += Integer.BYTES;
      } else {
        lastLong = memory.getLongLE(at);
        at += Long.BYTES;
      }
    }
    return at;
  }
}
