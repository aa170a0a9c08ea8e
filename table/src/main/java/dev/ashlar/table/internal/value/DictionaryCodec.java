// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.access.RunAccess;
import dev.ashlar.table.internal.access.TextDictionary;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Stores a `String` as its code in the [dictionary][TextDictionary] of its table.
///
/// @param field the record and the component, for messages
public record DictionaryCodec(String field, RunAccess run) implements Codec.OfPlacedText {
  /// In the schema's text.
  public static final String TEXT = "dictionary";

  public static DictionaryCodec of(String field, int index) {
    return new DictionaryCodec(field, new RunAccess(index, 1));
  }

  @Override
  public String text() {
    return TEXT;
  }

  @Override
  public Class<?> element() {
    return int.class;
  }

  @Override
  public Object encode(Object value) {
    return TextCodec.requireText(field, (String) value);
  }

  @Override
  public long place(Chunk chunk, int row, @Nullable Object encoded) {
    return encoded == null ? 0 : dictionary(chunk).add((String) encoded, chunk.isCovered(row));
  }

  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded, long place) {
    run.setInt(chunk, row, 0, (int) place);
  }

  @Override
  public void placeCopy(Chunk from, int row, Chunk to, int targetRow, long[] words, int at) {
    words[at] = place(to, targetRow, read(from, row));
  }

  @Override
  public void placeUtf8(MemorySegment utf8, Chunk to, int targetRow, long[] words) {
    TextCodec.requireUtf8(field, utf8);
    words[0] = place(to, targetRow, Utf8.decode(utf8, 0, utf8.byteSize()));
  }

  @Override
  public void writeCopy(Chunk to, int targetRow, long[] words, int at) {
    write(to, targetRow, null, words[at]);
  }

  @Override
  public Object read(Chunk chunk, int row) {
    return dictionary(chunk).string(code(chunk, row));
  }

  @Override
  public TextValue value(Chunk chunk, int row) {
    return dictionary(chunk).value(code(chunk, row));
  }

  @Override
  public boolean addKey(KeyBytes key, Chunk chunk, int row) {
    return dictionary(chunk).addTo(key, run.getInt(chunk, row, 0));
  }

  private static TextDictionary dictionary(Chunk chunk) {
    return Objects.requireNonNull(chunk.dictionary);
  }

  private int code(Chunk chunk, int row) {
    int code = run.getInt(chunk, row, 0);
    if (!dictionary(chunk).has(code)) {
      throw Codec.noValue(
          field,
          "the code %d in row %d".formatted(code, chunk.first + row),
          dictionary(chunk).file(),
          "code of its dictionary");
    }
    return code;
  }
}
