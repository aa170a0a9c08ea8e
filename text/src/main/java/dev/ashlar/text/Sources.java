package dev.ashlar.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// The kinds of memory that text is read from.
final class Sources {
  static final Source<MemorySegment> SEGMENT = new Segment();
  static final Source<ByteBuffer> BUFFER = new Buffer();

  private Sources() {}

  private static final class Segment implements Source<MemorySegment> {
    @Override
    public long byteSize(MemorySegment source) {
      return source.byteSize();
    }

    @Override
    public void get(MemorySegment source, long offset, byte[] target, int length) {
      MemorySegment.copy(source, JAVA_BYTE, offset, target, 0, length);
    }
  }

  private static final class Buffer implements Source<ByteBuffer> {
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
