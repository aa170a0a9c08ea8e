// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.otlp.internal.send;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// The bytes of a request that is being sent. They lie in a buffer that later requests reuse.
///
/// Each reader reports when it begins and when it ends. The buffer is reused only if all readers
/// have ended when the request is [over][#retire]. No reader may begin afterwards.
final class Message {
  private final ByteBuffer content;
  private int readers;
  private boolean over;

  /// @param content what is between position and limit of a buffer over an array
  Message(ByteBuffer content) {
    this.content = content;
  }

  int byteSize() {
    return content.remaining();
  }

  /// {@return a buffer of its own over the bytes}
  ///
  /// @throws IOException if the request is over
  synchronized ByteBuffer begin() throws IOException {
    if (over) {
      throw new IOException("The request was given up before it was sent");
    }
    readers++;
    return content.duplicate();
  }

  synchronized void end() {
    readers--;
  }

  /// Writes the bytes to `out`.
  void writeTo(OutputStream out) throws IOException {
    ByteBuffer bytes = begin();
    try {
      out.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
    } finally {
      end();
    }
  }

  /// Ends the request.
  ///
  /// @return whether nobody reads the bytes any more
  synchronized boolean retire() {
    over = true;
    return readers == 0;
  }
}
