// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import dev.ashlar.text.Utf8;
import dev.ashlar.wire.internal.encoding.Wire;
import org.jspecify.annotations.Nullable;

/// Fields and values in an [OutputBuffer], by their tags.
///
/// Where there is room for the largest field of a kind, it is stored at once. Where there is not,
/// its size is computed first.
abstract class FieldBuffer extends OutputBuffer {
  /// Most bytes of a tag and a varint.
  static final int FIELD = Wire.MAX_VARINT32 + Wire.MAX_VARINT64;

  private static final int MAX_BYTES_PER_CHAR = 3;

  /// Most chars of a text whose length takes one byte, whatever it is.
  private static final int ONE_BYTE_OF_LENGTH = 0x7F / MAX_BYTES_PER_CHAR;

  /// Larger values go to a stream in parts; smaller than any buffer.
  private static final int CHUNK = FIELD;

  private static final byte[] NONE = {};

  private final ShortText shortText = new ShortText();
  private Utf8.@Nullable Encoder encoder;

  /// Where the fields of a [run][#beginRun] are stored that the buffer may have no room for.
  private byte[] scratch = NONE;

  /// The array of the run begun last.
  private byte[] run = NONE;

  FieldBuffer(int maxBuffer, @Nullable ByteTarget target) {
    super(maxBuffer, target);
  }

  FieldBuffer(byte[] array, int from, int length) {
    super(array, from, length);
  }

  final void varint(int tag, long value) {
    int at = position;
    if (limit - at < FIELD) {
      at = makeRoom(Wire.size(tag) + Wire.size(value));
      position = Wire.putByBytes(buffer, Wire.put(buffer, at, tag), value);
      return;
    }
    byte[] buffer = this.buffer;
    position = Wire.put(buffer, Wire.put(buffer, at, tag), value);
  }

  final void fixed32(int tag, int value) {
    int at = position;
    if (limit - at < FIELD) {
      at = makeRoom(Wire.size(tag) + Integer.BYTES);
    }
    byte[] buffer = this.buffer;
    at = Wire.put(buffer, at, tag);
    Wire.INT.set(buffer, at, value);
    position = at + Integer.BYTES;
  }

  final void fixed64(int tag, long value) {
    int at = position;
    if (limit - at < FIELD) {
      at = makeRoom(Wire.size(tag) + Long.BYTES);
    }
    byte[] buffer = this.buffer;
    at = Wire.put(buffer, at, tag);
    Wire.LONG.set(buffer, at, value);
    position = at + Long.BYTES;
  }

  final void varint(long value) {
    int at = position;
    if (limit - at < Wire.MAX_VARINT64) {
      at = makeRoom(Wire.size(value));
      position = Wire.putByBytes(buffer, at, value);
      return;
    }
    position = Wire.put(buffer, at, value);
  }

  final void fixed32(int value) {
    int at = limit - position < Integer.BYTES ? makeRoom(Integer.BYTES) : position;
    Wire.INT.set(buffer, at, value);
    position = at + Integer.BYTES;
  }

  final void fixed64(long value) {
    int at = limit - position < Long.BYTES ? makeRoom(Long.BYTES) : position;
    Wire.LONG.set(buffer, at, value);
    position = at + Long.BYTES;
  }

  /// Begins a run: fields of `most` bytes at most, which are stored one behind the other in the
  /// array returned, from [#runStart] on, until [#endRun]. Nothing else may be written meanwhile.
  final byte[] beginRun(int most) {
    byte[] array = limit - position >= most ? buffer : beginLargeRun(most);
    run = array;
    return array;
  }

  private byte[] beginLargeRun(int most) {
    if (tryMakeRoom(most)) {
      return buffer;
    }
    if (scratch.length < most) {
      scratch = new byte[Math.max(most, 2 * scratch.length)];
    }
    return scratch;
  }

  @SuppressWarnings("ReferenceEquality") // An array is its own identity.
  final int runStart(byte[] array) {
    return array == buffer ? position : 0;
  }

  /// The array that the run goes on in.
  final byte[] run() {
    return run;
  }

  /// Ends a run.
  ///
  /// @param end behind the last field stored
  @SuppressWarnings("ReferenceEquality") // An array is its own identity.
  final void endRun(byte[] array, int end) {
    if (array == buffer) {
      position = end;
    } else {
      encoded(array, 0, end);
    }
  }

  /// Writes text in a run, which may go on in [another array][#run] then.
  ///
  /// @param at behind the fields stored
  /// @param most the bytes that the rest of the run takes at most
  /// @return where the run goes on
  @SuppressWarnings("ReferenceEquality") // An array is its own identity.
  final int textInRun(byte[] array, int at, int tag, String text, int most) {
    int count = text.length();
    if (array != buffer || limit - at < most + spaceFor(count)) {
      endRun(array, at);
      text(tag, text);
      return runStart(beginRun(most));
    }
    return putText(array, Wire.put(array, at, tag), text, count);
  }

  /// Writes bytes in a run, as [#textInRun].
  @SuppressWarnings("ReferenceEquality") // An array is its own identity.
  final int bytesInRun(byte[] array, int at, int tag, byte[] value, int most) {
    int length = value.length;
    if (array != buffer || limit - at < 2L * Wire.MAX_VARINT32 + length + most) {
      endRun(array, at);
      bytes(tag, value, 0, length);
      return runStart(beginRun(most));
    }
    int from = Wire.put(array, Wire.put(array, at, tag), length);
    if (length >= Long.BYTES && length <= 2 * Long.BYTES) {
      // Identifiers, for which the call of a copy costs more than the copy.
      int last = length - Long.BYTES;
      Wire.LONG.set(array, from, (long) Wire.LONG.get(value, 0));
      Wire.LONG.set(array, from + last, (long) Wire.LONG.get(value, last));
    } else {
      System.arraycopy(value, 0, array, from, length);
    }
    return from + length;
  }

  /// {@return the bytes that a tag, a length and `count` chars take at most, and those that are
  /// stored behind them}
  private static long spaceFor(int count) {
    return 2L * Wire.MAX_VARINT32 + (long) count * MAX_BYTES_PER_CHAR + ShortText.EXCESS;
  }

  final void text(int tag, String text) {
    int count = text.length();
    int at = position;
    if (limit - at < spaceFor(count)) {
      writeTightly(tag, text);
      return;
    }
    byte[] buffer = this.buffer;
    position = putText(buffer, Wire.put(buffer, at, tag), text, count);
  }

  /// Stores a length and text, for which there is room.
  ///
  /// @return the index behind them
  private int putText(byte[] buffer, int at, String text, int count) {
    if (count <= ShortText.MAX_LENGTH && shortText.put(text, count, buffer, at + 1)) {
      buffer[at] = (byte) count;
      return at + 1 + count;
    }
    if (count <= ONE_BYTE_OF_LENGTH) {
      int size = encoder().encode(text, buffer, at + 1);
      buffer[at] = (byte) size;
      return at + 1 + size;
    }
    // ASCII has as many bytes as chars.
    int lengthSize = Wire.size(count);
    int size = encoder().encode(text, buffer, at + lengthSize);
    int grown = Wire.size(size) - lengthSize;
    if (grown > 0) {
      System.arraycopy(buffer, at + lengthSize, buffer, at + lengthSize + grown, size);
    }
    return Wire.put(buffer, at, size) + size;
  }

  /// Writes text of which it is not sure that it fits, or that the buffer can hold it.
  private void writeTightly(int tag, String text) {
    long size = encoder().encodedLength(text);
    int head = Wire.size(tag) + Wire.size(requireLength(size));
    if (goesInParts(head + size)) {
      requireCapacity(head + size);
      long end = offset() + head + size;
      long mark = mark();
      try {
        putHead(tag, (int) size, makeRoom(head));
        for (int from = 0; from < text.length(); ) {
          int at = makeRoom(Math.min(CHUNK, end - offset()));
          Utf8.EncodeResult part = Utf8.encodeInto(text, from, buffer, at, limit - at);
          from += part.charsRead();
          position = at + part.bytesWritten();
        }
      } catch (Throwable failed) {
        rollBack(mark, depth());
        throw failed;
      }
      return;
    }
    int at = makeRoom(head + size);
    int from = Wire.put(buffer, Wire.put(buffer, at, tag), (int) size);
    position = from + encoder().encode(text, buffer, from);
  }

  private static int requireLength(long size) {
    if (size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "A value of " + size + " bytes: a field has at most " + Integer.MAX_VALUE);
    }
    return (int) size;
  }

  private void putHead(int tag, int size, int at) {
    position = Wire.put(buffer, Wire.put(buffer, at, tag), size);
  }

  private Utf8.Encoder encoder() {
    Utf8.Encoder encoder = this.encoder;
    return encoder == null ? makeEncoder() : encoder;
  }

  private Utf8.Encoder makeEncoder() {
    Utf8.Encoder made = Utf8.encoder();
    encoder = made;
    return made;
  }

  /// Writes `value[from, from + length)`, which is there.
  final void bytes(int tag, byte[] value, int from, int length) {
    int head = Wire.size(tag) + Wire.size(length);
    if (goesInParts((long) head + length)) {
      requireCapacity((long) head + length);
      putHead(tag, length, makeRoom(head));
      pass(value, from, length);
      return;
    }
    int at = makeRoom((long) head + length);
    at = Wire.put(buffer, Wire.put(buffer, at, tag), length);
    System.arraycopy(value, from, buffer, at, length);
    position = at + length;
  }

  final void bytes(int tag, Bytes value) {
    int size = requireLength(value.byteSize());
    int head = Wire.size(tag) + Wire.size(size);
    if (goesInParts((long) head + size)) {
      writeInParts(tag, head, value, size);
      return;
    }
    int at = makeRoom((long) head + size);
    at = Wire.put(buffer, Wire.put(buffer, at, tag), size);
    value.copyTo(0, buffer, at, size);
    position = at + size;
  }

  private void writeInParts(int tag, int head, Bytes value, int size) {
    requireCapacity((long) head + size);
    value.getByte(0); // What cannot be read at all has to fail before a part is taken.
    long mark = mark();
    try {
      putHead(tag, size, makeRoom(head));
      for (int from = 0; from < size; ) {
        int at = makeRoom(Math.min(CHUNK, size - from));
        int length = Math.min(limit - at, size - from);
        value.copyTo(from, buffer, at, length);
        position = at + length;
        from += length;
      }
    } catch (Throwable failed) {
      rollBack(mark, depth());
      throw failed;
    }
  }

  /// Writes what is encoded already: `fields[from, from + length)`, which is there.
  final void encoded(byte[] fields, int from, int length) {
    if (goesInParts(length)) {
      requireCapacity(length);
      pass(fields, from, length);
      return;
    }
    int at = makeRoom(length);
    System.arraycopy(fields, from, buffer, at, length);
    position = at + length;
  }
}
