// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.table.Text;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A text as its [words][TextWords], and the row that it was read from.
///
/// Code that compares texts passes these parts and never the object. Rare calls are not inlined,
/// and an object that is passed to such a call has to be allocated in front of the branch.
public final class TextValue implements Text {
  private static final int PRIME = 31;
  private static final int NO_ROW = 0;

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

  /// Returns the bytes of a text that is [whole][#whole].
  private MemorySegment anyBytes() {
    return isInPlace() ? MemorySegment.ofArray(TextWords.bytesInPlace(head, rest)) : bytes();
  }

  /// Returns the exception to throw if this text, which is [whole][#whole], is not UTF-8.
  IllegalStateException malformed() {
    return origin.malformed(chunk, row, anyBytes());
  }

  /// The first word of a row with this text.
  public long head() {
    return head;
  }

  /// The second word of a row with this text.
  long rest() {
    return rest;
  }

  /// Returns where the text is, if it is long.
  TextArea area() {
    return origin.area(chunk);
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
    MemorySegment bytes = whole.anyBytes();
    boolean isUtf8 =
        whole.isInPlace()
            ? Utf8Check.isUtf8(whole.head, whole.rest)
            : Utf8Check.isUtf8(bytes, 0, whole.byteSize());
    if (!isUtf8) {
      throw whole.malformed();
    }
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

  @Override
  public String toString() {
    TextValue whole = whole();
    try {
      return whole.decode();
    } catch (MalformedTextException malformed) {
      throw whole.malformed();
    }
  }

  /// Decodes a text that is [whole][#whole].
  private String decode() {
    if (isInPlace()) {
      byte[] bytes = TextWords.bytesInPlace(head, rest);
      return Utf8.decode(bytes, 0, bytes.length, Malformed.REPORT);
    }
    TextArea area = origin.area(chunk);
    MemorySegment memory = TextPaths.memory(head, rest, area);
    return Utf8.decode(memory, area.offset(rest), byteSize(), Malformed.REPORT);
  }

  /// A text area whose only text is the bytes of a constant.
  private static final class ConstantText extends TextArea {
    /// The area of a short constant, which is stored in its words.
    static final ConstantText NONE = new ConstantText(MemorySegment.NULL);

    private final MemorySegment bytes;

    ConstantText(MemorySegment bytes) {
      this.bytes = bytes;
    }

    @Override
    public MemorySegment memory(long rest, int length) {
      return bytes;
    }

    @Override
    public long offset(long rest) {
      return 0;
    }

    @Override
    public boolean has(long head, long rest) {
      return true;
    }

    @Override
    protected long reserve(int length) {
      throw new UnsupportedOperationException("A constant takes no other text");
    }

    @Override
    protected boolean hasChecksums() {
      return false;
    }
  }
}
