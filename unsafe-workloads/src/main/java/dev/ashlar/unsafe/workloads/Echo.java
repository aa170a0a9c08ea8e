// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.unsafe.workloads;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongSupplier;

/// A Netty server that sends back what it gets, and a client that uses the JDK's sockets.
public final class Echo {
  static final int MESSAGES = 100;

  private static final int LENGTH = 1 << 10;

  private Echo() {}

  /// {@return messages to and from the server; counts those that come back as they were}
  ///
  /// @throws IOException if there is no loopback network
  public static LongSupplier netty() throws IOException {
    // Of daemons: it runs until the JVM ends.
    EventLoopGroup group = new NioEventLoopGroup(1, new DefaultThreadFactory("echo", true));
    InetSocketAddress address =
        (InetSocketAddress)
            new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(
                    new ChannelInitializer<SocketChannel>() {
                      @Override
                      protected void initChannel(SocketChannel channel) {
                        channel.pipeline().addLast(new Back());
                      }
                    })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly()
                .channel()
                .localAddress();
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setTcpNoDelay(true);
    DataInputStream input = new DataInputStream(socket.getInputStream());
    byte[] message = new byte[LENGTH];
    new Random(1).nextBytes(message);
    byte[] answer = new byte[LENGTH];
    return () -> {
      long right = 0;
      try {
        for (int i = 0; i < MESSAGES; i++) {
          message[0] = (byte) i;
          socket.getOutputStream().write(message);
          input.readFully(answer);
          right += Arrays.equals(message, answer) ? 1 : 0;
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return right;
    };
  }

  private static final class Back extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      var _ = context.write(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }
  }
}
