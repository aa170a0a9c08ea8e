// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.ashlar.memory.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// Memory of any kind that text can be encoded to and decoded from.
sealed interface Memory {
  /// The tag of tests on arrays alone. The run that denies native access leaves them out: an array
  /// is reached in one way, whatever is allowed.
  String ON_HEAP = "heap";

  /// The kinds that take the bounds, lifetime, thread and permission of a segment.
  List<Function<MemorySegment, Memory>> OF_SEGMENTS =
      List.of(OfSegment::new, segment -> new OfBytes(Bytes.of(segment)));

  int byteSize();

  long encode(Route route, String text, long offset, Malformed malformed);

  /// With OWN and CONSTANT as with SHARED: they have no such method. {@return chars read << 32 |
  /// bytes written}
  long encodeInto(Route route, String text, int from, long offset, long length);

  private static long packed(Utf8.EncodeResult result) {
    return (long) result.charsRead() << 32 | result.bytesWritten();
  }

  String decode(long offset, long length, Malformed malformed);

  /// {@return whether all of it is well-formed}
  boolean isValid();

  /// {@return whether all of it is ASCII}
  boolean isAscii();

  void copyTo(Utf8Builder source, long offset);

  /// Sets every byte to `value`.
  void fill(byte value);

  void set(int offset, byte[] bytes);

  /// {@return a copy of every byte}
  byte[] bytes();

  enum Kind {
    ARRAY,
    HEAP_SEGMENT,
    LONG_ARRAY_SEGMENT,
    NATIVE_SEGMENT,
    HEAP_BUFFER,
    SLICED_BUFFER,
    DIRECT_BUFFER,
    SEGMENT_BUFFER,
    ARRAY_BYTES,
    LONG_ARRAY_BYTES,
    NATIVE_BYTES,
    DIRECT_BUFFER_BYTES;

    Memory allocate(int byteSize) {
      return switch (this) {
        case ARRAY -> new OfArray(new byte[byteSize]);
        case HEAP_SEGMENT ->
            new OfSegment(MemorySegment.ofArray(new byte[byteSize + 5]).asSlice(3, byteSize));
        case LONG_ARRAY_SEGMENT ->
            new OfSegment(MemorySegment.ofArray(new long[byteSize / 8 + 2]).asSlice(3, byteSize));
        case NATIVE_SEGMENT -> new OfSegment(Arena.ofAuto().allocate(byteSize, 1));
        case HEAP_BUFFER -> new OfBuffer(ByteBuffer.allocate(byteSize));
        case SLICED_BUFFER -> new OfBuffer(ByteBuffer.allocate(byteSize + 9).slice(5, byteSize));
        case DIRECT_BUFFER -> new OfBuffer(ByteBuffer.allocateDirect(byteSize));
        case SEGMENT_BUFFER -> new OfBuffer(Arena.ofAuto().allocate(byteSize, 1).asByteBuffer());
        case ARRAY_BYTES -> new OfBytes(Bytes.of(new byte[byteSize + 9], 5, byteSize));
        case LONG_ARRAY_BYTES ->
            new OfBytes(
                Bytes.of(MemorySegment.ofArray(new long[byteSize / 8 + 2])).asSlice(3, byteSize));
        case NATIVE_BYTES ->
            new OfBytes(Bytes.of(Arena.ofAuto().allocate(byteSize + 3, 1)).asSlice(3));
        case DIRECT_BUFFER_BYTES -> new OfBytes(Bytes.of(ByteBuffer.allocateDirect(byteSize)));
      };
    }

    boolean hasLongOffsets() {
      return switch (this) {
        case ARRAY, HEAP_BUFFER, SLICED_BUFFER, DIRECT_BUFFER, SEGMENT_BUFFER -> false;
        case HEAP_SEGMENT,
            LONG_ARRAY_SEGMENT,
            NATIVE_SEGMENT,
            ARRAY_BYTES,
            LONG_ARRAY_BYTES,
            NATIVE_BYTES,
            DIRECT_BUFFER_BYTES ->
            true;
      };
    }
  }

  @SuppressWarnings("ArrayRecordComponent")
  record OfArray(byte[] array) implements Memory {
    @Override
    public int byteSize() {
      return array.length;
    }

    @Override
    public long encode(Route route, String text, long offset, Malformed malformed) {
      int at = Math.toIntExact(offset);
      return switch (route) {
        case SHARED -> Utf8.encode(text, array, at, malformed);
        case OWN -> Route.encoder(malformed).encode(text, array, at);
        case PLAIN -> CharwiseEncoding.encode(text, Targets.ARRAY, array, at, malformed);
        case CONSTANT -> Utf8Constant.of(text, malformed).encode(array, at);
      };
    }

    @Override
    public long encodeInto(Route route, String text, int from, long offset, long length) {
      int at = Math.toIntExact(offset);
      return switch (route) {
        case PLAIN ->
            CharwiseEncoding.encodeInto(
                text, from, Targets.ARRAY, array, at, length, Malformed.REPLACE);
        case OWN ->
            packed(
                Route.encoder(Malformed.REPLACE)
                    .encodeInto(text, from, array, at, Math.toIntExact(length)));
        default -> packed(Utf8.encodeInto(text, from, array, at, Math.toIntExact(length)));
      };
    }

    @Override
    public String decode(long offset, long length, Malformed malformed) {
      return Utf8.decode(array, Math.toIntExact(offset), Math.toIntExact(length), malformed);
    }

    @Override
    public boolean isValid() {
      return Utf8.isValid(array, 0, array.length);
    }

    @Override
    public boolean isAscii() {
      return Utf8.isAscii(array, 0, array.length);
    }

    @Override
    public void copyTo(Utf8Builder source, long offset) {
      source.copyTo(array, Math.toIntExact(offset));
    }

    @Override
    public void fill(byte value) {
      Arrays.fill(array, value);
    }

    @Override
    public void set(int offset, byte[] bytes) {
      System.arraycopy(bytes, 0, array, offset, bytes.length);
    }

    @Override
    public byte[] bytes() {
      return array.clone();
    }
  }

  record OfSegment(MemorySegment segment) implements Memory {
    @Override
    public int byteSize() {
      return (int) segment.byteSize();
    }

    @Override
    public long encode(Route route, String text, long offset, Malformed malformed) {
      return switch (route) {
        case SHARED -> Utf8.encode(text, segment, offset, malformed);
        case OWN -> Route.encoder(malformed).encode(text, segment, offset);
        case PLAIN -> CharwiseEncoding.encode(text, Targets.SEGMENT, segment, offset, malformed);
        case CONSTANT -> Utf8Constant.of(text, malformed).encode(segment, offset);
      };
    }

    @Override
    public long encodeInto(Route route, String text, int from, long offset, long length) {
      return switch (route) {
        case PLAIN ->
            CharwiseEncoding.encodeInto(
                text, from, Targets.SEGMENT, segment, offset, length, Malformed.REPLACE);
        case OWN ->
            packed(
                Route.encoder(Malformed.REPLACE).encodeInto(text, from, segment, offset, length));
        default -> packed(Utf8.encodeInto(text, from, segment, offset, length));
      };
    }

    @Override
    public String decode(long offset, long length, Malformed malformed) {
      return Utf8.decode(segment, offset, length, malformed);
    }

    @Override
    public boolean isValid() {
      return Utf8.isValid(segment);
    }

    @Override
    public boolean isAscii() {
      return Utf8.isAscii(segment);
    }

    @Override
    public void copyTo(Utf8Builder source, long offset) {
      source.copyTo(segment, offset);
    }

    @Override
    public void fill(byte value) {
      segment.fill(value);
    }

    @Override
    public void set(int offset, byte[] bytes) {
      MemorySegment.copy(bytes, 0, segment, JAVA_BYTE, offset, bytes.length);
    }

    @Override
    public byte[] bytes() {
      return segment.toArray(JAVA_BYTE);
    }
  }

  record OfBytes(Bytes region) implements Memory {
    @Override
    public int byteSize() {
      return (int) region.byteSize();
    }

    @Override
    public long encode(Route route, String text, long offset, Malformed malformed) {
      return switch (route) {
        case SHARED -> Utf8.encode(text, region, offset, malformed);
        case OWN -> Route.encoder(malformed).encode(text, region, offset);
        case PLAIN -> CharwiseEncoding.encode(text, Targets.BYTES, region, offset, malformed);
        case CONSTANT -> Utf8Constant.of(text, malformed).encode(region, offset);
      };
    }

    @Override
    public long encodeInto(Route route, String text, int from, long offset, long length) {
      return switch (route) {
        case PLAIN ->
            CharwiseEncoding.encodeInto(
                text, from, Targets.BYTES, region, offset, length, Malformed.REPLACE);
        case OWN ->
            packed(Route.encoder(Malformed.REPLACE).encodeInto(text, from, region, offset, length));
        default -> packed(Utf8.encodeInto(text, from, region, offset, length));
      };
    }

    @Override
    public String decode(long offset, long length, Malformed malformed) {
      return Utf8.decode(region, offset, length, malformed);
    }

    @Override
    public boolean isValid() {
      return Utf8.isValid(region);
    }

    @Override
    public boolean isAscii() {
      return Utf8.isAscii(region);
    }

    @Override
    public void copyTo(Utf8Builder source, long offset) {
      source.copyTo(region, offset);
    }

    @Override
    public void fill(byte value) {
      region.asSegment().fill(value);
    }

    @Override
    public void set(int offset, byte[] bytes) {
      MemorySegment.copy(bytes, 0, region.asSegment(), JAVA_BYTE, offset, bytes.length);
    }

    @Override
    public byte[] bytes() {
      return region.asSegment().toArray(JAVA_BYTE);
    }
  }

  record OfBuffer(ByteBuffer buffer) implements Memory {
    @Override
    public int byteSize() {
      return buffer.limit();
    }

    @Override
    public long encode(Route route, String text, long offset, Malformed malformed) {
      int at = Math.toIntExact(offset);
      return switch (route) {
        case SHARED -> Utf8.encode(text, buffer, at, malformed);
        case OWN -> Route.encoder(malformed).encode(text, buffer, at);
        case PLAIN -> CharwiseEncoding.encode(text, Targets.BUFFER, buffer, at, malformed);
        case CONSTANT -> Utf8Constant.of(text, malformed).encode(buffer, at);
      };
    }

    @Override
    public long encodeInto(Route route, String text, int from, long offset, long length) {
      int at = Math.toIntExact(offset);
      return switch (route) {
        case PLAIN ->
            CharwiseEncoding.encodeInto(
                text, from, Targets.BUFFER, buffer, at, length, Malformed.REPLACE);
        case OWN ->
            packed(
                Route.encoder(Malformed.REPLACE)
                    .encodeInto(text, from, buffer, at, Math.toIntExact(length)));
        default -> packed(Utf8.encodeInto(text, from, buffer, at, Math.toIntExact(length)));
      };
    }

    @Override
    public String decode(long offset, long length, Malformed malformed) {
      return Utf8.decode(buffer, Math.toIntExact(offset), Math.toIntExact(length), malformed);
    }

    @Override
    public boolean isValid() {
      return Utf8.isValid(buffer, buffer.position(), buffer.remaining());
    }

    @Override
    public boolean isAscii() {
      return Utf8.isAscii(buffer, buffer.position(), buffer.remaining());
    }

    @Override
    public void copyTo(Utf8Builder source, long offset) {
      source.copyTo(buffer, Math.toIntExact(offset));
    }

    @Override
    public void fill(byte value) {
      for (int i = 0; i < buffer.limit(); i++) {
        buffer.put(i, value);
      }
    }

    @Override
    public void set(int offset, byte[] bytes) {
      buffer.put(offset, bytes);
    }

    @Override
    public byte[] bytes() {
      byte[] bytes = new byte[buffer.limit()];
      buffer.get(0, bytes);
      return bytes;
    }
  }
}
