// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import dev.ashlar.memory.internal.ArrayGrowth;
import org.jspecify.annotations.Nullable;

/// A kind of memory that text is read from, chunk by chunk into an array.
interface Source<S> {
  /// Bytes that are looked at in one go.
  int SCAN_CHUNK = 4096;

  long byteSize(S source);

  /// Copies `length` bytes from `offset` on to `target[0, length)`.
  void get(S source, long offset, byte[] target, int length);

  static int checkedSize(long length) {
    if (length > ArrayGrowth.MAX_LENGTH) {
      throw new IllegalArgumentException(
          "%d bytes are more than a String can hold; decode them in parts".formatted(length));
    }
    return (int) length;
  }

  /// {@return an array of `size` bytes or more}
  static byte[] buffer(@Nullable Scratch scratch, int size) {
    return scratch == null || size > Scratch.MAX_DECODE
        ? new byte[size]
        : scratch.encodedBuffer(size);
  }

  /// {@return whether all of `source` is ASCII, or else well-formed}
  static <S> boolean scan(Source<S> kind, S source, byte[] buffer, boolean ascii) {
    long size = kind.byteSize(source);
    for (long offset = 0; offset < size; ) {
      int length = (int) Math.min(SCAN_CHUNK, size - offset);
      kind.get(source, offset, buffer, length);
      int whole = offset + length < size ? wholeSequences(buffer, length) : length;
      boolean good =
          ascii
              ? DecodeKernel.asciiEnd(buffer, 0, length) == length
              : DecodeKernel.firstMalformed(buffer, 0, whole) < 0;
      if (!good) {
        return false;
      }
      offset += whole;
    }
    return true;
  }

  /// {@return `length`, less the bytes of a sequence that only begins before it}
  private static int wholeSequences(byte[] bytes, int length) {
    int last = length - 1;
    while (last > length - 4 && Utf8Bytes.isContinuation(bytes[last])) {
      last--;
    }
    int lead = bytes[last] & 0xFF;
    int size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    return last + size > length ? last : length;
  }
}
