// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.RunAccess;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.access.TextWords;
import dev.ashlar.table.internal.access.Utf8CodePoint;
import dev.ashlar.text.Malformed;
import dev.ashlar.text.MalformedTextException;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A `String` of any length as [two words][TextWords], and in the [area][TextArea] of its table if
/// it is long.
///
/// A row is written in two steps. First [#place] puts long texts of all fields into the area, which
/// may fail. Then [#write] writes the words, which allocates nothing.
///
/// @param field the record and the component, for messages
public record TextCodec(String field, RunAccess run) implements Codec.OfText {
  /// In the schema's text.
  public static final String TEXT = "text";

  private static final int HEAD = 0;
  private static final int REST = 1;

  static {
    // What texts need of the JDK is initialized here, while there is stack and heap for it.
    String sample = "aé€😀".repeat(TextWords.IN_PLACE);
    if (!TextValue.of(sample).decode().equals(sample)) {
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
  public Object zero() {
    return "";
  }

  @Override
  public int length() {
    return run.length();
  }

  @Override
  public boolean isLongs() {
    return true;
  }

  @Override
  public Object encode(Object value) {
    String text = (String) value;
    long length;
    try {
      length = Utf8.encodedLength(text, Malformed.REPORT);
    } catch (MalformedTextException malformed) {
      throw Utf8Codec.unpairedSurrogate(field, text, malformed.index());
    }
    if (length > TextArea.MAX_LENGTH) {
      throw tooLong(Utf8Codec.quoted(text), length);
    }
    return text;
  }

  /// Returns a text of bytes that nobody may write while it is in use.
  ///
  /// @throws IllegalArgumentException if they are not UTF-8, or too many
  public TextValue encode(MemorySegment utf8) {
    long length = utf8.byteSize();
    if (length > TextArea.MAX_LENGTH) {
      throw tooLong("these bytes", length);
    }
    if (!Utf8.isValid(utf8)) {
      throw Codec.refused(field, "these %d bytes".formatted(length), "they are not UTF-8");
    }
    return TextValue.of(utf8);
  }

  private IllegalArgumentException tooLong(String value, long length) {
    return Codec.refused(
        field,
        value,
        "it has %d bytes in UTF-8, and a text has at most %d"
            .formatted(length, TextArea.MAX_LENGTH));
  }

  /// Puts a text that is about to be written to a row into the area, if it is long and not what the
  /// row has already.
  ///
  /// @param encoded null if there is no value
  /// @return the rest of the row's words
  public long place(Chunk chunk, int row, @Nullable Object encoded) {
    String text = text(encoded);
    if (lengthInPlace(text) <= TextWords.IN_PLACE) {
      return TextWords.rest(text);
    }
    int length = (int) Utf8.encodedLength(text);
    TextArea area = area(chunk);
    long head = TextWords.head(text, length);
    long now = run.getLong(chunk, row, REST);
    boolean isSame =
        run.getLong(chunk, row, HEAD) == head
            && !area.isFree(now, length)
            && area.has(head, now, text);
    return isSame ? now : area.add(text, length, chunk.isCovered(row));
  }

  private static String text(@Nullable Object encoded) {
    return encoded == null ? "" : (String) encoded;
  }

  /// As [#place(Chunk, int, Object)], but in any case in a new place.
  public long place(Chunk chunk, int row, TextValue text) {
    return text.addTo(area(chunk), chunk.isCovered(row));
  }

  private static TextArea area(Chunk chunk) {
    return Objects.requireNonNull(chunk.texts);
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

  /// Writes the words of a text.
  public void write(Chunk chunk, int row, long head, long rest) {
    run.setLong(chunk, row, REST, rest);
    run.setLong(chunk, row, HEAD, head);
  }

  /// Writes a text.
  ///
  /// @param rest what [#place] has returned for it
  public void write(Chunk chunk, int row, @Nullable Object encoded, long rest) {
    String text = text(encoded);
    int length = lengthInPlace(text);
    long head =
        length <= TextWords.IN_PLACE ? TextWords.head(text, length) : area(chunk).head(rest);
    write(chunk, row, head, rest);
  }

  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded) {
    write(chunk, row, encoded, place(chunk, row, encoded));
  }

  @Override
  public Object read(Chunk chunk, int row) {
    TextValue text = value(chunk, row);
    try {
      return text.decode();
    } catch (MalformedTextException malformed) {
      throw noText(chunk, row, "%d bytes that are no UTF-8".formatted(text.byteSize()), malformed);
    }
  }

  @Override
  public TextValue value(Chunk chunk, int row) {
    long head = run.getLong(chunk, row, HEAD);
    long rest = run.getLong(chunk, row, REST);
    TextArea area = chunk.texts;
    return TextWords.isInPlace(head) || TextArea.isIn(area, head, rest)
        ? new TextValue(head, rest, area)
        : valueAgain(chunk, row, head, rest);
  }

  /// Another thread may be writing the row. Then it has other words now.
  private TextValue valueAgain(Chunk chunk, int row, long head, long rest) {
    if (run.getLong(chunk, row, HEAD) != head || run.getLong(chunk, row, REST) != rest) {
      return value(chunk, row);
    }
    String stored =
        "%d bytes at %d of piece %d of the text area"
            .formatted(TextWords.length(head), TextWords.offset(rest), TextWords.piece(rest));
    throw noText(chunk, row, stored, null);
  }

  private IllegalStateException noText(
      Chunk chunk, int row, String stored, @Nullable Throwable cause) {
    IllegalStateException failure =
        Codec.noValue(field, stored + " in row " + (chunk.first + row), TEXT);
    failure.initCause(cause);
    return failure;
  }
}
