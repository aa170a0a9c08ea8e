// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.memory.Bytes;
import dev.ashlar.memory.internal.StackHeadroom;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Builds a text in UTF-8, as `StringBuilder` builds one in UTF-16.
///
/// ```java
/// Utf8Builder line = new Utf8Builder(64);
/// line.append("id=").append(42).append(", name=").append(new StringBuilder("Grüße"));
/// byte[] utf8 = line.takeByteArray();
/// ```
///
/// The bytes equal `getBytes(UTF_8)` of the String that a `StringBuilder` makes from the same
/// calls. The halves of a surrogate pair may come in two calls. A half without the other becomes
/// `?`. Null is appended as `null`, but a null array throws [NullPointerException].
///
/// Appending allocates only the array of bytes. The first append makes it, with the requested
/// capacity. An append that does not fit makes a new one of at least one and a half times the size.
/// Arguments are checked before anything changes. An append that fails, whatever the error, leaves
/// the builder as it was, array included. Not thread-safe.
public final class Utf8Builder implements Appendable {
  private static final int DEFAULT_CAPACITY = 64;

  /// Stands for no char.
  private static final int NO_CHAR = -1;

  /// Whether floating-point numbers have been formatted.
  private static boolean numbersPrepared;

  private final GrowingArray bytes;

  /// The high surrogate that the last byte, a `?`, stands for; otherwise 0.
  private char openHigh;

  /// The buffer in which floating-point numbers are formatted.
  private @Nullable StringBuilder number;

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
    bytes = new GrowingArray(capacity);
  }

  /// {@return a builder that begins with `text`}
  public static Utf8Builder of(String text) {
    return new Utf8Builder(Math.max(text.length(), DEFAULT_CAPACITY)).append(text);
  }

  /// {@return the number of bytes}
  public int length() {
    return bytes.length;
  }

  /// {@return whether there are no bytes}
  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /// {@return the number of bytes there is room for without growing}
  public int capacity() {
    return bytes.capacity();
  }

  /// Makes the capacity at least `capacity` bytes.
  public Utf8Builder ensureCapacity(int capacity) {
    bytes.ensureCapacity(capacity);
    return this;
  }

  /// Drops all bytes from `newLength` on. If the new end is a `?` for half of a surrogate pair, it
  /// stays `?`, even if the other half is appended.
  ///
  /// @throws IndexOutOfBoundsException if `newLength` is negative or more than the length
  /// @throws IllegalArgumentException if it would cut a character in two
  public Utf8Builder truncate(int newLength) {
    Objects.checkIndex(newLength, bytes.length + 1);
    if (newLength < bytes.length) {
      if (Utf8Bytes.isContinuation(bytes.array[newLength])) {
        throw new IllegalArgumentException(
            "length %d would cut a character of several bytes in two".formatted(newLength));
      }
      bytes.length = newLength;
      openHigh = 0;
    }
    return this;
  }

  /// Drops everything, and keeps the capacity.
  public Utf8Builder clear() {
    bytes.length = 0;
    openHigh = 0;
    return this;
  }

  /// Appends a String, or `null` for null.
  public Utf8Builder append(@Nullable String text) {
    if (text == null) {
      return append("null");
    }
    int count = text.length();
    if (count > 0
        && openHigh == 0
        && ShortText.isFor(count, bytes.array, bytes.length, Malformed.REPLACE)) {
      char high = highOrNone(text.charAt(count - 1));
      bytes.length += ShortText.encode(text, count, bytes.array, bytes.length, Malformed.REPLACE);
      openHigh = high;
      return this;
    }
    return append(text, 0, count);
  }

  /// Appends `text[from, to)`. A null text counts as the text `null`.
  ///
  /// @throws IndexOutOfBoundsException if that is not a range of the text
  public Utf8Builder append(@Nullable String text, int from, int to) {
    String shown = String.valueOf(text);
    Objects.checkFromToIndex(from, to, shown.length());
    return append(shown, from, to, NO_CHAR, NO_CHAR);
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
    return append(text, 0, text.length(), target, replacement);
  }

  /// Appends `text[from, to)` with each `target` replaced; [#NO_CHAR] is in no text.
  private Utf8Builder append(String text, int from, int to, int target, int replacement) {
    if (from == to) {
      return this;
    }
    byte[] array = bytes.array;
    int length = bytes.length;
    char open = openHigh;
    Scratch scratch = ScratchPool.tryAcquire();
    try {
      char high = highOrNone(text.charAt(to - 1));
      int at = closePair(text.charAt(from), from);
      if (scratch == null) {
        for (; at < to; at++) {
          char c = text.charAt(at);
          append((char) (c == target ? replacement : c));
        }
        return this;
      }
      while (at < to) {
        int end = Scratch.chunkEnd(text, at, to);
        int size =
            target == NO_CHAR
                ? scratch.encode(text, at, end, Malformed.REPLACE)
                : scratch.encodeReplacing(text, at, end, (char) target, (char) replacement);
        bytes.append(scratch.bytes, 0, size, to - end);
        at = end;
      }
      openHigh = high;
      ScratchPool.release(scratch);
      return this;
    } catch (Throwable failure) {
      // Without a call, which might fail again.
      if (scratch != null) {
        scratch.abandoned = 1;
      }
      bytes.array = array;
      bytes.length = length;
      openHigh = open;
      if (open != 0) {
        array[length - 1] = '?';
      }
      throw failure;
    }
  }

  /// Appends the chars of `text`, or `null` for null.
  @Override
  public Utf8Builder append(@Nullable CharSequence text) {
    return text == null || text instanceof String
        ? append((String) text)
        : append(text, 0, text.length());
  }

  /// Appends `text[from, to)`. A null text counts as the text `null`.
  ///
  /// @throws IndexOutOfBoundsException if that is not a range of the text
  @Override
  public Utf8Builder append(@Nullable CharSequence text, int from, int to) {
    if (text == null || text instanceof String) {
      return append((String) text, from, to);
    }
    Objects.checkFromToIndex(from, to, text.length());
    return appendChars(text, from, to);
  }

  /// Appends what `String.valueOf` returns for `value`.
  public Utf8Builder append(@Nullable Object value) {
    return append(String.valueOf(value));
  }

  /// Appends all chars of an array.
  public Utf8Builder append(char[] text) {
    return appendChars(text, 0, text.length);
  }

  /// Appends `text[offset, offset + count)`.
  ///
  /// @throws IndexOutOfBoundsException if that is not a range of the array
  public Utf8Builder append(char[] text, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, text.length);
    return appendChars(text, offset, offset + count);
  }

  /// Appends chars of a `char[]` or a [CharSequence], a chunk at a time.
  private Utf8Builder appendChars(Object text, int from, int to) {
    byte[] array = bytes.array;
    int length = bytes.length;
    char open = openHigh;
    Scratch scratch = ScratchPool.tryAcquire();
    try {
      for (int at = from; at < to; ) {
        if (scratch == null || openHigh != 0) {
          append(charAt(text, at++));
        } else {
          int end = Math.min(at + Scratch.CHUNK, to);
          load(text, at, end, scratch.chars);
          char high = highOrNone(scratch.chars[end - at - 1]);
          int size = scratch.encodeLoaded("", 0, end - at, Malformed.REPLACE);
          bytes.append(scratch.bytes, 0, size, to - end);
          openHigh = high;
          at = end;
        }
      }
      if (scratch != null) {
        ScratchPool.release(scratch);
      }
      return this;
    } catch (Throwable failure) {
      if (scratch != null) {
        scratch.abandoned = 1;
      }
      bytes.array = array;
      bytes.length = length;
      openHigh = open;
      if (open != 0) {
        array[length - 1] = '?';
      }
      throw failure;
    }
  }

  private static char charAt(Object text, int index) {
    return text instanceof char[] chars ? chars[index] : ((CharSequence) text).charAt(index);
  }

  /// Copies `text[from, to)` to `chars`, which only classes of the JDK get to see.
  private static void load(Object text, int from, int to, char[] chars) {
    switch (text) {
      case char[] array -> System.arraycopy(array, from, chars, 0, to - from);
      case StringBuilder builder -> builder.getChars(from, to, chars, 0);
      default -> {
        CharSequence sequence = (CharSequence) text;
        for (int i = from; i < to; i++) {
          chars[i - from] = sequence.charAt(i);
        }
      }
    }
  }

  /// Appends a char, which may be half of a surrogate pair.
  @Override
  public Utf8Builder append(char c) {
    if (closePair(c, 0) != 0) {
      return this;
    }
    return appendCodePoint(c);
  }

  /// Appends a code point; a surrogate becomes `?`, unless it completes a pair.
  ///
  /// @throws IllegalArgumentException if `codePoint` is not a code point
  public Utf8Builder appendCodePoint(int codePoint) {
    checkCodePoint(codePoint);
    if (!Utf8Bytes.isSurrogate(codePoint)) {
      bytes.append(bytes.length, Utf8Bytes.word(codePoint), Utf8Bytes.size(codePoint));
      openHigh = 0;
    } else if (closePair((char) codePoint, 0) == 0) {
      char high = highOrNone(codePoint);
      bytes.append(bytes.length, '?', 1);
      openHigh = high;
    }
    return this;
  }

  /// Appends `codePoints[offset, offset + count)`, each as [#appendCodePoint] does.
  ///
  /// @throws IndexOutOfBoundsException if that is not a range of the array
  /// @throws IllegalArgumentException if an element is not a code point
  public Utf8Builder appendCodePoints(int[] codePoints, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, codePoints.length);
    int end = offset + count;
    boolean ascii = Utf8Bytes.noneAbove(0x7F, codePoints, offset, end);
    if (!ascii && !Utf8Bytes.noneAbove(Character.MAX_CODE_POINT, codePoints, offset, end)) {
      for (int i = offset; i < end; i++) {
        checkCodePoint(codePoints[i]);
      }
    }
    byte[] array = bytes.array;
    int length = bytes.length;
    char open = openHigh;
    Scratch scratch = ScratchPool.tryAcquire();
    try {
      for (int at = offset; at < end; ) {
        if (scratch == null || openHigh != 0) {
          appendCodePoint(codePoints[at++]);
        } else {
          int to = Math.min(at + Scratch.CHUNK / 2, end);
          int size =
              ascii ? scratch.narrow(codePoints, at, to) : scratch.encode(codePoints, at, to);
          char high = highOrNone(codePoints[to - 1]);
          bytes.append(scratch.bytes, 0, size, end - to);
          openHigh = high;
          at = to;
        }
      }
      if (scratch != null) {
        ScratchPool.release(scratch);
      }
      return this;
    } catch (Throwable failure) {
      if (scratch != null) {
        scratch.abandoned = 1;
      }
      bytes.array = array;
      bytes.length = length;
      openHigh = open;
      if (open != 0) {
        array[length - 1] = '?';
      }
      throw failure;
    }
  }

  /// Appends the code point `count` times.
  ///
  /// @throws IllegalArgumentException if `codePoint` is not a code point, or `count` is negative
  public Utf8Builder repeat(int codePoint, int count) {
    checkCodePoint(codePoint);
    checkCount(count);
    if (Utf8Bytes.isSurrogate(codePoint)) {
      return repeat(null, codePoint, count, true);
    }
    if (count > 0) {
      bytes.repeat(Utf8Bytes.word(codePoint), Utf8Bytes.size(codePoint), count);
      openHigh = 0;
    }
    return this;
  }

  /// Appends the text `count` times. A null text counts as the text `null`.
  ///
  /// @throws IllegalArgumentException if `count` is negative
  public Utf8Builder repeat(@Nullable String text, int count) {
    checkCount(count);
    if (text == null) {
      return repeat("null", count);
    }
    if (text.isEmpty() || count == 0) {
      return this;
    }
    int first = text.codePointAt(0);
    if (text.length() == Character.charCount(first)) {
      return repeat(first, count);
    }
    boolean joins =
        Character.isLowSurrogate(text.charAt(0))
            || Character.isHighSurrogate(text.charAt(text.length() - 1));
    return repeat(text, first, count, joins);
  }

  /// Appends the text, or the code point if there is no text, `count` times.
  ///
  /// @param joins whether its ends may become a pair, with each other or with what was appended
  private Utf8Builder repeat(@Nullable String text, int codePoint, int count, boolean joins) {
    byte[] array = bytes.array;
    int length = bytes.length;
    char open = openHigh;
    try {
      for (int i = 0; i < (joins ? count : 1); i++) {
        if (text == null) {
          appendCodePoint(codePoint);
        } else {
          append(text);
        }
      }
      if (!joins) {
        bytes.repeatLast(bytes.length - length, count - 1);
      }
      return this;
    } catch (Throwable failure) {
      bytes.array = array;
      bytes.length = length;
      openHigh = open;
      if (open != 0) {
        array[length - 1] = '?';
      }
      throw failure;
    }
  }

  /// Appends an int in decimal.
  public Utf8Builder append(int value) {
    return append((long) value);
  }

  /// Appends a long in decimal.
  public Utf8Builder append(long value) {
    int count = DecimalDigits.length(value);
    byte[] room = bytes.withRoom(count);
    DecimalDigits.put(value, count, room, bytes.length);
    return finish(room, count);
  }

  /// Appends a double as `Double.toString` writes it. The first call allocates a small buffer.
  public Utf8Builder append(double value) {
    return appendAscii(number().append(value));
  }

  /// Appends a float as `Float.toString` writes it. The first call allocates a small buffer.
  public Utf8Builder append(float value) {
    return appendAscii(number().append(value));
  }

  /// Appends `true` or `false`.
  public Utf8Builder append(boolean value) {
    return append(value ? "true" : "false");
  }

  /// Appends bytes that are UTF-8 already.
  ///
  /// @throws IndexOutOfBoundsException if the range is not in the array
  /// @throws MalformedTextException if the bytes are malformed
  public Utf8Builder appendUtf8(byte[] source, int offset, int count) {
    Objects.checkFromIndexSize(offset, count, source.length);
    int bad = DecodeKernel.firstMalformed(source, offset, offset + count);
    if (bad >= 0) {
      throw MalformedTextException.badByte(source[bad], bad);
    }
    if (count > 0) {
      bytes.append(source, offset, count, 0);
      openHigh = 0;
    }
    return this;
  }

  /// {@return a copy of the bytes}
  public byte[] toByteArray() {
    return bytes.toByteArray();
  }

  /// {@return the bytes, and empties the builder}
  ///
  /// The bytes are copied unless they fill the [#capacity].
  public byte[] takeByteArray() {
    byte[] taken = bytes.take();
    openHigh = 0;
    return taken;
  }

  /// Copies all bytes to `target`, from `offset` on.
  ///
  /// @throws IndexOutOfBoundsException if they do not fit; nothing is written
  public void copyTo(byte[] target, int offset) {
    copyTo(Targets.ARRAY, target, offset);
  }

  /// Same as [#copyTo(byte[],int)].
  public void copyTo(Bytes target, long offset) {
    copyTo(Targets.BYTES, target, offset);
  }

  /// Same as [#copyTo(byte[],int)].
  public void copyTo(MemorySegment target, long offset) {
    copyTo(Targets.SEGMENT, target, offset);
  }

  /// Same as [#copyTo(byte[],int)]; `offset` is absolute, position and limit stay as they are.
  public void copyTo(ByteBuffer target, int offset) {
    copyTo(Targets.BUFFER, target, offset);
  }

  private <T> void copyTo(Target<T> kind, T target, long offset) {
    long room = kind.room(target, offset);
    if (bytes.length > room) {
      throw Target.outOfRoom(bytes.length, offset, room);
    }
    kind.put(target, offset, bytes.array, bytes.length);
  }

  /// Writes all bytes to `target`.
  public void writeTo(OutputStream target) throws IOException {
    target.write(bytes.array, 0, bytes.length);
  }

  /// {@return the text}
  @Override
  public String toString() {
    return new String(bytes.array, 0, bytes.length, UTF_8);
  }

  /// Completes the pair that [#openHigh] begins, if `low` does.
  ///
  /// @return the index behind the char at `index`, which is `low`, if it did, otherwise `index`
  private int closePair(char low, int index) {
    if (openHigh == 0 || !Character.isLowSurrogate(low)) {
      return index;
    }
    bytes.append(bytes.length - 1, Utf8Bytes.four(Character.toCodePoint(openHigh, low)), 4);
    openHigh = 0;
    return index + 1;
  }

  private static char highOrNone(int codePoint) {
    return codePoint >>> 10 == Character.MIN_HIGH_SURROGATE >>> 10 ? (char) codePoint : 0;
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

  /// Initializes the JDK's classes while there is enough stack. A class whose initialization fails
  /// cannot be used any more.
  private static void prepareNumbers() {
    if (!numbersPrepared) {
      StackHeadroom.require();
      numbersPrepared = !Double.toString(0.1).isEmpty() && !Float.toString(0.1f).isEmpty();
    }
  }

  private StringBuilder number() {
    StringBuilder number = this.number;
    if (number == null) {
      prepareNumbers();
      number = new StringBuilder();
      this.number = number;
    }
    number.setLength(0);
    return number;
  }

  private Utf8Builder appendAscii(StringBuilder text) {
    int count = text.length();
    byte[] room = bytes.withRoom(count);
    for (int i = 0; i < count; i++) {
      room[bytes.length + i] = (byte) text.charAt(i);
    }
    return finish(room, count);
  }

  /// Ends an append of `count` bytes that are in `room` already.
  private Utf8Builder finish(byte[] room, int count) {
    bytes.array = room;
    bytes.length += count;
    openHigh = 0;
    return this;
  }
}
