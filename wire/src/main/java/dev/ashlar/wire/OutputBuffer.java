// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.internal.ArrayGrowth;
import dev.ashlar.wire.internal.encoding.Wire;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The bytes written so far and the messages that are open.
///
/// ```
/// buffer   | … | written, not taken by the target | room | … |
///              base                               position limit
/// ```
///
/// Bytes have an offset that counts from the first byte written; `taken` of them have left the
/// buffer. A write asks for room, stores behind `position` and moves `position` last, so that a
/// write that fails leaves no trace.
abstract class OutputBuffer {
  /// The first buffer of a writer whose buffer grows.
  private static final int FIRST_SIZE = 512;

  /// What a target is given at a time, if messages are not larger.
  private static final int FIRST_SIZE_WITH_TARGET = 8 << 10;

  /// The largest array that every JVM can make.
  static final int MAX_ARRAY = ArrayGrowth.MAX_LENGTH;

  private static final byte[] NONE = {};

  /// Levels of nesting that there is room for at first.
  private static final int LEVELS = 16;

  /// In [#declared]: the length of the message is stored when it ends.
  private static final long UNDECLARED = -1;

  byte[] buffer;
  int position;

  /// Where the room ends; 0 once the writer is broken, so that every write ends in [#makeRoom].
  int limit;

  int base;

  /// Most bytes of the buffer.
  private final int maxBuffer;

  private @Nullable ByteTarget target;
  long taken;

  /// Whether the target has a part of what failed.
  boolean broken;

  /// What the target threw, if that was the reason.
  private @Nullable Throwable failure;

  int depth;

  /// The offset at which the content of each open message begins.
  long[] starts = new long[LEVELS];

  private long[] declared = new long[LEVELS];

  /// The bytes left open for the length of the message at each level: those that the one before
  /// needed there.
  private byte[] lengthSizes = new byte[LEVELS];

  /// A buffer that grows.
  OutputBuffer(int maxBuffer, @Nullable ByteTarget target) {
    this.buffer = NONE;
    this.maxBuffer = maxBuffer;
    this.target = target;
    Arrays.fill(lengthSizes, (byte) 1);
  }

  /// A part of an array of the caller.
  OutputBuffer(byte[] array, int from, int length) {
    Objects.checkFromIndexSize(from, length, array.length);
    this.buffer = array;
    this.base = from;
    this.position = from;
    this.limit = from + length;
    this.maxBuffer = length;
    Arrays.fill(lengthSizes, (byte) 1);
  }

  final long offset() {
    return taken + (position - base);
  }

  /// Forgets what was written and what is open.
  final void restart(@Nullable ByteTarget target) {
    this.target = target;
    failure = null;
    broken = false;
    taken = 0;
    depth = 0;
    position = base;
    setLimit();
  }

  /// There is no more room than the target has, so that a write that does not fit is refused rather
  /// than that of the buffer.
  private void setLimit() {
    ByteTarget target = this.target;
    long most = target == null ? (long) base + maxBuffer : target.byteSize() - taken;
    limit = (int) Math.min(buffer.length, most);
  }

  final @Nullable ByteTarget target() {
    return target;
  }

  final int depth() {
    return depth;
  }

  /// {@return where the writer is, as [#rollBack] takes it: from the start of the innermost
  /// message, which may still move}
  final long mark() {
    return depth == 0 ? offset() : offset() - starts[depth - 1];
  }

  /// Goes back to where the writer was, as far as that is still in the buffer. Makes no call, so
  /// that it works on a stack that has just overflowed.
  final void rollBack(long mark, int depth) {
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
  /// @return the position, which may be another than before
  /// @throws IndexOutOfBoundsException if there is not that much
  final int makeRoom(long size) {
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

  /// Makes room for `size` bytes if the buffer can have it.
  final boolean tryMakeRoom(int size) {
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

  /// Leaves no more room for the lengths of open messages than the shortest takes: what will fit
  /// when they have ended must not be refused before.
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

  /// {@return whether a value of `size` bytes has to go to the target in parts, and can}
  final boolean goesInParts(long size) {
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

  /// @throws IndexOutOfBoundsException if the target has no room for `size` more bytes
  final void requireCapacity(long size) {
    ByteTarget target = this.target;
    if (target != null && offset() + size > target.byteSize()) {
      tighten();
      if (offset() + size > target.byteSize()) {
        throw outOfRoom(size, target.byteSize());
      }
    }
  }

  /// Hands on what is in the buffer and then `bytes[from, from + length)`. Only if they [have
  /// to][#goesInParts].
  final void pass(byte[] bytes, int from, int length) {
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

  /// Hands on all that does not wait for a length.
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

  /// Hands on everything.
  final void handOn() {
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

  final void requireWhole() {
    requireEnded();
    if (target != null) {
      throw new IllegalStateException("The bytes go to a target: finish() hands them on");
    }
  }

  final int base() {
    return base;
  }

  /// Begins what has a length that is not known yet.
  final void open(int tag) {
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

  /// Begins what has `length` bytes.
  final void open(int tag, long length) {
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

  /// Ends what was begun last, and stores its length.
  final void close() {
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
}
