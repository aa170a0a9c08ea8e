// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.strings;

import com.google.protobuf.CodedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/// protobuf-java's `CodedOutputStream` on an array. A new stream is created whenever the buffer is
/// written from the front again.
final class ProtobufWriter extends BufferWriter {
  private CodedOutputStream output = CodedOutputStream.newInstance(buffer);

  ProtobufWriter(int capacity) {
    super(capacity);
  }

  @Override
  int writeField(String text, int start) {
    try {
      if (start == 0) {
        output = CodedOutputStream.newInstance(buffer);
      }
      output.writeString(1, text);
      return output.getTotalBytesWritten();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
