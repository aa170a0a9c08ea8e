// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static dev.ashlar.text.Utf8Bytes.LONG;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.internal.ArrayGrowth;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/// A text that is encoded once and written many times, such as the key of an attribute. Writing the
/// text copies its bytes and allocates nothing.
///
/// ```java
/// Utf8Constant key = Utf8Constant.of("http.request.method");
/// byte[] packet = new byte[100];
/// int size = key.encode(packet, 0);
/// ```
///
/// Immutable; any thread may use it.
public final class Utf8Constant {
  private final String text;
  private final byte[] encoded;

  /// The first and the last eight bytes; unused where there are fewer.
  private final long head;

  private final long tail;

  private Utf8Constant(String text, byte[] encoded) {
    this.text = text;
    this.encoded = encoded;
    int size = encoded.length;
    head = size < Long.BYTES ? 0 : (long) LONG.get(encoded, 0);
    tail = size < Long.BYTES ? 0 : (long) LONG.get(encoded, size - Long.BYTES);
  }

  /// {@return `text`, encoded as [Malformed#REPLACE] says}
  public static Utf8Constant of(String text) {
    return of(text, Malformed.REPLACE);
  }

  /// {@return `text`, encoded}
  ///
  /// @throws MalformedTextException for a lone surrogate under [Malformed#REPORT]
  /// @throws OutOfMemoryError if the text takes more bytes than an array can have
  public static Utf8Constant of(String text, Malformed malformed) {
    long size = Utf8.encodedLength(text, malformed);
    byte[] encoded = new byte[ArrayGrowth.length(size, size)];
    Utf8.encode(text, encoded, 0, malformed);
    return new Utf8Constant(text, encoded);
  }

  /// {@return the number of bytes of the encoded text}
  public int encodedLength() {
    return encoded.length;
  }

  /// Writes the text to `target`, from `offset` on.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  public int encode(byte[] target, int offset) {
    int size = encoded.length;
    int room = target.length - offset;
    if (offset < 0 || room < size) {
      throw Target.outOfRoom(size, offset, Targets.ARRAY.room(target, offset));
    }
    if (size >= Long.BYTES && size <= 2 * Long.BYTES) {
      LONG.set(target, offset, head);
      LONG.set(target, offset + size - Long.BYTES, tail);
    } else {
      System.arraycopy(encoded, 0, target, offset, size);
    }
    return size;
  }

  /// Writes the text to `target`, from `offset` on.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  /// @throws IllegalArgumentException if the bytes are read-only
  public int encode(Bytes target, long offset) {
    return encode(Targets.BYTES, target, offset);
  }

  /// Writes the text to `target`, from `offset` bytes on.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  /// @throws IllegalArgumentException if the segment is read-only
  /// @throws IllegalStateException if its arena is closed
  /// @throws WrongThreadException if it is confined to another thread
  public int encode(MemorySegment target, long offset) {
    return encode(Targets.SEGMENT, target, offset);
  }

  /// Writes the text to `target`, from the absolute index `offset` up to the limit at most.
  /// Position and limit stay as they are.
  ///
  /// @return the number of bytes written
  /// @throws IndexOutOfBoundsException if it does not fit; nothing is written
  /// @throws java.nio.ReadOnlyBufferException if the buffer is read-only
  public int encode(ByteBuffer target, int offset) {
    return encode(Targets.BUFFER, target, offset);
  }

  private <T> int encode(Target<T> kind, T target, long offset) {
    long room = kind.room(target, offset);
    if (encoded.length > room) {
      throw Target.outOfRoom(encoded.length, offset, room);
    }
    kind.put(target, offset, encoded, encoded.length);
    return encoded.length;
  }

  /// {@return the text, as it was before encoding}
  @Override
  public String toString() {
    return text;
  }
}
