// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

/// Encodes a whole String into a target, chunk by chunk through a [Scratch].
///
/// Errors are found before the first byte is written. A text of one chunk is encoded in the scratch
/// first. The length of a longer text that might not fit, or might be malformed, is computed first.
final class Encoding {
  /// Initialized with this class, because its first use may come when the stack is almost full.
  private static final Target<byte[]> ARRAY = Targets.ARRAY;

  private Encoding() {}

  static long encodedLength(Scratch scratch, String text, Malformed malformed) {
    long length = 0;
    for (int from = 0; from < text.length(); ) {
      int to = Scratch.chunkEnd(text, from, text.length());
      length += scratch.encodedLength(text, from, to, malformed);
      from = to;
    }
    return length;
  }

  static int encode(Scratch scratch, String text, byte[] target, int offset, Malformed malformed) {
    int count = text.length();
    int room = target.length - offset;
    if (count > Scratch.CHUNK || (offset | room) < 0) {
      return (int) encode(scratch, text, ARRAY, target, offset, malformed);
    }
    int size = scratch.encode(text, 0, count, malformed);
    if (size > room) {
      throw Target.outOfRoom(size, offset, room);
    }
    System.arraycopy(scratch.bytes, 0, target, offset, size);
    return size;
  }

  static <T> long encode(
      Scratch scratch, String text, Target<T> kind, T target, long offset, Malformed malformed) {
    int count = text.length();
    long room = kind.room(target, offset);
    if (count <= Scratch.CHUNK) {
      int size = scratch.encode(text, 0, count, malformed);
      if (size > room) {
        throw Target.outOfRoom(size, offset, room);
      }
      kind.put(target, offset, scratch.bytes, size);
      return size;
    }
    boolean mayFail = malformed == Malformed.REPORT || room / Utf8Bytes.MAX_BYTES_PER_CHAR < count;
    if (mayFail) {
      long needed = encodedLength(scratch, text, malformed);
      if (needed > room) {
        throw Target.outOfRoom(needed, offset, room);
      }
    }
    long end = offset;
    for (int from = 0; from < count; ) {
      int to = Scratch.chunkEnd(text, from, text.length());
      int size = scratch.encode(text, from, to, malformed);
      kind.put(target, end, scratch.bytes, size);
      end += size;
      from = to;
    }
    return end - offset;
  }

  /// Encodes as many chars as fit. Under [Malformed#REPORT], it stops at a lone surrogate.
  ///
  /// @return chars read << 32 | bytes written
  /// @throws MalformedTextException if the first char is a lone surrogate, under [Malformed#REPORT]
  static <T> long encodeInto(
      Scratch scratch,
      String text,
      int from,
      Target<T> kind,
      T target,
      long offset,
      int length,
      Malformed malformed) {
    int read = from;
    int written = 0;
    int end = text.length();
    while (read < end && written < length) {
      int remaining = length - written;
      int to = Scratch.chunkEnd(text, read, end, remaining);
      int size;
      try {
        size = scratch.encode(text, read, to, malformed);
      } catch (MalformedTextException lone) {
        end = (int) lone.index();
        if (end == from) {
          throw lone;
        }
        continue;
      }
      if (size > remaining) {
        size = lastBoundary(scratch.bytes, remaining);
        to = read + charCount(scratch.bytes, size);
      }
      if (to == read) {
        break;
      }
      kind.put(target, offset + written, scratch.bytes, size);
      written += size;
      read = to;
    }
    return (long) (read - from) << 32 | written;
  }

  /// {@return the last index up to `limit` at which a sequence of `bytes` begins}
  private static int lastBoundary(byte[] bytes, int limit) {
    int end = limit;
    while (Utf8Bytes.isContinuation(bytes[end])) {
      end--;
    }
    return end;
  }

  /// {@return the chars that the whole sequences in `bytes[0, end)` stand for}
  private static int charCount(byte[] bytes, int end) {
    int count = 0;
    for (int i = 0; i < end; i++) {
      int b = bytes[i] & 0xFF;
      if (!Utf8Bytes.isContinuation(b)) {
        count += b < 0xF0 ? 1 : 2;
      }
    }
    return count;
  }
}
