// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.Lease;
import dev.ashlar.memory.NativePool;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.Supplier;

/// A contender: writes its memory to a non-blocking channel.
abstract class Sender {
  /// Begins again with the first byte.
  abstract void rewind();

  /// Writes as many bytes as the channel takes now.
  ///
  /// @return the number of bytes written
  abstract int write(SocketChannel channel) throws IOException;

  /// Creates a sender that sends `memory`.
  interface Factory {
    Sender of(MemorySegment memory);
  }

  /// Writes a `ByteBuffer`. For each message, `buffers` creates or rewinds the buffer.
  static final class OfBuffer extends Sender {
    private final Supplier<ByteBuffer> buffers;
    private ByteBuffer buffer;

    OfBuffer(Supplier<ByteBuffer> buffers) {
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

  /// Netty's `ByteBuf`, which writes itself to the channel.
  static final class OfNetty extends Sender {
    private final ByteBuf buffer;

    OfNetty(ByteBuffer memory) {
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

  /// Copies the message in parts of 64 KiB, each to a lease of a pool, and writes the lease.
  static final class OfPool extends Sender {
    private static final int PIECE = 64 << 10;

    private final NativePool pool = NativePool.create(1 << 20);
    private final Bytes message;
    private long sent;

    OfPool(MemorySegment memory) {
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
}
