// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.lab.codecs;

import dev.ashlar.memory.Segments;
import java.lang.foreign.MemorySegment;

/// The plain code, with a cast before each access or loop of accesses. The surrounding methods are
/// too large to be compiled in a copy for each kind of memory.
final class KnownSegments extends PlainSegments {
  private final boolean isNative;

  /// Makes a decoder for native memory, or for the memory of a `byte[]`.
  KnownSegments(boolean isNative) {
    this.isNative = isNative;
  }

  @Override
  int get(MemorySegment block, int at, int end) {
    return isNative
        ? super.get(Segments.ofNative(block), at, end)
        : super.get(Segments.ofBytes(block), at, end);
  }

  @Override
  int rest(MemorySegment block, int at, int end) {
    return isNative
        ? super.rest(Segments.ofNative(block), at, end)
        : super.rest(Segments.ofBytes(block), at, end);
  }

  @Override
  void copy(MemorySegment from, int at, MemorySegment to, int written, int length, boolean wide) {
    if (isNative) {
      super.copy(Segments.ofNative(from), at, Segments.ofNative(to), written, length, wide);
    } else {
      super.copy(Segments.ofBytes(from), at, Segments.ofBytes(to), written, length, wide);
    }
  }

  @Override
  long varint(MemorySegment message, Cursor cursor) {
    return isNative
        ? super.varint(Segments.ofNative(message), cursor)
        : super.varint(Segments.ofBytes(message), cursor);
  }

  @Override
  long fixed(MemorySegment message, Cursor cursor, int length) {
    return isNative
        ? super.fixed(Segments.ofNative(message), cursor, length)
        : super.fixed(Segments.ofBytes(message), cursor, length);
  }

  @Override
  long sum(MemorySegment message, Cursor cursor, int length) {
    return isNative
        ? super.sum(Segments.ofNative(message), cursor, length)
        : super.sum(Segments.ofBytes(message), cursor, length);
  }
}
