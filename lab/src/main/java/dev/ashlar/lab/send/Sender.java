// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.send;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.SocketChannel;

/// A contender: writes its memory to a non-blocking channel.
abstract class Sender {
  /// Begins again with the first byte.
  abstract void rewind();

  /// Writes as many bytes as the channel takes now.
  ///
  /// @return how many they were
  abstract int write(SocketChannel channel) throws IOException;

  /// Creates a sender of some memory.
  interface Factory {
    Sender of(MemorySegment memory);
  }
}
