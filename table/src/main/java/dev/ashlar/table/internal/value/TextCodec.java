// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.access.RunAccess;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextOrigin;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.access.TextViews;
import dev.ashlar.table.internal.access.TextWords;
import dev.ashlar.table.internal.access.Utf8CodePoint;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Stores a `String` of any length as [two words][TextWords], and a long one also in the
/// [area][TextArea] of its table.
///
/// @param field the record and the component, for messages
public record TextCodec(String field, RunAccess run) implements Codec.OfPlacedText, TextOrigin {
  /// In the schema's text.
  public static final String TEXT = "text";

  /// Of so many rows it is remembered which texts were checked. DuckDB's vectors have as many.
  private static final int CHECKED_ROWS = 2048;

  private static final int HEAD = 0;
  private static final int REST = 1;

  static {
    // What texts need of the JDK is initialized here, while there is stack and heap for it.
    String sample = "aé€😀".repeat(TextWords.IN_PLACE);
    if (!TextValue.of(sample).toString().equals(sample)) {
      throw new AssertionError(sample);
    }
  }

  public static TextCodec of(String field, int index) {
    return new TextCodec(field, new RunAccess(index, REST + 1));
  }

  @Override
  public String text() {
    return TEXT;
  }

  @Override
  public Class<?> element() {
    return long.class;
  }

  @Override
  public Object encode(Object value) {
    return requireText(field, (String) value);
  }

  /// Returns a text that can be stored.
  ///
  /// @throws IllegalArgumentException if it has an unpaired surrogate, or is too long
  static String requireText(String field, String text) {
    long length;
    try {
      length = Utf8.encodedLength(text, Malformed.REPORT);
    } catch (MalformedTextException malformed) {
      throw Utf8Codec.unpairedSurrogate(field, text, malformed.index());
    }
    if (length > TextArea.MAX_LENGTH) {
      throw tooLong(field, Utf8Codec.quoted(text), length);
    }
    return text;
  }

  /// Throws unless bytes are a text that can be stored.
  ///
  /// @throws IllegalArgumentException if they are not UTF-8, or too many
  static void requireUtf8(String field, MemorySegment utf8) {
    long length = utf8.byteSize();
    if (length > TextArea.MAX_LENGTH) {
      throw tooLong(field, "these bytes", length);
    }
    if (!Utf8.isValid(utf8)) {
      throw Codec.refused(field, "these %d bytes".formatted(length), "they are not UTF-8");
    }
  }

  private static IllegalArgumentException tooLong(String field, String value, long length) {
    return Codec.refused(
        field,
        value,
        "it has %d bytes in UTF-8, and a text has at most %d"
            .formatted(length, TextArea.MAX_LENGTH));
  }

  /// Puts the text into the area, if it is long and not what the row has already.
  ///
  /// @return the rest of the row's words
  @Override
  public long place(Chunk chunk, int row, @Nullable Object encoded) {
    String text = text(encoded);
    if (lengthInPlace(text) <= TextWords.IN_PLACE) {
      return TextWords.rest(text);
    }
    int length = (int) Utf8.encodedLength(text);
    TextArea area = area(chunk);
    long head = TextWords.head(text, length);
    long now = run.getLong(chunk, row, REST);
    return mayHave(chunk, row, head, now) && area.has(head, now, text)
        ? now
        : area.add(text, length, chunk.isCovered(row));
  }

  /// Whether a row has this head, and no other text will be written where its text is.
  private boolean mayHave(Chunk chunk, int row, long head, long rest) {
    return run.getLong(chunk, row, HEAD) == head
        && !area(chunk).isFree(rest, TextWords.length(head));
  }

  private static String text(@Nullable Object encoded) {
    return encoded == null ? "" : (String) encoded;
  }

  /// Returns the number of bytes of a text that is in place, and a larger one for any other.
  private static int lengthInPlace(String text) {
    if (text.length() > TextWords.IN_PLACE) {
      return text.length();
    }
    int length = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      length += Utf8CodePoint.byteSize(point);
      i += Character.charCount(point);
    }
    return length;
  }

  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded, long rest) {
    String text = text(encoded);
    int length = lengthInPlace(text);
    long head =
        length <= TextWords.IN_PLACE ? TextWords.head(text, length) : area(chunk).head(rest);
    writeWords(chunk, row, head, rest);
  }

  private void writeWords(Chunk chunk, int row, long head, long rest) {
    run.setLong(chunk, row, REST, rest);
    run.setLong(chunk, row, HEAD, head);
  }

  @Override
  public void placeCopy(Chunk from, int row, Chunk to, int targetRow, long[] words, int at) {
    TextValue text = value(from, row).whole();
    long now = run.getLong(to, targetRow, REST);
    words[at + HEAD] = text.head();
    words[at + REST] =
        mayHave(to, targetRow, text.head(), now)
                && area(to).has(text.head(), now)
                && value(to, targetRow).equals(text)
            ? now
            : text.addTo(area(to), to.isCovered(targetRow));
  }

  @Override
  public void placeUtf8(MemorySegment utf8, Chunk to, int targetRow, long[] words) {
    requireUtf8(field, utf8);
    long[] text = TextWords.of(utf8);
    words[HEAD] = text[HEAD];
    words[REST] =
        TextWords.isInPlace(text[HEAD]) ? text[REST] : area(to).add(utf8, to.isCovered(targetRow));
  }

  @Override
  public void writeCopy(Chunk to, int targetRow, long[] words, int at) {
    writeWords(to, targetRow, words[at + HEAD], words[at + REST]);
  }

  @Override
  public void writeViews(Chunk chunk, int row, int rows, TextViews views) {
    long first = chunk.first + row;
    long sum = first + rows;
    for (int i = 0; i < rows; i++) {
      sum = views.writeWords(i, value(chunk, row + i), sum);
    }
    TextArea area = area(chunk);
    long block = first / CHECKED_ROWS * Short.MAX_VALUE + run.index();
    boolean areChecked = area.areChecked(block, sum);
    views.finish(rows, this, chunk, row, areChecked);
    if (!areChecked) {
      area.setChecked(block, sum);
    }
  }

  @Override
  public Object read(Chunk chunk, int row) {
    return value(chunk, row).toString();
  }

  /// Nothing is asked of the area: that would be a cache miss for each long text.
  @Override
  public TextValue value(Chunk chunk, int row) {
    return run.getText(chunk, row, this);
  }

  @Override
  public boolean addKey(KeyBytes key, Chunk chunk, int row) {
    return key.addOrCompare(
        run.getLong(chunk, row, HEAD), run.getLong(chunk, row, REST), area(chunk));
  }

  @Override
  public TextArea area(@Nullable Chunk chunk) {
    return Objects.requireNonNull(Objects.requireNonNull(chunk).texts);
  }

  @Override
  public TextValue again(@Nullable Chunk chunk, int row, long head, long rest) {
    Chunk rows = Objects.requireNonNull(chunk);
    if (rows.hasEnded()) {
      throw TextArea.ended();
    }
    if (run.getLong(rows, row, HEAD) != head || run.getLong(rows, row, REST) != rest) {
      return value(rows, row);
    }
    String stored =
        "%d bytes at %d of piece %d of the text area"
            .formatted(TextWords.length(head), TextWords.offset(rest), TextWords.piece(rest));
    throw Codec.noValue(field, stored + " in row " + (rows.first + row), area(rows).file(), TEXT);
  }

  @Override
  public IllegalStateException malformed(@Nullable Chunk chunk, int row, MemorySegment bytes) {
    return Codec.OfPlacedText.super.malformed(Objects.requireNonNull(chunk), row, bytes);
  }
}
