// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

/// A kind of memory that encoded text is written to.
interface Target<T> {
  /// {@return the bytes from the start of `target` to its end}
  ///
  /// @throws IllegalArgumentException if it is read-only
  long byteSize(T target);

  /// Copies `source[0, length)`.
  void put(T target, long offset, byte[] source, int length);

  void put(T target, long offset, byte value);

  /// {@return the bytes from `offset` to the end}
  ///
  /// @throws IndexOutOfBoundsException if `offset` is not in the target
  default long room(T target, long offset) {
    long size = byteSize(target);
    if (offset < 0 || offset > size) {
      throw new IndexOutOfBoundsException(
          "offset %d is outside of the target's %d bytes".formatted(offset, size));
    }
    return size - offset;
  }

  /// {@return the exception for a text that takes `needed` bytes where there is `room` for fewer}
  static IndexOutOfBoundsException outOfRoom(long needed, long offset, long room) {
    return new IndexOutOfBoundsException(
        "the text takes %d bytes, there is room for %d at offset %d; nothing was written"
            .formatted(needed, room, offset));
  }
}
