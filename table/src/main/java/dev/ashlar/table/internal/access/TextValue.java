// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.table.Text;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// A text as its [words][TextWords], and the row that it was read from.
///
/// Code that compares texts passes these parts and never the object. Rare calls are not inlined,
/// and an object that is passed to such a call has to be allocated in front of the branch.
public final class TextValue implements Text {
  private static final int PRIME = 31;
  private static final int NO_ROW = 0;

  /// The bytes of a [view][#writeView].
  public static final int VIEW_BYTES = 2 * Long.BYTES;

  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  /// The part of the head that is the length.
  private static final long LENGTH = TextWords.head(-1, 0);

  private final long head;
  private final long rest;
  private final TextOrigin origin;
  private final @Nullable Chunk chunk;
  private final int row;

  /// @param origin of the row with these words, which may be no text
  public TextValue(long head, long rest, TextOrigin origin, @Nullable Chunk chunk, int row) {
    this.head = head;
    this.rest = rest;
    this.origin = origin;
    this.chunk = chunk;
    this.row = row;
  }

  /// Returns the text of a `String`.
  ///
  /// @throws MalformedTextException if it has a surrogate without its partner
  public static TextValue of(String text) {
    int length = Math.toIntExact(Utf8.encodedLength(text, Malformed.REPORT));
    long head = TextWords.head(text, length);
    if (TextWords.isInPlace(head)) {
      return of(head, TextWords.rest(text), ConstantText.NONE);
    }
    byte[] bytes = new byte[length];
    Utf8.encode(text, bytes, 0);
    return of(head, 0, new ConstantText(MemorySegment.ofArray(bytes)));
  }

  /// Returns a text of bytes, which no thread may write while the text is in use.
  ///
  /// @param utf8 at most [TextArea#MAX_LENGTH] bytes
  public static TextValue of(MemorySegment utf8) {
    long[] words = TextWords.of(utf8);
    return of(words[0], words[1], new ConstantText(utf8));
  }

  /// Returns a text of no row.
  ///
  /// @param area has it, unless it is in place
  static TextValue of(long head, long rest, TextArea area) {
    return new TextValue(head, rest, area, null, NO_ROW);
  }

  /// Returns this text, or what the row has now if another thread was writing it. Its bytes are
  /// there.
  ///
  /// @throws IllegalStateException if the row has no text, or the table is closed
  public TextValue whole() {
    return TextPaths.has(head, rest, origin.area(chunk))
        ? this
        : origin.again(chunk, row, head, rest).whole();
  }

  private boolean isInPlace() {
    return TextWords.isInPlace(head);
  }

  /// Returns the bytes of a text that is not in place, and is [whole][#whole].
  private MemorySegment bytes() {
    TextArea area = origin.area(chunk);
    return TextPaths.memory(head, rest, area).asSlice(area.offset(rest), byteSize());
  }

  private byte[] bytesInPlace() {
    byte[] bytes = new byte[byteSize()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = TextWords.byteAt(head, rest, i);
    }
    return bytes;
  }

  /// The first word of a row with this text.
  public long head() {
    return head;
  }

  /// Writes the text as native code has it: its length, and the text itself or its address.
  ///
  /// @return the memory that has the text, while which is reachable the address is valid; null if
  ///   the text is in place
  /// @throws IllegalStateException if there is no text, or it is no UTF-8
  /// @throws UnsupportedOperationException if a text that is not in place is on the heap
  public @Nullable MemorySegment writeView(MemorySegment target, long offset) {
    MemorySegment memory = null;
    long second = rest;
    if (!isInPlace()) {
      TextArea area = origin.area(chunk);
      if (!area.has(head, rest)) {
        return origin.again(chunk, row, head, rest).writeView(target, offset);
      }
      memory = TextPaths.memory(head, rest, area);
      if (!memory.isNative()) {
        throw new UnsupportedOperationException(
            "A text of the heap has no address: copy the rows to a table in an arena");
      }
      long start = area.offset(rest);
      if (!isAscii(memory, start, byteSize())) {
        requireUtf8(memory.asSlice(start, byteSize()));
      }
      second = memory.address() + start;
    } else if ((((head & ~LENGTH) | rest) & NOT_ASCII) != 0) {
      requireUtf8(MemorySegment.ofArray(bytesInPlace()));
    }
    target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, head);
    target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + Long.BYTES, second);
    return memory;
  }

  /// Mostly true. [Utf8#isValid] would copy native memory first.
  ///
  /// @param byteSize of a text that is not in place
  private static boolean isAscii(MemorySegment memory, long start, int byteSize) {
    int last = byteSize - Long.BYTES;
    long found = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, start + last);
    for (int i = 0; i < last; i += Long.BYTES) {
      found |= memory.get(ValueLayout.JAVA_LONG_UNALIGNED, start + i);
    }
    return (found & NOT_ASCII) == 0;
  }

  private static void requireUtf8(MemorySegment bytes) {
    if (!Utf8.isValid(bytes)) {
      throw malformed(bytes.byteSize(), null);
    }
  }

  private static IllegalStateException malformed(long byteSize, @Nullable Throwable cause) {
    return new IllegalStateException(
        "A text of %d bytes is no UTF-8 in memory".formatted(byteSize), cause);
  }

  /// Adds a text that is [whole][#whole] to another area, unless it is in place.
  ///
  /// @param durable whether it is to be on the disk when this returns
  /// @return the rest of a row with this text
  public long addTo(TextArea target, boolean durable) {
    return isInPlace() ? rest : target.add(bytes(), durable);
  }

  /// Adds this text to a key.
  public boolean addTo(KeyBytes key) {
    TextValue whole = whole();
    return key.addOrCompare(whole.head, whole.rest, whole.origin.area(whole.chunk));
  }

  /// Asks the area only if no text has such a length.
  @Override
  public int byteSize() {
    int length = TextWords.length(head);
    return Integer.compareUnsigned(length, TextArea.MAX_LENGTH) <= 0 ? length : whole().byteSize();
  }

  @Override
  public MemorySegment utf8() {
    TextValue whole = whole();
    MemorySegment bytes =
        whole.isInPlace() ? MemorySegment.ofArray(whole.bytesInPlace()) : whole.bytes();
    return bytes.asReadOnly();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TextValue text
        && head == text.head
        && (TextWords.isInPlace(head)
            ? rest == text.rest
            : TextPaths.compareBytes(
                    head,
                    rest,
                    origin,
                    chunk,
                    row,
                    head,
                    text.rest,
                    text.origin,
                    text.chunk,
                    text.row)
                == 0);
  }

  @Override
  public int compareTo(Text other) {
    TextValue text = (TextValue) other;
    int prefix = TextWords.comparePrefix(head, text.head);
    return prefix != 0
        ? prefix
        : TextPaths.compareBytes(
            head,
            rest,
            origin,
            chunk,
            row,
            text.head,
            text.rest,
            text.origin,
            text.chunk,
            text.row);
  }

  @Override
  public int hashCode() {
    TextValue whole = whole();
    int hash =
        whole.isInPlace()
            ? Long.hashCode(whole.rest)
            : Fnv1a.hash(whole.bytes(), 0, whole.byteSize());
    return PRIME * Long.hashCode(whole.head) + hash;
  }

  /// Decodes the text.
  ///
  /// @throws MalformedTextException if the bytes are no UTF-8
  public String decode() {
    return whole().decodeWhole();
  }

  private String decodeWhole() {
    if (isInPlace()) {
      byte[] bytes = bytesInPlace();
      return Utf8.decode(bytes, 0, bytes.length, Malformed.REPORT);
    }
    TextArea area = origin.area(chunk);
    MemorySegment memory = TextPaths.memory(head, rest, area);
    return Utf8.decode(memory, area.offset(rest), byteSize(), Malformed.REPORT);
  }

  @Override
  public String toString() {
    try {
      return decode();
    } catch (MalformedTextException malformed) {
      throw malformed(byteSize(), malformed);
    }
  }
}
