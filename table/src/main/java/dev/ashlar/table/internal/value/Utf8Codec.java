// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.KeyBytes;
import dev.ashlar.table.internal.access.RunAccess;
import dev.ashlar.table.internal.access.TextValue;
import dev.ashlar.table.internal.access.Utf8CodePoint;
import dev.ashlar.text.Utf8;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Stores a `String` in UTF-8 with zeros behind it.
///
/// Bytes are written one by one, so that nothing is allocated and nothing can fail between two of
/// them.
///
/// @param field the record and the component, for messages
public record Utf8Codec(String field, RunAccess run) implements Codec.OfText {
  /// What the JDK has in place of malformed bytes.
  private static final char REPLACEMENT = '\uFFFD';

  public static Utf8Codec of(String field, int length, int index) {
    return new Utf8Codec(field, new RunAccess(index, length));
  }

  @Override
  public String text() {
    return "utf8 " + length();
  }

  @Override
  public Class<?> element() {
    return byte.class;
  }

  @Override
  public Object encode(Object value) {
    String text = (String) value;
    long bytes = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      if (point == 0) {
        throw Codec.refused(
            field, quoted(text), "its character %d is 0, which ends a text in memory".formatted(i));
      }
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        throw unpairedSurrogate(field, text, i);
      }
      bytes += Utf8CodePoint.byteSize(point);
      i += Character.charCount(point);
    }
    if (bytes > length()) {
      throw Codec.refused(
          field,
          quoted(text),
          "it has %d bytes in UTF-8, and @FixedUtf8 has %d".formatted(bytes, length()));
    }
    return text;
  }

  static IllegalArgumentException unpairedSurrogate(String field, String text, long index) {
    return Codec.refused(
        field, quoted(text), "its character %d is an unpaired surrogate".formatted(index));
  }

  static String quoted(String text) {
    int most = 60;
    return '"' + (text.length() <= most ? text : text.substring(0, most) + "…") + '"';
  }

  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded) {
    String text = encoded == null ? "" : (String) encoded;
    int at = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int size = Utf8CodePoint.byteSize(point);
      for (int k = 0; k < size; k++) {
        run.setByte(chunk, row, at++, Utf8CodePoint.byteAt(point, size, k));
      }
      i += Character.charCount(point);
    }
    while (at < length()) {
      run.setByte(chunk, row, at++, (byte) 0);
    }
  }

  @Override
  public Object read(Chunk chunk, int row) {
    byte[] bytes = new byte[length()];
    int size = 0;
    while (size < bytes.length) {
      byte next = run.getByte(chunk, row, size);
      if (next == 0) {
        break;
      }
      bytes[size++] = next;
    }
    String text = new String(bytes, 0, size, UTF_8);
    if (text.indexOf(REPLACEMENT) >= 0 && !Utf8.isValid(bytes, 0, size)) {
      throw malformed(chunk, row, MemorySegment.ofArray(bytes).asSlice(0, size));
    }
    return text;
  }

  @Override
  public TextValue value(Chunk chunk, int row) {
    return TextValue.of((String) read(chunk, row));
  }

  @Override
  public boolean addKey(KeyBytes key, Chunk chunk, int row) {
    return key.addOrCompare(run, chunk, row, true);
  }
}
