// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.wire;

import dev.ashlar.memory.Bytes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The bytes to read, and the reader's position in them.
///
/// ```
/// input    | … window                       … limit … size
///              | read | position … end | … |
/// ```
///
/// An array is its own window. Other memory is read through a window of a few KiB that moves along.
/// `limit` is the end of the innermost message; `end` is the limit or the end of the window,
/// whichever comes first.
abstract class InputWindow {
  private static final int WINDOW = 4 << 10;

  byte[] window;
  int position;
  int end;

  private int windowEnd;

  /// The offset of index 0 of the window; negative for an array that is not read from its start.
  private long windowStart;

  private long limit;
  private long size;

  /// Null for an array.
  private @Nullable Bytes memory;

  /// The window for memory that is not an array.
  private byte @Nullable [] ownWindow;

  InputWindow(byte[] array, int from, int length) {
    this.window = array;
    restart(array, from, length);
  }

  InputWindow(Bytes memory) {
    this.window = new byte[0];
    restart(memory);
  }

  final void restart(byte[] array, int from, int length) {
    Objects.checkFromIndexSize(from, length, array.length);
    window = array;
    position = from;
    windowEnd = from + length;
    end = windowEnd;
    windowStart = -from;
    limit = length;
    size = length;
    memory = null;
  }

  final void restart(Bytes memory) {
    if (!memory.isNative() && memory.asSegment().heapBase().orElse(null) instanceof byte[] array) {
      restart(array, (int) memory.asSegment().address(), (int) memory.byteSize());
      return;
    }
    byte[] own = ownWindow;
    if (own == null) {
      own = new byte[WINDOW];
      ownWindow = own;
    }
    window = own;
    this.memory = memory;
    size = memory.byteSize();
    limit = size;
    moveTo(0);
  }

  final long currentOffset() {
    return windowStart + position;
  }

  final long bytesToLimit() {
    return limit - windowStart - position;
  }

  /// Moves the position to `offset`, which is not greater than the limit.
  final void moveTo(long offset) {
    if (memory == null) {
      position = (int) (offset - windowStart);
    } else {
      windowStart = offset;
      position = 0;
      windowEnd = 0;
      end = 0;
    }
  }

  /// Sets the end of the innermost message.
  ///
  /// @return the previous limit
  final long limitTo(long newLimit) {
    long before = limit;
    limit = newLimit;
    end = (int) Math.min(windowEnd, newLimit - windowStart);
    return before;
  }

  final long limit() {
    return limit;
  }

  /// Makes the next `count` bytes available in the window. `count` is less than the size of a
  /// window.
  ///
  /// @throws ProtoFormatException if the message has fewer bytes left
  final void require(int count) {
    if (end - position < count) {
      load(count);
    }
  }

  private void load(int count) {
    if (bytesToLimit() < count) {
      throw truncated(count);
    }
    long offset = currentOffset();
    int length = (int) Math.min(window.length, size - offset);
    Objects.requireNonNull(memory).copyTo(offset, window, 0, length);
    windowStart = offset;
    position = 0;
    windowEnd = length;
    end = (int) Math.min(length, limit - offset);
  }

  /// @return `length`
  /// @throws ProtoFormatException if `length` is negative, or if the message has fewer bytes left
  final int requireLength(int length) {
    if (length < 0) {
      throw failure("a length is negative: " + length);
    }
    if (length > bytesToLimit()) {
      throw truncated(length);
    }
    return length;
  }

  /// {@return whether the next `length` bytes are in the window}
  final boolean isInWindow(int length) {
    return length <= end - position;
  }

  /// Copies the next `length` bytes. The message must have them.
  final void take(byte[] target, int length) {
    if (isInWindow(length)) {
      System.arraycopy(window, position, target, 0, length);
    } else {
      memory().copyTo(currentOffset(), target, 0, length);
    }
    pass(length);
  }

  /// Copies `length` bytes from offset `from`, which were read before.
  final void copyTo(long from, byte[] target, int at, int length) {
    Bytes memory = this.memory;
    if (memory == null) {
      System.arraycopy(window, (int) (from - windowStart), target, at, length);
    } else {
      memory.copyTo(from, target, at, length);
    }
  }

  /// Returns the next `length` bytes without a copy. The message must have them.
  final Bytes slice(int length) {
    Bytes memory = this.memory;
    return memory == null
        ? Bytes.of(window, position, length)
        : memory.asSlice(currentOffset(), length);
  }

  /// Returns the input, which is not an array.
  final Bytes memory() {
    return Objects.requireNonNull(memory);
  }

  /// Skips `length` bytes. The message must have them.
  final void pass(int length) {
    if (isInWindow(length)) {
      position += length;
    } else {
      moveTo(currentOffset() + length);
    }
  }

  final ProtoFormatException truncated(long count) {
    return failure("%d bytes are missing of %d".formatted(count - bytesToLimit(), count));
  }

  final ProtoFormatException failure(String reason) {
    return new ProtoFormatException(reason, currentOffset());
  }
}
