// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.table.Text;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// A text as its [words][TextWords], and the memory of one that is not in place.
public final class TextValue implements Text {
  /// Of texts in place.
  public static final MemorySegment NO_MEMORY = MemorySegment.ofArray(new byte[0]);

  private static final int PRIME = 31;

  private final long head;
  private final long rest;
  private final MemorySegment memory;
  private final long offset;

  /// @param memory has the bytes of a text that is not in place, from `offset` on
  public TextValue(long head, long rest, MemorySegment memory, long offset) {
    this.head = head;
    this.rest = rest;
    this.memory = memory;
    this.offset = offset;
  }

  /// Returns the text of a `String`.
  ///
  /// @throws MalformedTextException if it has a surrogate without its partner
  public static TextValue of(String text) {
    int length = Math.toIntExact(Utf8.encodedLength(text, Malformed.REPORT));
    long head = TextWords.head(text, length);
    if (TextWords.isInPlace(head)) {
      return new TextValue(head, TextWords.rest(text), NO_MEMORY, 0);
    }
    byte[] bytes = new byte[length];
    Utf8.encode(text, bytes, 0);
    return new TextValue(head, 0, MemorySegment.ofArray(bytes), 0);
  }

  /// Adds the text to another area, unless it is in place.
  ///
  /// @param durable whether it is to be on the disk when this returns
  /// @return the rest of a row with this text
  public long addTo(TextArea area, boolean durable) {
    return isInPlace() ? rest : area.add(memory, offset, byteSize(), durable);
  }

  /// The first word of a row with this text.
  public long head() {
    return head;
  }

  private boolean isInPlace() {
    return TextWords.isInPlace(head);
  }

  @Override
  public int byteSize() {
    return TextWords.length(head);
  }

  private byte byteAt(int index) {
    return isInPlace()
        ? TextWords.byteAt(head, rest, index)
        : memory.get(ValueLayout.JAVA_BYTE, offset + index);
  }

  private byte[] bytesInPlace() {
    byte[] bytes = new byte[byteSize()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = TextWords.byteAt(head, rest, i);
    }
    return bytes;
  }

  @Override
  public MemorySegment utf8() {
    MemorySegment bytes =
        isInPlace() ? MemorySegment.ofArray(bytesInPlace()) : memory.asSlice(offset, byteSize());
    return bytes.asReadOnly();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TextValue text
        && head == text.head
        && (isInPlace()
            ? rest == text.rest
            : equal(byteSize(), memory, offset, text.memory, text.offset));
  }

  private static boolean equal(
      int length, MemorySegment memory, long offset, MemorySegment other, long otherOffset) {
    return MemorySegment.mismatch(
            memory, offset, offset + length, other, otherOffset, otherOffset + length)
        < 0;
  }

  @Override
  public int compareTo(Text other) {
    TextValue text = (TextValue) other;
    int prefix = TextWords.comparePrefix(head, text.head);
    if (prefix != 0) {
      return prefix;
    }
    if (isInPlace() && text.isInPlace()) {
      int compared = TextWords.compareRest(rest, text.rest);
      return compared != 0 ? compared : Integer.compare(byteSize(), text.byteSize());
    }
    return compareBytes(text);
  }

  private int compareBytes(TextValue text) {
    int length = Math.min(byteSize(), text.byteSize());
    for (int i = 0; i < length; i++) {
      int compared = Byte.compareUnsigned(byteAt(i), text.byteAt(i));
      if (compared != 0) {
        return compared;
      }
    }
    return Integer.compare(byteSize(), text.byteSize());
  }

  @Override
  public int hashCode() {
    int hash = Long.hashCode(head);
    return PRIME * hash
        + (isInPlace() ? Long.hashCode(rest) : Fnv1a.hash(memory, offset, byteSize()));
  }

  /// Decodes the text.
  ///
  /// @throws MalformedTextException if the bytes are no UTF-8
  public String decode() {
    if (isInPlace()) {
      byte[] bytes = bytesInPlace();
      return Utf8.decode(bytes, 0, bytes.length, Malformed.REPORT);
    }
    return Utf8.decode(memory, offset, byteSize(), Malformed.REPORT);
  }

  @Override
  public String toString() {
    try {
      return decode();
    } catch (MalformedTextException malformed) {
      throw new IllegalStateException(
          "A text of %d bytes is no UTF-8 in memory".formatted(byteSize()), malformed);
    }
  }
}
