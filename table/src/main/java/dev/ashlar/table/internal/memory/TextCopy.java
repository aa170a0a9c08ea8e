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

/// The texts of rows that are copied to a table with another text area. They are added to that area
/// before anything of the rows is written, which may fail.
final class TextCopy {
  /// How many rows are copied at once.
  static final int ROWS = 1 << 10;

  private static final int WORDS = 2;

  private final List<TextCodec> codecs;
  private final Chunk to;
  private final int targetRow;
  private final int rows;

  /// For each text of each row, its head and its rest.
  private final long[] words;

  /// Adds the texts.
  TextCopy(Schema schema, Chunk from, int row, Chunk to, int targetRow, int rows) {
    this.codecs =
        schema.fields().stream()
            .filter(Field::isText)
            .map(field -> (TextCodec) Objects.requireNonNull(schema.codec(field)))
            .toList();
    this.to = to;
    this.targetRow = targetRow;
    this.rows = rows;
    this.words = new long[WORDS * codecs.size() * rows];
    TextArea area = Objects.requireNonNull(to.texts);
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
  void write() {
    int at = 0;
    for (int i = 0; i < rows; i++) {
      for (TextCodec codec : codecs) {
        codec.write(to, targetRow + i, words[at++], words[at++]);
      }
    }
  }
}
