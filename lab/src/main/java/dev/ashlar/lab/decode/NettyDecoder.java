// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.decode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/// Netty's `ByteBuf`.
final class NettyDecoder extends Decoder<ByteBuf> {
  @Override
  ByteBuf memory(Kind kind, byte[] content) {
    return switch (kind) {
      case HEAP -> Unpooled.wrappedBuffer(content);
      case READ_ONLY -> Unpooled.wrappedBuffer(content).asReadOnly();
      case NATIVE -> Unpooled.directBuffer(content.length).writeBytes(content);
      case MAPPED -> Unpooled.wrappedBuffer(Copies.mappedBuffer(content));
    };
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
