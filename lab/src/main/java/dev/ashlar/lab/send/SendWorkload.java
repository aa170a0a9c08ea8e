// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import dev.ashlar.lab.experiment.MemoryKind;
import dev.ashlar.lab.experiment.Proof;
import dev.ashlar.lab.experiment.ScratchFiles;
import dev.ashlar.lab.experiment.Workload;
import dev.ashlar.lab.experiment.WrongResultException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/// Sends messages through a local socket. The contender writes a message, and a reader that is the
/// same for all contenders reads the message. Both alternate in one thread, so no time is spent on
/// waking a thread.
final class SendWorkload implements Workload {
  /// The number of messages, which are sent in turn.
  static final int COUNT = 256;

  private static final int SEED = 4096;

  private final Sender[] senders = new Sender[COUNT];
  private final byte[][] contents = new byte[COUNT][];
  private final SocketChannel out;
  private final SocketChannel in;
  private final ByteBuffer received;

  /// @param length the bytes of each message; messages of more than 4 KiB share 4 MiB of memory
  SendWorkload(MemoryKind kind, int length, Sender.Factory factory) {
    Random random = new Random(SEED);
    int distinct = length <= 4096 ? COUNT : Math.max(1, (4 << 20) / length);
    for (int i = 0; i < COUNT; i++) {
      if (i < distinct) {
        contents[i] = new byte[length];
        random.nextBytes(contents[i]);
        senders[i] = factory.of(kind.copyOf(contents[i]));
      } else {
        contents[i] = contents[i % distinct];
        senders[i] = senders[i % distinct];
      }
    }
    received = ByteBuffer.allocateDirect(length);
    Path folder = ScratchFiles.createFolder();
    try {
      UnixDomainSocketAddress address = UnixDomainSocketAddress.of(folder.resolve("socket"));
      try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        server.bind(address);
        out = SocketChannel.open(address);
        in = server.accept();
        out.configureBlocking(false);
        in.configureBlocking(false);
      } finally {
        ScratchFiles.deleteFolder(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void verify() {
    byte[] arrived = new byte[received.capacity()];
    Proof.repeat(() -> {
      for (int i = 0; i < COUNT; i += 17) {
        send(senders[i]);
        received.flip().get(arrived);
        int different = Arrays.mismatch(arrived, contents[i]);
        if (different >= 0) {
          throw new WrongResultException("byte %d of message %d".formatted(different, i));
        }
      }
    });
  }

  @Override
  public long run() {
    long sum = 0;
    for (Sender sender : senders) {
      send(sender);
      sum += received.get(0);
    }
    return sum;
  }

  private void send(Sender sender) {
    try {
      received.clear();
      sender.rewind();
      int left = received.capacity();
      while (received.hasRemaining()) {
        if (left > 0) {
          left -= sender.write(out);
        }
        in.read(received);
      }
      if (left != 0) {
        throw new WrongResultException("%d bytes were not sent".formatted(left));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
