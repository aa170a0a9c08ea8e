// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.TextArea;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.TextCodec;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The texts of rows that are copied. They are added to the text area of the other table before
/// anything of the rows is written, as that may fail.
@SuppressWarnings("ReferenceEquality") // Text areas are identities.
public final class TextCopy {
  /// How many rows are copied at once.
  static final int ROWS = 1 << 10;

  private static final TextCopy NOTHING = new TextCopy();

  private static final int WORDS = 2;

  private final List<TextCodec> codecs;
  private final @Nullable Chunk to;
  private final int targetRow;
  private final int rows;

  /// For each text of each row, its head and its rest.
  private final long[] words;

  /// Returns what is to write the texts when the other fields have been copied. If both tables have
  /// one text area, or none, that is nothing.
  public static TextCopy before(
      Schema schema, Chunk from, int row, Chunk to, int targetRow, int rows) {
    TextArea texts = to.texts;
    if (texts == null) {
      return NOTHING;
    }
    if (texts != from.texts) {
      return new TextCopy(schema, texts, from, row, to, targetRow, rows);
    }
    if (to.isCovered(targetRow)) {
      texts.force();
    }
    return NOTHING;
  }

  private TextCopy() {
    codecs = List.of();
    to = null;
    targetRow = 0;
    rows = 0;
    words = new long[0];
  }

  /// Adds the texts.
  private TextCopy(
      Schema schema, TextArea area, Chunk from, int row, Chunk to, int targetRow, int rows) {
    this.codecs =
        schema.fields().stream()
            .filter(Field::isText)
            .map(field -> (TextCodec) Objects.requireNonNull(schema.codec(field)))
            .toList();
    this.to = to;
    this.targetRow = targetRow;
    this.rows = rows;
    this.words = new long[WORDS * codecs.size() * rows];
    int at = 0;
    for (int i = 0; i < rows; i++) {
      for (TextCodec codec : codecs) {
        TextValue text = codec.value(from, row + i);
        words[at++] = text.head();
        words[at++] = text.addTo(area, to.isCovered(targetRow + i));
      }
    }
  }

  /// Writes the fields of the texts.
  public void write() {
    Chunk chunk = to;
    if (chunk == null) {
      return;
    }
    int at = 0;
    for (int i = 0; i < rows; i++) {
      for (TextCodec codec : codecs) {
        codec.write(chunk, targetRow + i, words[at++], words[at++]);
      }
    }
  }
}
