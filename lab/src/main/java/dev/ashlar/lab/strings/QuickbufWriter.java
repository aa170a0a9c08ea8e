// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import java.io.IOException;
import java.io.UncheckedIOException;
import us.hebi.quickbuf.ProtoSink;

/// QuickBuffers' `ProtoSink` on an array. The sink is reset whenever the buffer is written from the
/// front again.
final class QuickbufWriter extends BufferWriter {
  private final ProtoSink output = ProtoSink.newInstance(buffer);

  QuickbufWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeField(String text, int start) {
    try {
      if (start == 0) {
        output.reset();
      }
      output.writeRawByte(TAG);
      output.writeStringNoTag(text);
      return output.getTotalBytesWritten();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
