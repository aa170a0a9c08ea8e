// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/// The kinds of memory that encoded text is written to.
final class Targets {
  static final Target<byte[]> ARRAY = new OfArray();
  static final Target<Bytes> BYTES = new OfBytes();
  static final Target<MemorySegment> SEGMENT = new OfSegment();
  static final Target<ByteBuffer> BUFFER = new OfBuffer();

  private Targets() {}

  private static final class OfArray implements Target<byte[]> {
    @Override
    public long byteSize(byte[] target) {
      return target.length;
    }

    @Override
    public void put(byte[] target, long offset, byte[] source, int length) {
      System.arraycopy(source, 0, target, (int) offset, length);
    }

    @Override
    public void put(byte[] target, long offset, byte value) {
      target[(int) offset] = value;
    }
  }

  private static final class OfBytes implements Target<Bytes> {
    @Override
    public long byteSize(Bytes target) {
      if (target.isReadOnly()) {
        throw new IllegalArgumentException("the target bytes are read-only");
      }
      return target.byteSize();
    }

    @Override
    public void put(Bytes target, long offset, byte[] source, int length) {
      target.copyFrom(offset, source, 0, length);
    }

    @Override
    public void put(Bytes target, long offset, byte value) {
      target.setByte(offset, value);
    }
  }

  private static final class OfSegment implements Target<MemorySegment> {
    @Override
    public long byteSize(MemorySegment target) {
      if (target.isReadOnly()) {
        throw new IllegalArgumentException("the target segment is read-only");
      }
      return target.byteSize();
    }

    @Override
    public void put(MemorySegment target, long offset, byte[] source, int length) {
      MemorySegment.copy(source, 0, target, JAVA_BYTE, offset, length);
    }

    @Override
    public void put(MemorySegment target, long offset, byte value) {
      target.set(JAVA_BYTE, offset, value);
    }
  }

  private static final class OfBuffer implements Target<ByteBuffer> {
    @Override
    public long byteSize(ByteBuffer target) {
      if (target.isReadOnly()) {
        throw new ReadOnlyBufferException();
      }
      return target.limit();
    }

    @Override
    public void put(ByteBuffer target, long offset, byte[] source, int length) {
      target.put((int) offset, source, 0, length);
    }

    @Override
    public void put(ByteBuffer target, long offset, byte value) {
      target.put((int) offset, value);
    }
  }
}
