// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;

/// Writes a `ByteBuffer` that is created for each message.
final class BufferSender extends Sender {
  private final Supplier<ByteBuffer> buffers;
  private ByteBuffer buffer;

  BufferSender(Supplier<ByteBuffer> buffers) {
    this.buffers = buffers;
    this.buffer = buffers.get();
  }

  @Override
  void rewind() {
    buffer = buffers.get();
  }

  @Override
  int write(SocketChannel channel) throws IOException {
    return channel.write(buffer);
  }
}
