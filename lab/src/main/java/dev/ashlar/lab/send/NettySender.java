// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// Netty's `ByteBuf`, which writes itself to the channel.
final class NettySender extends Sender {
  private final ByteBuf buffer;

  NettySender(ByteBuffer memory) {
    this.buffer = Unpooled.wrappedBuffer(memory);
  }

  @Override
  void rewind() {
    buffer.readerIndex(0);
  }

  @Override
  int write(SocketChannel channel) throws IOException {
    return buffer.readBytes(channel, buffer.readableBytes());
  }
}
