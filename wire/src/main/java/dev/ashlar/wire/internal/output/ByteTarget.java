// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.output;

import dev.ashlar.memory.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/// The destination of the bytes in a writer's buffer.
public interface ByteTarget {
  /// Takes `bytes[from, from + length)`, which follow the `offset` bytes taken before.
  void take(long offset, byte[] bytes, int from, int length);

  /// Ends the output; called after all bytes were taken.
  void flush();

  /// {@return the number of bytes for which there is room}
  long byteSize();

  static ByteTarget of(OutputStream stream) {
    return new ByteTarget() {
      @Override
      public void take(long offset, byte[] bytes, int from, int length) {
        try {
          stream.write(bytes, from, length);
        } catch (IOException failed) {
          throw new UncheckedIOException(failed);
        }
      }

      @Override
      public void flush() {
        try {
          stream.flush();
        } catch (IOException failed) {
          throw new UncheckedIOException(failed);
        }
      }

      @Override
      public long byteSize() {
        return Long.MAX_VALUE;
      }
    };
  }

  static ByteTarget of(Bytes memory) {
    return new ByteTarget() {
      @Override
      public void take(long offset, byte[] bytes, int from, int length) {
        memory.copyFrom(offset, bytes, from, length);
      }

      @Override
      public void flush() {}

      @Override
      public long byteSize() {
        return memory.byteSize();
      }
    };
  }
}
