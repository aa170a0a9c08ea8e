// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.RunAccess;
import org.jspecify.annotations.Nullable;

/// A `String` in UTF-8 with zeros behind it.
///
/// Bytes are written one by one, so that nothing is allocated and nothing can fail between two of
/// them.
///
/// @param field the record and the component, for messages
public record Utf8Codec(String field, RunAccess run) implements Codec.OfRun {
  public static Utf8Codec of(String field, int length, int index) {
    return new Utf8Codec(field, new RunAccess(index, length));
  }

  @Override
  public String text() {
    return "utf8 " + length();
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
    return false;
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
        throw Codec.refused(
            field, quoted(text), "its character %d is an unpaired surrogate".formatted(i));
      }
      bytes += byteSize(point);
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

  private static String quoted(String text) {
    int most = 60;
    return '"' + (text.length() <= most ? text : text.substring(0, most) + "…") + '"';
  }

  private static int byteSize(int point) {
    if (point < 0x80) {
      return 1;
    }
    return point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }

  @Override
  public void write(Chunk chunk, int row, @Nullable Object encoded) {
    String text = encoded == null ? "" : (String) encoded;
    int at = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int size = byteSize(point);
      int lead = size == 1 ? point : ((0xF00 >> size) & 0xFF) | (point >> (6 * (size - 1)));
      run.setByte(chunk, row, at++, (byte) lead);
      for (int rest = size - 2; rest >= 0; rest--) {
        run.setByte(chunk, row, at++, (byte) (0x80 | ((point >> (6 * rest)) & 0x3F)));
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
    return new String(bytes, 0, size, UTF_8);
  }
}
