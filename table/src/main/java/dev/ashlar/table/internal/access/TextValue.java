// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.table.Text;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A text as its [words][TextWords], and the area of one that is not in place.
///
/// What compares long texts is static and takes these parts: a call that C2 does not inline would
/// otherwise keep the object from being eliminated.
public final class TextValue implements Text {
  private static final int PRIME = 31;

  private final long head;
  private final long rest;
  private final @Nullable TextArea area;

  /// @param area has the bytes of a text that is not in place
  public TextValue(long head, long rest, @Nullable TextArea area) {
    this.head = head;
    this.rest = rest;
    this.area = area;
  }

  /// Returns the text of a `String`.
  ///
  /// @throws MalformedTextException if it has a surrogate without its partner
  public static TextValue of(String text) {
    int length = Math.toIntExact(Utf8.encodedLength(text, Malformed.REPORT));
    long head = TextWords.head(text, length);
    if (TextWords.isInPlace(head)) {
      return new TextValue(head, TextWords.rest(text), null);
    }
    byte[] bytes = new byte[length];
    Utf8.encode(text, bytes, 0);
    return new TextValue(head, 0, new ConstantText(MemorySegment.ofArray(bytes)));
  }

  /// Returns a text of bytes that nobody may write while it is in use.
  ///
  /// @param utf8 at most [TextArea#MAX_LENGTH] bytes
  public static TextValue of(MemorySegment utf8) {
    long[] words = TextWords.of(utf8);
    return new TextValue(words[0], words[1], new ConstantText(utf8));
  }

  private boolean isInPlace() {
    return TextWords.isInPlace(head);
  }

  /// Returns the bytes of a text that is not in place.
  private static MemorySegment bytes(long head, long rest, @Nullable TextArea area) {
    int length = TextWords.length(head);
    return NeverInlined.memory(area, rest, length)
        .asSlice(Objects.requireNonNull(area).offset(rest), length);
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

  /// Adds the text to another area, unless it is in place.
  ///
  /// @param durable whether it is to be on the disk when this returns
  /// @return the rest of a row with this text
  public long addTo(TextArea target, boolean durable) {
    return isInPlace() ? rest : target.add(bytes(head, rest, area), durable);
  }

  @Override
  public int byteSize() {
    return TextWords.length(head);
  }

  @Override
  public MemorySegment utf8() {
    MemorySegment bytes =
        isInPlace() ? MemorySegment.ofArray(bytesInPlace()) : bytes(head, rest, area);
    return bytes.asReadOnly();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof TextValue text
        && head == text.head
        && (isInPlace() ? rest == text.rest : equal(byteSize(), rest, area, text.rest, text.area));
  }

  @SuppressWarnings("ReferenceEquality") // An area is its own identity.
  private static boolean equal(
      int length,
      long rest,
      @Nullable TextArea area,
      long otherRest,
      @Nullable TextArea otherArea) {
    return (area == otherArea && rest == otherRest)
        || NeverInlined.mismatch(length, rest, area, otherRest, otherArea) < 0;
  }

  @Override
  public int compareTo(Text other) {
    TextValue text = (TextValue) other;
    int prefix = TextWords.comparePrefix(head, text.head);
    return prefix != 0
        ? prefix
        : NeverInlined.compareBytes(head, rest, area, text.head, text.rest, text.area);
  }

  @Override
  public int hashCode() {
    return PRIME * Long.hashCode(head)
        + (isInPlace() ? Long.hashCode(rest) : Fnv1a.hash(bytes(head, rest, area), 0, byteSize()));
  }

  /// Decodes the text.
  ///
  /// @throws MalformedTextException if the bytes are no UTF-8
  public String decode() {
    if (isInPlace()) {
      byte[] bytes = bytesInPlace();
      return Utf8.decode(bytes, 0, bytes.length, Malformed.REPORT);
    }
    MemorySegment memory = NeverInlined.memory(area, rest, byteSize());
    long offset = Objects.requireNonNull(area).offset(rest);
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
