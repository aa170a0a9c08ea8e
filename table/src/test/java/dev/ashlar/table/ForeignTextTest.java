// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Texts whose bytes are not UTF-8, in all layouts and kinds of memory: whoever asks for one gets
/// an exception that says where it is.
class ForeignTextTest {
  record Line(long id, String any, @FixedUtf8(40) String fixed) {}

  interface LineCursor extends Cursor {
    String any();

    String fixed();

    Text getAny();

    Text getFixed();
  }

  record Coded(long id, @DictionaryEncoded String text) {}

  private static final TableType<Line> LINES = TableType.of(MethodHandles.lookup(), Line.class);
  private static final String ASCII = "a text in the row or beside it";

  /// Malformed bytes, with what is in front of them, and the index of the first that is wrong.
  private static final Map<String, Integer> MALFORMED =
      Map.of(
          "636166c3", 3, // cut
          "6162e7bb", 2,
          "c080", 0, // too long a form
          "eda080", 0, // a surrogate
          "ff", 0,
          "61f4908080", 1, // beyond U+10FFFF
          "6d61f16f", 2, // Latin-1
          "80", 0);

  private static final int ROW = 2;

  @TempDir Path folder;

  private static byte[] bytes(String hex, boolean isLong) {
    byte[] malformed = HexFormat.of().parseHex(hex);
    byte[] ascii = ASCII.getBytes(StandardCharsets.US_ASCII);
    byte[] bytes = new byte[malformed.length + (isLong ? ascii.length : 0)];
    System.arraycopy(ascii, 0, bytes, 0, bytes.length - malformed.length);
    System.arraycopy(malformed, 0, bytes, bytes.length - malformed.length, malformed.length);
    return bytes;
  }

  /// Returns a text that begins as long malformed ones do: a row has its first bytes.
  private static String placeholder(int length) {
    return ASCII.repeat(2).substring(0, length);
  }

  /// Returns a table in which row [#ROW] has these bytes as one of its texts.
  private Table<Line> lines(String component, byte[] bytes) throws IOException {
    MappedTable<Line> lines = LINES.columns().create(folder.resolve("source"), 0);
    String text = "x".repeat(bytes.length);
    for (int i = 0; i < 4; i++) {
      lines.append(new Line(i, i == ROW ? placeholder(bytes.length) : text, text));
    }
    MemorySegment source = MemorySegment.ofArray(bytes);
    MemorySegment column = lines.column(component).asSegment();
    if (component.equals("fixed")) {
      MemorySegment.copy(source, 0, column, 40 * ROW, bytes.length);
    } else if (bytes.length <= 12) {
      MemorySegment.copy(source, 0, column, 16 * ROW + 4, bytes.length);
    } else {
      overwrite(folder.resolve("source.text"), placeholder(bytes.length), bytes);
    }
    return lines;
  }

  /// Writes bytes over a text of a file that may be mapped.
  private static void overwrite(Path file, String text, byte[] bytes) throws IOException {
    int at = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).indexOf(text);
    assertThat(at).isPositive();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(bytes), at);
    }
  }

  private Map<String, Table<Line>> copies(Table<Line> lines) throws IOException {
    Map<String, Table<Line>> copies = new LinkedHashMap<>();
    copies.put("file that was changed", lines);
    copies.put("columns", LINES.columns().allocate(Arena.ofAuto(), 0));
    copies.put("heap columns", LINES.columns().heap(0));
    copies.put("heap rows", LINES.alignedRows().heap(0));
    copies.put("rows", LINES.rows().allocate(Arena.ofAuto(), 0));
    copies.put("shared", LINES.rows().allocate(Arena.ofShared(), 0));
    copies.put("file", LINES.columns().create(folder.resolve("columns"), 0));
    copies.put("file of rows", LINES.rows().create(folder.resolve("rows"), 0));
    for (Table<Line> copy : copies.values()) {
      if (copy.size() == 0) {
        copy.appendAll(lines);
      }
    }
    return copies;
  }

  private static List<ThrowingCallable> ways(Table<Line> table, String component) {
    boolean isFixed = component.equals("fixed");
    LineCursor cursor = table.cursor(LineCursor.class);
    cursor.moveTo(ROW);
    TableChunk chunk = table.chunks().getFirst();
    return List.of(
        () -> table.get(ROW),
        () -> table.forEach(_ -> {}),
        () -> table.iterator().forEachRemaining(_ -> {}),
        () -> table.stream().toList(),
        () -> (isFixed ? cursor.fixed() : cursor.any()).length(),
        () -> (isFixed ? cursor.getFixed() : cursor.getAny()).toString().length(),
        () -> (isFixed ? cursor.getFixed() : cursor.getAny()).utf8().byteSize(),
        () -> chunk.text(component, ROW).utf8(),
        () -> chunk.text(component, ROW).toString().length(),
        () -> table.requireTexts(component, 0, table.size()));
  }

  static Stream<Arguments> malformed() {
    return MALFORMED.keySet().stream()
        .flatMap(hex ->
            Stream.of("any", "fixed")
                .flatMap(component ->
                    Stream.of(false, true).map(isLong -> Arguments.of(hex, component, isLong))));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void everyWayToATextRefusesBytesThatAreNotUtf8(String hex, String component, boolean isLong)
      throws Exception {
    byte[] bytes = bytes(hex, isLong);
    int at = Objects.requireNonNull(MALFORMED.get(hex)) + (isLong ? ASCII.length() : 0);
    for (var copy : copies(lines(component, bytes)).entrySet()) {
      Table<Line> table = copy.getValue();
      boolean inFile = copy.getKey().startsWith("file");
      String message =
          "%s.%s has %d bytes in row %d%s, which is no text in UTF-8, as byte %d is 0x%02X: %s"
              .formatted(
                  Line.class.getName(),
                  component,
                  bytes.length,
                  ROW,
                  inFile ? " of " + ((MappedTable<Line>) table).path() : " in memory",
                  at,
                  bytes[at] & 0xFF,
                  inFile
                      ? "unless another thread was writing it, verify the file, or restore a copy"
                      : "write the row again");
      for (ThrowingCallable way : ways(table, component)) {
        assertThatThrownBy(way)
            .as(copy.getKey())
            .isInstanceOf(IllegalStateException.class)
            .hasMessage(message);
      }
      assertThat(table.get(ROW + 1).any()).isEqualTo("x".repeat(bytes.length));
      table.requireTexts(component, 0, ROW);
    }
  }

  /// A text that has the character that stands for malformed bytes.
  @Test
  void theReplacementCharacterIsAText() {
    Table<Line> table = LINES.columns().heap(0);
    table.append(new Line(1, "\ufffd", "a\ufffd"));
    assertThat(table.get(0)).isEqualTo(new Line(1, "\ufffd", "a\ufffd"));
    table.requireTexts("fixed", 0, 1);
    assertThat(table.chunks().getFirst().text("fixed", 0).utf8().byteSize()).isEqualTo(4);
  }

  /// What other programs leave behind the end of a text is no part of it.
  @Test
  void statisticsHaveTextsWithoutWhatIsBehindThem() throws Exception {
    try (MappedTable<Line> table = LINES.columns().create(folder.resolve("behind"), 0)) {
      table.append(new Line(1, "ab", "ab"));
      table.append(new Line(2, "abcdefghi", "abcdefghi"));
      MemorySegment any = table.column("any").asSegment();
      MemorySegment fixed = table.column("fixed").asSegment();
      for (long at : new long[] {3, 7, 12}) {
        any.set(ValueLayout.JAVA_BYTE, 4 + Math.min(at, 11), (byte) 'z');
        fixed.set(ValueLayout.JAVA_BYTE, at, (byte) 'z');
      }
      any.set(ValueLayout.JAVA_BYTE, 16 + 4 + 10, (byte) 'z');
      fixed.set(ValueLayout.JAVA_BYTE, 40 + 10, (byte) 'z');
      assertThat(table.get(0)).isEqualTo(new Line(1, "ab", "ab"));
      assertThat(table.get(1)).isEqualTo(new Line(2, "abcdefghi", "abcdefghi"));
      table.commit();
    }
    // Whoever has the segment of a column may write at any time: no statistics are made meanwhile.
    try (MappedTable<Line> table = LINES.columns().open(folder.resolve("behind"))) {
      table.commit();
      table.writeStatistics();
      RowStatistics rows = table.statistics(0, 2).getFirst();
      for (String text : List.of("any", "fixed")) {
        assertThat(rows.mayHaveText(text, null, "ab")).isTrue();
        assertThat(rows.mayHaveText(text, "abcdefghi", null)).isTrue();
        assertThat(rows.mayHaveText(text, "abcdefghi\u0001", null)).isFalse();
        assertThat(rows.mayHaveText(text, null, "aa")).isFalse();
      }
    }
  }

  @Test
  void deletedRowsAreNotChecked() throws Exception {
    Table<Line> table = lines("fixed", bytes("ff", false));
    table.delete(ROW);
    table.requireTexts("fixed", 0, table.size());
    assertThatThrownBy(() -> table.requireTexts("id", 0, 1))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> table.requireTexts("any", 0, table.size() + 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /// A dictionary is read when its file is opened.
  @ParameterizedTest
  @MethodSource("codes")
  void aDictionaryThatIsNotUtf8IsRefused(String hex) throws Exception {
    TableType<Coded> type = TableType.of(MethodHandles.lookup(), Coded.class);
    Path path = folder.resolve("coded");
    byte[] bytes = bytes(hex, true);
    String text = placeholder(bytes.length);
    Path texts = folder.resolve("coded.dictionary");
    try (MappedTable<Coded> table = type.columns().create(path, 0)) {
      table.append(new Coded(1, text));
      table.commit();
      overwrite(texts, text, bytes);
      // The same memory, which was changed behind the table.
      assertThatIllegalStateException()
          .isThrownBy(() -> table.textCodes().text(1).utf8())
          .withMessageContaining("A text has %d bytes in ", bytes.length)
          .withMessageContaining(table.files().get(1).toString());
    }
    assertThatThrownBy(() -> type.columns().openReadOnly(path).close())
        .isInstanceOf(TableFileException.class)
        .hasMessageContaining("coded.dictionary");
  }

  static Stream<String> codes() {
    return MALFORMED.keySet().stream();
  }
}
