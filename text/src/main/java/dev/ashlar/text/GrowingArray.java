// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import dev.ashlar.memory.Unzeroed;
import dev.ashlar.memory.internal.ArrayGrowth;
import java.util.Arrays;

/// An array of bytes that grows as bytes are appended.
///
/// The append that needs an array makes it and fills it in one step, so that few bytes are zeroed
/// only to be overwritten. The compiler leaves out zeroing in front of a copy; elsewhere [Unzeroed]
/// avoids it. There is no array before the first append.
///
/// An append that fails changes nothing, whatever the error: the array and the length are written
/// last, with no call between them. Bytes behind the length do not count.
final class GrowingArray {
  private static final byte[] NONE = {};

  /// Written up to [#length]. Behind it, zero or bytes that were dropped.
  byte[] array = NONE;

  int length;

  /// The smallest size of the first array.
  private int firstCapacity;

  GrowingArray(int firstCapacity) {
    this.firstCapacity = checked(firstCapacity);
  }

  /// {@return the size of the array, or the smallest size of the first one}
  int capacity() {
    return array.length == 0 ? firstCapacity : array.length;
  }

  void ensureCapacity(int capacity) {
    if (capacity > capacity()) {
      if (array.length == 0) {
        firstCapacity = checked(capacity);
      } else {
        array = withRoom(capacity - length);
      }
    }
  }

  /// {@return the array if there is room for `count` bytes behind [#length], or else a larger copy,
  /// to be installed together with the length}
  byte[] withRoom(int count) {
    return count > array.length - length ? Arrays.copyOf(array, capacityFor(count)) : array;
  }

  /// Appends the low `size` bytes of `word`, the lowest first, behind the first `end` bytes.
  void append(int end, int word, int size) {
    byte[] room = withRoom(end + size - length);
    for (int i = 0; i < size; i++) {
      room[end + i] = (byte) (word >>> (8 * i));
    }
    array = room;
    length = end + size;
  }

  /// Appends `source[offset, offset + count)`.
  ///
  /// @param more how many bytes at least are known to follow
  void append(byte[] source, int offset, int count, int more) {
    if (count <= array.length - length) {
      System.arraycopy(source, offset, array, length, count);
    } else if (length == 0) {
      array = copyOf(source, offset, count, capacityFor((long) count + more));
    } else {
      array = joined(source, offset, count, capacityFor((long) count + more));
    }
    length += count;
  }

  /// The copy follows the allocation at once, so that the compiler has only the rest zeroed.
  private static byte[] copyOf(byte[] source, int offset, int count, int capacity) {
    byte[] copy = new byte[capacity];
    System.arraycopy(source, offset, copy, 0, count);
    return copy;
  }

  private byte[] joined(byte[] source, int offset, int count, int capacity) {
    return Unzeroed.bytes(
        capacity,
        sink -> {
          sink.append(array, 0, length);
          sink.append(source, offset, count);
        });
  }

  /// Appends the low `size` bytes of `word`, the lowest first, `count` times but at least once.
  void repeat(int word, int size, int count) {
    long total = (long) size * count;
    if (total <= array.length - length) {
      for (int i = 0; i < size; i++) {
        array[length + i] = (byte) (word >>> (8 * i));
      }
      fillWithCopies(length, size, length + (int) total);
    } else {
      array = repeated(word, size, count, capacityFor(total));
    }
    length += (int) total;
  }

  /// Copies the `size` bytes from `start` on behind themselves, up to `end`.
  private void fillWithCopies(int start, int size, int end) {
    if (size == 1) {
      Arrays.fill(array, start + 1, end, array[start]);
      return;
    }
    // In pieces that double.
    for (int at = start + size; at < end; ) {
      int piece = Math.min(at - start, end - at);
      System.arraycopy(array, start, array, at, piece);
      at += piece;
    }
  }

  private byte[] repeated(int word, int size, int count, int capacity) {
    return Unzeroed.bytes(
        capacity,
        sink -> {
          sink.append(array, 0, length);
          for (int i = 0; i < size; i++) {
            sink.append((byte) (word >>> (8 * i)));
          }
          sink.repeat(size, count - 1);
        });
  }

  /// Appends the last `size` bytes `count` times.
  void repeatLast(int size, int count) {
    long total = (long) size * count;
    if (total > array.length - length) {
      array = repeated(size, count, capacityFor(total));
    } else {
      fillWithCopies(length - size, size, length + (int) total);
    }
    length += (int) total;
  }

  private byte[] repeated(int size, int count, int capacity) {
    return Unzeroed.bytes(
        capacity,
        sink -> {
          sink.append(array, 0, length);
          sink.repeat(size, count);
        });
  }

  /// {@return a copy of the bytes}
  byte[] toByteArray() {
    return Arrays.copyOf(array, length);
  }

  /// {@return the bytes, in the array itself if they fill it}
  ///
  /// Leaves none, and no array.
  byte[] take() {
    byte[] taken = length == array.length ? array : toByteArray();
    array = NONE;
    length = 0;
    return taken;
  }

  private int capacityFor(long count) {
    long roomy = array.length == 0 ? firstCapacity : array.length + (long) (array.length >> 1) + 16;
    return ArrayGrowth.length(length + count, roomy);
  }

  private static int checked(int capacity) {
    return ArrayGrowth.length(capacity, capacity);
  }
}
