// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire.internal.output;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.internal.ArrayGrowth;
import dev.ashlar.text.Utf8;
import dev.ashlar.wire.internal.encoding.Wire;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The bytes written so far and the messages that are open. The order of this file: room and the
/// target, messages, fields and values, runs of fields, text and bytes.
///
/// ```
/// buffer   | … | written, not taken by the target | room | … |
///              base                               position limit
/// ```
///
/// The offset of a byte counts from the first byte written. The first `taken` bytes have left the
/// buffer. A write asks for room, stores behind `position` and moves `position` last, so a write
/// that fails leaves no trace. If there is room for the largest field of a kind, the field is
/// stored at once. Otherwise its size is computed first.
public final class OutputBuffer {
  /// The largest size of a tag and a varint, in bytes.
  public static final int FIELD = Wire.MAX_VARINT32 + Wire.MAX_VARINT64;

  /// Larger values go to a stream in parts; smaller than any buffer.
  private static final int CHUNK = FIELD;

  /// The first buffer of a writer whose buffer grows.
  private static final int FIRST_SIZE = 512;

  /// The bytes that a target is given at a time, unless a message is larger.
  private static final int FIRST_SIZE_WITH_TARGET = 8 << 10;

  /// The largest array length that every JVM supports.
  public static final int MAX_ARRAY = ArrayGrowth.MAX_LENGTH;

  private static final byte[] NONE = {};

  /// Levels of nesting that there is room for at first.
  private static final int LEVELS = 16;

  /// In [#declared]: the length of the message is stored when it ends.
  private static final long UNDECLARED = -1;

  public byte[] buffer;
  public int position;

  /// The end of the room; 0 after a failure, so that every write ends in [#makeRoom].
  public int limit;

  public int base;

  /// Most bytes of the buffer.
  private final int maxBuffer;

  private @Nullable ByteTarget target;
  public long taken;

  /// Whether the target has received a part of a failed write.
  public boolean broken;

  /// The exception of the target, if it was the reason.
  private @Nullable Throwable failure;

  public int depth;

  /// The offset at which the content of each open message begins.
  public long[] starts = new long[LEVELS];

  private long[] declared = new long[LEVELS];

  /// The bytes reserved for the length of the message at each level: as many as the message before
  /// needed there.
  private byte[] lengthSizes = new byte[LEVELS];

  private final TextEncoder text = new TextEncoder();

  /// The array for the fields of a [run][#beginRun] that may not fit in the buffer.
  private byte[] scratch = NONE;

  /// The array of the run begun last.
  private byte[] run = NONE;

  public OutputBuffer(int maxBuffer, @Nullable ByteTarget target) {
    this.buffer = NONE;
    this.maxBuffer = maxBuffer;
    this.target = target;
    Arrays.fill(lengthSizes, (byte) 1);
  }

  /// A part of an array of the caller.
  public OutputBuffer(byte[] array, int from, int length) {
    Objects.checkFromIndexSize(from, length, array.length);
    this.buffer = array;
    this.base = from;
    this.position = from;
    this.limit = from + length;
    this.maxBuffer = length;
    Arrays.fill(lengthSizes, (byte) 1);
  }

  public long offset() {
    return taken + (position - base);
  }

  /// Discards all written bytes and open messages.
  public void restart(@Nullable ByteTarget target) {
    this.target = target;
    failure = null;
    broken = false;
    taken = 0;
    depth = 0;
    position = base;
    setLimit();
  }

  /// Limits the room to that of the target, so that the write that does not fit is refused, and not
  /// a later hand-over of the buffer.
  private void setLimit() {
    ByteTarget target = this.target;
    long most = target == null ? (long) base + maxBuffer : target.byteSize() - taken;
    limit = (int) Math.min(buffer.length, most);
  }

  public @Nullable ByteTarget target() {
    return target;
  }

  /// {@return the position, for [#rollBack]; it counts from the start of the innermost message,
  /// which may still move}
  public long mark() {
    return depth == 0 ? offset() : offset() - starts[depth - 1];
  }

  /// Moves back to a [#mark], as far as its bytes are still in the buffer. It makes no call, so
  /// that it works after a stack overflow.
  public void rollBack(long mark, int depth) {
    if (broken) {
      return;
    }
    long at = (depth == 0 ? mark : mark + starts[depth - 1]) - taken + base;
    if (at >= base) {
      position = (int) at;
      this.depth = depth;
    } else {
      broken = true;
      limit = 0;
    }
  }

  /// Makes room for `size` bytes.
  ///
  /// @return the position, which may have changed
  /// @throws IndexOutOfBoundsException if there is less room
  public int makeRoom(long size) {
    requireWorking();
    if (limit - position >= size) {
      return position;
    }
    requireCapacity(size);
    ByteTarget target = this.target;
    if (target != null && buffer.length > 0) {
      release(target);
    }
    if (position - base + size > maxBuffer) {
      tighten();
    }
    long needed = position - base + size;
    if (needed > maxBuffer) {
      throw target == null ? outOfRoom(size, maxBuffer) : tooLargeToBuffer();
    }
    if (needed > limit - base) {
      grow((int) needed);
    }
    return position;
  }

  /// Makes room for `size` bytes if the buffer can hold them.
  ///
  /// @return whether there is room
  public boolean tryMakeRoom(int size) {
    ByteTarget target = this.target;
    if (broken || size > maxBuffer || (target != null && offset() + size > target.byteSize())) {
      return false;
    }
    if (target != null && buffer.length > 0) {
      release(target);
    }
    int needed = position - base + size;
    if (needed < 0 || needed > maxBuffer) {
      return false;
    }
    if (needed > limit - base) {
      grow(needed);
    }
    return true;
  }

  /// Shortens the room for the lengths of open messages to one byte each. A write must not be
  /// refused if it fits after the messages have ended.
  private void tighten() {
    for (int level = 0; level < depth; level++) {
      int spare = lengthSizes[level] - 1;
      if (declared[level] == UNDECLARED && spare > 0) {
        int from = (int) (starts[level] - taken) + base;
        System.arraycopy(buffer, from, buffer, from - spare, position - from);
        for (int inner = level; inner < depth; inner++) {
          starts[inner] -= spare;
        }
        lengthSizes[level] = 1;
        position -= spare;
      }
    }
  }

  private void requireWorking() {
    if (broken) {
      throw new IllegalStateException(
          "An earlier write failed after a part of the bytes was taken: reset the writer", failure);
    }
  }

  private void fail(Throwable failed) {
    limit = 0;
    broken = true;
    failure = failed;
  }

  private void grow(int needed) {
    int first = target == null ? FIRST_SIZE : FIRST_SIZE_WITH_TARGET;
    int doubled = (int) Math.min(Math.max(first, 2L * buffer.length), maxBuffer);
    byte[] larger = Arrays.copyOf(buffer, Math.max(needed, doubled));
    buffer = larger;
    setLimit();
  }

  private IndexOutOfBoundsException outOfRoom(long size, long room) {
    return new IndexOutOfBoundsException(
        "%d bytes do not fit behind the %d that are written: there is room for %d in all"
            .formatted(size, offset(), room));
  }

  private IllegalStateException tooLargeToBuffer() {
    return new IllegalStateException(
        "A message takes more than the %d bytes of the writer's buffer: declare its length with beginMessage(field, length), or give the writer a larger buffer"
            .formatted(maxBuffer));
  }

  /// {@return whether a value of `size` bytes does not fit, and can go to the target in parts,
  /// because all open messages have a declared length}
  public boolean goesInParts(long size) {
    if (target == null || size <= limit - position || size <= Math.min(FIRST_SIZE, maxBuffer)) {
      return false;
    }
    for (int level = 0; level < depth; level++) {
      if (declared[level] == UNDECLARED) {
        return false;
      }
    }
    return true;
  }

  /// Checks, before anything is written, that the target has room for `size` more bytes.
  ///
  /// @throws IndexOutOfBoundsException if it is known that it has not
  public void requireCapacity(long size) {
    ByteTarget target = this.target;
    if (target != null && offset() + size > target.byteSize()) {
      tighten();
      if (offset() + size > target.byteSize()) {
        throw outOfRoom(size, target.byteSize());
      }
    }
  }

  /// Passes the buffer and then `bytes[from, from + length)` to the target. Call it only if the
  /// bytes [go in parts][#goesInParts].
  public void pass(byte[] bytes, int from, int length) {
    requireWorking();
    ByteTarget target = Objects.requireNonNull(this.target);
    release(target);
    try {
      target.take(taken, bytes, from, length);
    } catch (Throwable failed) {
      fail(failed);
      throw failed;
    }
    taken += length;
    setLimit();
  }

  /// Passes to the target all bytes that do not wait for a length.
  private void release(ByteTarget target) {
    int end = position;
    for (int level = 0; level < depth; level++) {
      if (declared[level] == UNDECLARED) {
        end = (int) (starts[level] - taken) - lengthSizes[level];
        break;
      }
    }
    if (end == 0) {
      return;
    }
    try {
      target.take(taken, buffer, 0, end);
    } catch (Throwable failed) {
      fail(failed);
      throw failed;
    }
    System.arraycopy(buffer, end, buffer, 0, position - end);
    position -= end;
    taken += end;
    setLimit();
  }

  /// Passes all bytes to the target.
  public void handOn() {
    requireEnded();
    ByteTarget target = this.target;
    if (target != null) {
      release(target);
      try {
        target.flush();
      } catch (Throwable failed) {
        failure = failed;
        limit = 0;
        throw failed;
      }
    }
  }

  private void requireEnded() {
    requireWorking();
    if (depth > 0) {
      throw new IllegalStateException(depth + " messages are open: end them first");
    }
  }

  public void requireWhole() {
    requireEnded();
    if (target != null) {
      throw new IllegalStateException("The bytes go to a target: finish() hands them on");
    }
  }

  /// Begins a message or packed values whose length is not yet known.
  public void open(int tag) {
    int level = depth;
    if (level == starts.length) {
      addLevels();
    }
    int at = position;
    if (limit - at < 2 * Wire.MAX_VARINT32) {
      lengthSizes[level] = 1;
      at = makeRoom(Wire.size(tag) + 1);
    }
    at = Wire.put(buffer, at, tag) + lengthSizes[level];
    starts[level] = taken + (at - base);
    declared[level] = UNDECLARED;
    position = at;
    depth = level + 1;
  }

  /// Begins a message or packed values of `length` bytes.
  public void open(int tag, long length) {
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "length " + length + " is not between 0 and " + Integer.MAX_VALUE);
    }
    int level = depth;
    if (level == starts.length) {
      addLevels();
    }
    int size = (int) length;
    int at = makeRoom(Wire.size(tag) + Wire.size(size));
    at = Wire.put(buffer, Wire.put(buffer, at, tag), size);
    starts[level] = taken + (at - base);
    declared[level] = length;
    position = at;
    depth = level + 1;
  }

  private void addLevels() {
    int levels = 2 * depth;
    long[] starts = Arrays.copyOf(this.starts, levels);
    long[] declared = Arrays.copyOf(this.declared, levels);
    byte[] lengthSizes = Arrays.copyOf(this.lengthSizes, levels);
    Arrays.fill(lengthSizes, depth, levels, (byte) 1);
    this.declared = declared;
    this.lengthSizes = lengthSizes;
    this.starts = starts;
  }

  /// Ends the message or the packed values begun last, and stores their length.
  public void close() {
    int level = depth - 1;
    if (level < 0) {
      throw new IllegalStateException("No message is open: begin one before it is ended");
    }
    int lengthSize = lengthSizes[level];
    long start = starts[level];
    long length = taken + (position - base) - start;
    if (lengthSize == 1 && length <= 0x7F && declared[level] == UNDECLARED && limit != 0) {
      buffer[(int) (start - taken) + base - 1] = (byte) length;
      depth = level;
    } else {
      closeLong(level, length);
    }
  }

  private void closeLong(int level, long length) {
    requireWorking();
    if (declared[level] != UNDECLARED) {
      if (length != declared[level]) {
        throw new IllegalStateException(
            "A message was declared with %d bytes and has %d".formatted(declared[level], length));
      }
      depth = level;
      return;
    }
    if (length > Integer.MAX_VALUE) {
      throw new IllegalStateException(
          "A message of " + length + " bytes: protobuf has at most 2^31 - 1");
    }
    int size = Wire.size((int) length);
    int grown = size - lengthSizes[level];
    while (limit - position < grown) {
      makeRoom(grown);
      // That may have been found right here.
      grown = size - lengthSizes[level];
    }
    int from = (int) (starts[level] - taken) + base;
    if (grown != 0) {
      System.arraycopy(buffer, from, buffer, from + grown, (int) length);
      lengthSizes[level] = (byte) size;
    }
    Wire.put(buffer, from + grown - size, (int) length);
    position += grown;
    depth = level;
  }

  public void varint(int tag, long value) {
    int at = position;
    if (limit - at < FIELD) {
      at = makeRoom(Wire.size(tag) + Wire.size(value));
      position = Wire.putByBytes(buffer, Wire.put(buffer, at, tag), value);
      return;
    }
    byte[] buffer = this.buffer;
    position = Wire.put(buffer, Wire.put(buffer, at, tag), value);
  }

  public void fixed32(int tag, int value) {
    int at = position;
    if (limit - at < FIELD) {
      at = makeRoom(Wire.size(tag) + Integer.BYTES);
    }
    byte[] buffer = this.buffer;
    at = Wire.put(buffer, at, tag);
    Wire.INT.set(buffer, at, value);
    position = at + Integer.BYTES;
  }

  public void fixed64(int tag, long value) {
    int at = position;
    if (limit - at < FIELD) {
      at = makeRoom(Wire.size(tag) + Long.BYTES);
    }
    byte[] buffer = this.buffer;
    at = Wire.put(buffer, at, tag);
    Wire.LONG.set(buffer, at, value);
    position = at + Long.BYTES;
  }

  public void varint(long value) {
    int at = position;
    if (limit - at < Wire.MAX_VARINT64) {
      at = makeRoom(Wire.size(value));
      position = Wire.putByBytes(buffer, at, value);
      return;
    }
    position = Wire.put(buffer, at, value);
  }

  public void fixed32(int value) {
    int at = limit - position < Integer.BYTES ? makeRoom(Integer.BYTES) : position;
    Wire.INT.set(buffer, at, value);
    position = at + Integer.BYTES;
  }

  public void fixed64(long value) {
    int at = limit - position < Long.BYTES ? makeRoom(Long.BYTES) : position;
    Wire.LONG.set(buffer, at, value);
    position = at + Long.BYTES;
  }

  /// Begins a run: fields of at most `most` bytes, which are stored one after another in the
  /// returned array, from [#runStart] on, until [#endRun]. Nothing else may be written in between.
  public byte[] beginRun(int most) {
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
  public int runStart(byte[] array) {
    return array == buffer ? position : 0;
  }

  /// {@return the array in which the run continues}
  public byte[] run() {
    return run;
  }

  /// Ends a run.
  ///
  /// @param end the index after the last field
  @SuppressWarnings("ReferenceEquality") // An array is its own identity.
  public void endRun(byte[] array, int end) {
    if (array == buffer) {
      position = end;
    } else {
      encoded(array, 0, end);
    }
  }

  /// Writes text in a run. The run may then continue in [another array][#run].
  ///
  /// @param at the index after the fields stored so far
  /// @param most the largest size of the rest of the run, in bytes
  /// @return the index at which the run continues
  @SuppressWarnings("ReferenceEquality") // An array is its own identity.
  public int textInRun(byte[] array, int at, int tag, String text, int most) {
    int count = text.length();
    if (array != buffer || limit - at < most + TextEncoder.spaceFor(count)) {
      endRun(array, at);
      text(tag, text);
      return runStart(beginRun(most));
    }
    return this.text.put(array, Wire.put(array, at, tag), text, count);
  }

  /// Writes bytes in a run, as [#textInRun].
  @SuppressWarnings("ReferenceEquality") // An array is its own identity.
  public int bytesInRun(byte[] array, int at, int tag, byte[] value, int most) {
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

  public void text(int tag, String text) {
    int count = text.length();
    int at = position;
    if (limit - at < TextEncoder.spaceFor(count)) {
      writeTightly(tag, text);
      return;
    }
    byte[] buffer = this.buffer;
    position = this.text.put(buffer, Wire.put(buffer, at, tag), text, count);
  }

  /// Writes text that may not fit, or that may be larger than the buffer.
  private void writeTightly(int tag, String text) {
    long size = this.text.encoder().encodedLength(text);
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
        rollBack(mark, depth);
        throw failed;
      }
      return;
    }
    int at = makeRoom(head + size);
    int from = Wire.put(buffer, Wire.put(buffer, at, tag), (int) size);
    position = from + this.text.encoder().encode(text, buffer, from);
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

  /// Writes `value[from, from + length)`. The range must be inside of the array.
  public void bytes(int tag, byte[] value, int from, int length) {
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

  public void bytes(int tag, Bytes value) {
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
      rollBack(mark, depth);
      throw failed;
    }
  }

  /// Writes encoded fields: `fields[from, from + length)`. The range must be inside of the array.
  public void encoded(byte[] fields, int from, int length) {
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
