// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// The kinds of memory that text is read from.
final class Sources {
  static final Source<Bytes> BYTES = new OfBytes();
  static final Source<MemorySegment> SEGMENT = new OfSegment();
  static final Source<ByteBuffer> BUFFER = new OfBuffer();

  private Sources() {}

  private static final class OfBytes implements Source<Bytes> {
    @Override
    public long byteSize(Bytes source) {
      return source.byteSize();
    }

    @Override
    public void get(Bytes source, long offset, byte[] target, int length) {
      source.copyTo(offset, target, 0, length);
    }
  }

  private static final class OfSegment implements Source<MemorySegment> {
    @Override
    public long byteSize(MemorySegment source) {
      return source.byteSize();
    }

    @Override
    public void get(MemorySegment source, long offset, byte[] target, int length) {
      MemorySegment.copy(source, JAVA_BYTE, offset, target, 0, length);
    }
  }

  private static final class OfBuffer implements Source<ByteBuffer> {
    @Override
    public long byteSize(ByteBuffer source) {
      return source.limit();
    }

    @Override
    public void get(ByteBuffer source, long offset, byte[] target, int length) {
      source.get((int) offset, target, 0, length);
    }
  }
}
