// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.Lease;
import dev.ashlar.memory.NativePool;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// Copies the message in parts of 64 KiB to a lease of a pool, and writes that.
final class PoolSender extends Sender {
  private static final int PIECE = 64 << 10;

  private final NativePool pool = NativePool.create(1 << 20);
  private final Bytes message;
  private long sent;

  PoolSender(MemorySegment memory) {
    this.message = Bytes.of(memory);
  }

  @Override
  void rewind() {
    sent = 0;
  }

  @Override
  int write(SocketChannel channel) throws IOException {
    long length = Math.min(PIECE, message.byteSize() - sent);
    try (Lease lease = pool.acquire(length)) {
      message.copyTo(sent, Bytes.of(lease.segment()), 0, length);
      ByteBuffer piece = lease.segment().asByteBuffer();
      int written = channel.write(piece.limit((int) length));
      sent += written;
      return written;
    }
  }
}
