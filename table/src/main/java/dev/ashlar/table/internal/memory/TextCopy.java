// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Schema;
import dev.ashlar.table.internal.value.Codec.OfPlacedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The texts of rows that are copied. They are added to the other table before any row is written,
/// since adding may fail.
@SuppressWarnings("ReferenceEquality") // Text areas and dictionaries are identities.
public final class TextCopy {
  /// How many rows are copied at once.
  static final int ROWS = 1 << 10;

  private static final TextCopy NOTHING = new TextCopy();

  private final List<OfPlacedText> codecs;
  private final @Nullable Chunk to;
  private final int targetRow;
  private final int rows;

  /// The words of each text of each row.
  private final long[] words;

  /// Whether rows of one chunk have texts that the table of the other one does not have.
  static boolean isNeeded(Chunk from, Chunk to) {
    return (to.texts != null && to.texts != from.texts)
        || (to.dictionary != null && to.dictionary != from.dictionary);
  }

  /// Returns the object that writes the texts after the other fields have been copied. It writes
  /// nothing if both chunks are of one table, or if there are no texts.
  public static TextCopy before(
      Schema schema, Chunk from, int row, Chunk to, int targetRow, int rows) {
    if (isNeeded(from, to)) {
      return new TextCopy(schema, from, row, to, targetRow, rows);
    }
    if (to.isCovered(targetRow)) {
      if (to.texts != null) {
        to.texts.force();
      }
      if (to.dictionary != null) {
        to.dictionary.force();
      }
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
  private TextCopy(Schema schema, Chunk from, int row, Chunk to, int targetRow, int rows) {
    this.codecs = new ArrayList<>();
    for (Field field : schema.fields()) {
      if (field.refersToText()) {
        codecs.add((OfPlacedText) Objects.requireNonNull(schema.codec(field)));
      }
    }
    this.to = to;
    this.targetRow = targetRow;
    this.rows = rows;
    this.words = new long[OfPlacedText.WORDS * codecs.size() * rows];
    int at = 0;
    for (int i = 0; i < rows; i++) {
      for (OfPlacedText codec : codecs) {
        codec.placeCopy(from, row + i, to, targetRow + i, words, at);
        at += OfPlacedText.WORDS;
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
      for (OfPlacedText codec : codecs) {
        codec.writeCopy(chunk, targetRow + i, words, at);
        at += OfPlacedText.WORDS;
      }
    }
  }
}
