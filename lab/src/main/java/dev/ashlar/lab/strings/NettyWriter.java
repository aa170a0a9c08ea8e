// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/// Netty's `ByteBufUtil` on a heap buffer. It computes the length first, and then writes the bytes.
final class NettyWriter extends BufferWriter {
  private final ByteBuf target = Unpooled.wrappedBuffer(buffer);

  NettyWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeField(String text, int start) {
    int size = ByteBufUtil.utf8Bytes(text);
    buffer[start] = TAG;
    int at = putVarint(start + 1, size);
    target.writerIndex(at);
    return at + ByteBufUtil.reserveAndWriteUtf8(target, text, size);
  }
}
