package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.memory.Bytes;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/// Builds a text in UTF-8 as `StringBuilder` builds one in UTF-16.
///
/// The bytes are those of the String a `StringBuilder` would have made of the same calls, as
/// `String.getBytes(UTF_8)` encodes it: the halves of a surrogate pair may come in two calls, and a
/// half that stays alone becomes `?`.
///
/// Appending allocates nothing but, when the text outgrows the array, an array of at least one and
/// a half times the size. Arguments are checked before anything changes. Not thread-safe.
public final class Utf8Builder {
  private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;
  private static final int DEFAULT_CAPACITY = 64;

  private byte[] bytes;
  private int length;

  /// The high surrogate that the last byte, a `?`, stands for; otherwise 0.
  private char openHigh;

  /// Where floating-point numbers are formatted.
  private final StringBuilder number = new StringBuilder(0);

  /// Makes an empty builder.
  public Utf8Builder() {
    this(DEFAULT_CAPACITY);
  }

  /// Makes an empty builder with room for `capacity` bytes.
  ///
  /// @throws IllegalArgumentException if `capacity` is negative
  public Utf8Builder(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("negative capacity: " + capacity);
    }
    bytes = new byte[capacity];
  }

  /// {@return a builder that begins with `text`}
  public static Utf8Builder of(String text) {
    return new Utf8Builder(Math.max(text.length(), DEFAULT_CAPACITY)).append(text);
  }

  /// {@return the number of bytes}
  public int length() {
    return length;
  }

  /// {@return whether there are no bytes}
  public boolean isEmpty() {
    return length == 0;
  }

  /// {@return the number of bytes there is room for without growing}
  public int capacity() {
    return bytes.length;
  }

  /// Makes room for `capacity` bytes in all.
  public Utf8Builder ensureCapacity(int capacity) {
    if (capacity > bytes.length) {
      reserve(capacity - length);
    }
    return this;
  }

  /// Drops all bytes from `newLength` on. A `?` that is now the last stays one, whatever follows.
  ///
  /// @throws IndexOutOfBoundsException if `newLength` is negative or more than the length
  /// @throws IllegalArgumentException if it would cut a character in two
  public Utf8Builder truncate(int newLength) {
    Objects.checkIndex(newLength, length + 1);
    if (newLength < length) {
      if (Utf8Bytes.isContinuation(bytes[newLength])) {
        throw new IllegalArgumentException(
            "length %d would cut a character of several bytes in two".formatted(newLength));
      }
      length = newLength;
      openHigh = 0;
    }
    return this;
  }

  /// Drops everything, and keeps the capacity.
  public Utf8Builder clear() {
    length = 0;
    openHigh = 0;
    return this;
  }

  /// Appends a String.
  public Utf8Builder append(String text) {
    return append(text, 0, text.length());
  }

  /// Appends `text[from, to)`.
  ///
  /// @throws IndexOutOfBoundsException if that is not a range of the text
  public Utf8Builder append(String text, int from, int to) {
    Objects.checkFromToIndex(from, to, text.length());
    int at = from < to ? closePair(text.charAt(from), from) : from;
    if (at == to) {
      return this;
    }
    Scratch scratch = ScratchPool.tryAcquire();
    if (scratch == null) {
      for (; at < to; at++) {
        append(text.charAt(at));
      }
      return this;
    }
    try {
      while (at < to) {
        int end = Scratch.chunkEnd(text, at, to);
        appendRaw(scratch.bytes, 0, scratch.encode(text, at, end, Malformed.REPLACE));
        at = end;
      }
    } finally {
      ScratchPool.release(scratch);
    }
    openHigh = highOrNone(text.charAt(to - 1));
    return this;
  }

  /// Appends `text` with each `target` replaced by `replacement`, as `text.replace` would.
  ///
  /// @throws IllegalArgumentException if either is a surrogate
  public Utf8Builder appendReplacing(String text, char target, char replacement) {
    if (Character.isSurrogate(target) || Character.isSurrogate(replacement)) {
      throw new IllegalArgumentException(
          "U+%04X to U+%04X: a surrogate cannot be replaced on its own"
              .formatted((int) target, (int) replacement));
    }
    int at = text.isEmpty() ? 0 : closePair(text.charAt(0), 0);
    if (at == text.length()) {
      return this;
    }
    Scratch scratch = ScratchPool.tryAcquire();
    if (scratch == null) {
      for (; at < text.length(); at++) {
        char c = text.charAt(at);
        append(c == target ? replacement : c);
      }
      return this;
    }
    try {
      while (at < text.length()) {
        int end = Scratch.chunkEnd(text, at, text.length());
        int size = scratch.encodeReplacing(text, at, end, target, replacement);
        appendRaw(scratch.bytes, 0, size);
        at = end;
      }
    } finally {
      ScratchPool.release(scratch);
    }
    openHigh = highOrNone(text.charAt(text.length() - 1));
    return this;
  }

  /// Appends a char, be it half of a surrogate pair.
  public Utf8Builder append(char c) {
    if (closePair(c, 0) != 0) {
      return this;
    }
    appendCodePoint(c);
    openHigh = highOrNone(c);
    return this;
  }

  /// Appends a code point; a surrogate becomes `?`, unless it completes a pair.
  ///
  /// @throws IllegalArgumentException if it is none
  public Utf8Builder appendCodePoint(int codePoint) {
    checkCodePoint(codePoint);
    if (Utf8Bytes.isSurrogate(codePoint)) {
      if (closePair((char) codePoint, 0) == 0) {
        appendWord('?', 1);
        openHigh = highOrNone((char) codePoint);
      }
    } else if (codePoint < 0x80) {
      appendWord(codePoint, 1);
    } else if (codePoint < 0x800) {
      appendWord(Utf8Bytes.two(codePoint), 2);
    } else if (codePoint < 0x1_0000) {
      appendWord(Utf8Bytes.three(codePoint), 3);
    } else {
      appendWord(Utf8Bytes.four(codePoint), 4);
    }
    return this;
  }

  /// Appends `count` times the code point.
  ///
  /// @throws IllegalArgumentException if it is none, or `count` is negative
  public Utf8Builder repeat(int codePoint, int count) {
    checkCodePoint(codePoint);
    checkCount(count);
    if (Utf8Bytes.isSurrogate(codePoint)) {
      for (int i = 0; i < count; i++) {
        appendCodePoint(codePoint);
      }
    } else if (count > 0) {
      int start = length;
      char open = openHigh;
      appendCodePoint(codePoint);
      repeatFrom(start, count - 1, open);
    }
    return this;
  }

  /// Appends `count` times the text.
  ///
  /// @throws IllegalArgumentException if `count` is negative
  public Utf8Builder repeat(String text, int count) {
    checkCount(count);
    if (text.isEmpty() || count == 0) {
      return this;
    }
    boolean joins =
        Character.isLowSurrogate(text.charAt(0))
            || Character.isHighSurrogate(text.charAt(text.length() - 1));
    if (joins) {
      for (int i = 0; i < count; i++) {
        append(text);
      }
    } else {
      int start = length;
      char open = openHigh;
      append(text);
      repeatFrom(start, count - 1, open);
    }
    return this;
  }

  /// Appends an int in decimal.
  public Utf8Builder append(int value) {
    return append((long) value);
  }

  /// Appends a long in decimal.
  public Utf8Builder append(long value) {
    reserve(Decimal.MAX_LENGTH);
    length = Decimal.put(value, bytes, length);
    openHigh = 0;
    return this;
  }

  /// Appends a double as `Double.toString` writes it. The first one makes a small buffer.
  public Utf8Builder append(double value) {
    number.setLength(0);
    return appendAscii(number.append(value));
  }

  /// Appends a float as `Float.toString` writes it. The first one makes a small buffer.
  public Utf8Builder append(float value) {
    number.setLength(0);
    return appendAscii(number.append(value));
  }

  /// Appends `true` or `false`.
  public Utf8Builder append(boolean value) {
    return append(value ? "true" : "false");
  }

  /// Appends bytes that are UTF-8 already.
  ///
  /// @throws IndexOutOfBoundsException if the range is not in the array
  /// @throws MalformedTextException if they are malformed
  public Utf8Builder appendUtf8(byte[] source, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, source.length);
    int bad = DecodeKernel.firstMalformed(source, offset, offset + count);
    if (bad >= 0) {
      throw MalformedTextException.badByte(source[bad], bad);
    }
    appendRaw(source, offset, count);
    return this;
  }

  /// {@return a copy of the bytes}
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /// Copies all bytes to `target`, from `offset` on.
  ///
  /// @throws IndexOutOfBoundsException if they do not fit; nothing is written
  public void copyTo(byte[] target, int offset) {
    copyTo(Targets.ARRAY, target, offset);
  }

  /// As [#copyTo(byte[],int)].
  public void copyTo(Bytes target, long offset) {
    copyTo(Targets.BYTES, target, offset);
  }

  /// As [#copyTo(byte[],int)].
  public void copyTo(MemorySegment target, long offset) {
    copyTo(Targets.SEGMENT, target, offset);
  }

  /// As [#copyTo(byte[],int)]; `offset` is absolute, position and limit stay as they are.
  public void copyTo(ByteBuffer target, int offset) {
    copyTo(Targets.BUFFER, target, offset);
  }

  private <T> void copyTo(Target<T> kind, T target, long offset) {
    long room = kind.room(target, offset);
    if (length > room) {
      throw Target.outOfRoom(length, offset, room);
    }
    kind.put(target, offset, bytes, length);
  }

  /// Writes all bytes to `target`.
  public void writeTo(OutputStream target) throws IOException {
    target.write(bytes, 0, length);
  }

  /// {@return the text}
  @Override
  public String toString() {
    return new String(bytes, 0, length, UTF_8);
  }

  /// Completes the pair that [#openHigh] begins, if `low` does.
  ///
  /// @return the index behind the char at `index`, which is `low`, if it did, otherwise `index`
  private int closePair(char low, int index) {
    if (openHigh == 0 || !Character.isLowSurrogate(low)) {
      return index;
    }
    int word = Utf8Bytes.four(Character.toCodePoint(openHigh, low));
    reserve(Utf8Bytes.MAX_BYTES_PER_CHAR);
    length--;
    appendWord(word, 4);
    return index + 1;
  }

  private static char highOrNone(char c) {
    return Character.isHighSurrogate(c) ? c : 0;
  }

  private static void checkCodePoint(int codePoint) {
    if (!Character.isValidCodePoint(codePoint)) {
      throw new IllegalArgumentException("not a code point: 0x%X".formatted(codePoint));
    }
  }

  private static void checkCount(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("negative count: " + count);
    }
  }

  private void appendWord(int word, int size) {
    reserve(size);
    for (int i = 0; i < size; i++) {
      bytes[length + i] = (byte) (word >>> (8 * i));
    }
    length += size;
    openHigh = 0;
  }

  private Utf8Builder appendAscii(StringBuilder text) {
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length + i] = (byte) text.charAt(i);
    }
    length += text.length();
    openHigh = 0;
    return this;
  }

  private void appendRaw(byte[] source, int offset, int count) {
    if (count > 0) {
      reserve(count);
      System.arraycopy(source, offset, bytes, length, count);
      length += count;
      openHigh = 0;
    }
  }

  /// Appends `count` times what was appended since `start`, in pieces that double.
  ///
  /// @param open [#openHigh] at `start`, where everything is again if there is no room
  private void repeatFrom(int start, int count, char open) {
    int size = length - start;
    long total = (long) size * count;
    try {
      reserve(total);
    } catch (OutOfMemoryError e) {
      length = start;
      openHigh = open;
      throw e;
    }
    int end = length + (int) total;
    if (size == 1) {
      Arrays.fill(bytes, length, end, bytes[start]);
    } else {
      for (int at = length; at < end; ) {
        int piece = Math.min(at - start, end - at);
        System.arraycopy(bytes, start, bytes, at, piece);
        at += piece;
      }
    }
    length = end;
  }

  private void reserve(long count) {
    if (count > bytes.length - length) {
      grow(count);
    }
  }

  private void grow(long count) {
    long needed = length + count;
    if (needed > MAX_LENGTH) {
      throw tooLong(needed);
    }
    long roomy = bytes.length + (long) (bytes.length >> 1) + 16;
    bytes = Arrays.copyOf(bytes, (int) Math.clamp(roomy, needed, MAX_LENGTH));
  }

  private static OutOfMemoryError tooLong(long needed) {
    return new OutOfMemoryError(
        "%d bytes are more than an array can hold (%d)".formatted(needed, MAX_LENGTH));
  }
}
