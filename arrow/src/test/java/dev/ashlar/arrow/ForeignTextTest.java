// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.FixedUtf8;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Texts whose bytes are not UTF-8 do not reach another engine, whatever their form and the memory
/// of the table. The error says where they are.
@Timeout(120)
class ForeignTextTest {
  record Line(
      long id, String plain, @FixedUtf8(40) String fixed, @DictionaryEncoded String coded) {}

  private static final TableType<Line> LINES = TableType.of(MethodHandles.lookup(), Line.class);
  private static final String ASCII = "a text in the row or beside it";
  private static final List<String> MALFORMED =
      List.of("636166c3", "6162e7bb", "c080", "eda080", "ff", "61f4908080", "6d61f16f", "80");
  private static final List<String> QUERIES =
      List.of(
          "select reverse(C) from t",
          "select upper(C) from t",
          "select C from t",
          "select C, count(*) from t group by C",
          "select count(*) from t where C like 'c%'",
          "create or replace table copied as select C from t");
  private static final int ROWS = 5_000;

  /// Is in the second batch of a scan, and not the first of its vector.
  private static final int ROW = 2_500;

  @TempDir Path folder;

  private static byte[] bytes(String hex, boolean isLong) {
    byte[] malformed = HexFormat.of().parseHex(hex);
    byte[] bytes = isLong ? ASCII.getBytes(StandardCharsets.US_ASCII) : new byte[malformed.length];
    System.arraycopy(malformed, 0, bytes, bytes.length - malformed.length, malformed.length);
    return bytes;
  }

  /// Returns a table in a file in which row [#ROW] has these bytes as one of its texts.
  private MappedTable<Line> lines(String component, byte[] bytes) throws IOException {
    MappedTable<Line> lines = LINES.columns().withCapacity(ROWS).create(folder.resolve("lines"), 0);
    String text = ASCII.substring(0, bytes.length);
    for (int i = 0; i < ROWS; i++) {
      boolean isIt = i == ROW;
      lines.append(new Line(i, isIt ? text : "é", isIt ? text : "é", isIt ? text : "é"));
    }
    if (component.equals("fixed")) {
      copy(bytes, lines, component, 40L * ROW);
    } else if (component.equals("plain") && bytes.length <= 12) {
      copy(bytes, lines, component, 16L * ROW + 4);
    } else {
      String suffix = component.equals("plain") ? "lines.text" : "lines.dictionary";
      overwrite(folder.resolve(suffix), text, bytes);
    }
    return lines;
  }

  private static void copy(byte[] bytes, Table<Line> lines, String component, long offset) {
    MemorySegment column = lines.column(component).asSegment();
    MemorySegment.copy(MemorySegment.ofArray(bytes), 0, column, offset, bytes.length);
  }

  /// Writes bytes over a text of a file that may be mapped.
  private static void overwrite(Path file, String text, byte[] bytes) throws IOException {
    String all = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    assertThat(all).contains(text);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(bytes), all.indexOf(text));
    }
  }

  /// A copy has its dictionary from the texts that the table had when it was opened.
  private Map<String, Table<Line>> tables(MappedTable<Line> lines, String component)
      throws IOException {
    Map<String, Table<Line>> tables = new LinkedHashMap<>();
    tables.put("file", lines);
    if (!component.equals("coded")) {
      tables.put("heap", LINES.columns().heap(0));
      tables.put("native", LINES.columns().allocate(Arena.ofAuto(), 0));
      tables.put("chunks", LINES.columns().withChunkRows(1_000).allocate(Arena.ofAuto(), 0));
      tables.put("confined", LINES.columns().allocate(Arena.ofConfined(), 0));
      tables.put("rows", LINES.rows().allocate(Arena.ofAuto(), 0));
      tables.put("file of rows", LINES.rows().create(folder.resolve("rows"), 0));
    }
    for (Table<Line> table : tables.values()) {
      if (table.size() == 0) {
        table.appendAll(lines);
      }
    }
    return tables;
  }

  private static String message(Table<Line> table, String component, byte[] bytes) {
    boolean inFile = table.toString().contains(" in ");
    return component.equals("coded")
        ? "A text has %d bytes in ".formatted(bytes.length)
        : "%s has %d bytes in row %d%s, which is no text in UTF-8"
            .formatted(
                component,
                bytes.length,
                ROW,
                inFile ? " of " + ((MappedTable<Line>) table).path() : " in memory");
  }

  private static void requireRefused(
      String name, Table<Line> table, String component, byte[] bytes) {
    String message = message(table, component, bytes);
    try (DuckDb db = DuckDb.open()) {
      // Memory that is confined to this thread is read by no other.
      db.execute("set threads = 1");
      if (component.equals("coded")) {
        assertThatThrownBy(() -> db.register("t", table))
            .isInstanceOf(DuckDbException.class)
            .hasMessageContaining(message);
        return;
      }
      db.register("t", table);
      for (String query : QUERIES) {
        assertThatThrownBy(() -> db.execute(query.replace("C", component)))
            .as("%s of %s", query, name)
            .isInstanceOf(DuckDbException.class)
            .hasMessageContaining(message);
      }
      assertThat(db.texts("select count(*), sum(id) from t").rows().getFirst())
          .containsExactly("" + (table.size() - table.deletedCount()), "" + ids(table));
    }
  }

  private static long ids(Table<Line> table) {
    long sum = 0;
    for (long row = table.nextRow(0); row < table.size(); row = table.nextRow(row + 1)) {
      sum += row;
    }
    return sum;
  }

  static Stream<String> malformed() {
    return MALFORMED.stream();
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void noEngineGetsBytesThatAreNotUtf8(String hex) throws Exception {
    for (String component : List.of("plain", "fixed", "coded")) {
      for (boolean isLong : new boolean[] {false, true}) {
        byte[] bytes = bytes(hex, isLong);
        if (component.equals("coded") && !isLong) {
          continue; // a short text of a dictionary is kept beside it, too
        }
        MappedTable<Line> lines = lines(component, bytes);
        for (var table : tables(lines, component).entrySet()) {
          requireRefused(table.getKey(), table.getValue(), component, bytes);
          String message = message(table.getValue(), component, bytes);
          assertThatThrownBy(
                  () -> {
                    try (ArrowStream stream = ArrowStream.of(table.getValue())) {
                      stream.toTable(LINES.columns(), Arena.ofAuto());
                    }
                  })
              .as("stream of " + table.getKey())
              .hasMessageContaining(message);
          if (table.getKey().equals("file of rows")) {
            MappedTable<Line> file = (MappedTable<Line>) table.getValue();
            file.close();
            deleteAll(file);
          }
        }
        lines.close();
        deleteAll(lines);
      }
    }
  }

  private static void deleteAll(MappedTable<?> table) throws IOException {
    for (Path file : table.files()) {
      Files.deleteIfExists(file);
    }
  }

  @Test
  void rowsInFrontOfDeletedOnesAreNumberedAsInTheTable() throws Exception {
    for (String component : List.of("plain", "fixed")) {
      byte[] bytes = bytes("ff", true);
      try (MappedTable<Line> lines = lines(component, bytes)) {
        Table<Line> rows = LINES.rows().allocate(Arena.ofAuto(), 0);
        rows.appendAll(lines);
        for (Table<Line> table : List.of(lines, rows)) {
          for (int row = 0; row < ROW; row += 3) {
            table.delete(row);
          }
          requireRefused("deleted", table, component, bytes);
          table.delete(ROW);
          try (DuckDb db = DuckDb.open()) {
            db.register("t", table);
            String query = "select count(*) from t where %s = 'é'".formatted(component);
            assertThat(db.texts(query).rows().getFirst())
                .containsExactly("" + (table.size() - table.deletedCount()));
          }
        }
        deleteAll(lines);
      }
    }
  }

  /// Bytes that are UTF-8 only together with those of the next row.
  @Test
  void aCharacterDoesNotGoOnInTheNextRow() {
    record Pair(@FixedUtf8(4) String text) {}
    Table<Pair> table =
        TableType.of(MethodHandles.lookup(), Pair.class).columns().allocate(Arena.ofAuto(), 0);
    table.append(new Pair("ab"));
    table.append(new Pair("cd"));
    table.append(new Pair(""));
    MemorySegment column = table.column("text").asSegment();
    MemorySegment.copy(
        MemorySegment.ofArray(HexFormat.of().parseHex("61c3000000a96364")), 0, column, 0, 4);
    MemorySegment.copy(MemorySegment.ofArray(HexFormat.of().parseHex("a9646500")), 0, column, 4, 4);
    try (DuckDb db = DuckDb.open()) {
      db.register("t", table);
      assertThatThrownBy(() -> db.texts("select text from t"))
          .isInstanceOf(DuckDbException.class)
          .hasMessageContaining("Pair.text has 2 bytes in row 0 in memory, which is no text");
    }
  }

  /// DuckDB's asynchronous writer would stop in one of ten.
  @Test
  void aCopyToAFileThatFailsEnds() throws Exception {
    byte[] bytes = bytes("ff", true);
    try (MappedTable<Line> lines = lines("fixed", bytes)) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(100),
          () -> {
            for (int i = 0; i < 60; i++) {
              try (DuckDb db = DuckDb.open()) {
                db.register("t", lines);
                assertThatThrownBy(() -> db.copy("from t", folder.resolve("csv"), "format csv"))
                    .isInstanceOf(DuckDbException.class)
                    .hasMessageContaining(message(lines, "fixed", bytes));
              }
            }
          });
    }
  }

  @Test
  void aStatementWithAnUnpairedSurrogateIsRefused() {
    try (DuckDb db = DuckDb.open()) {
      assertThatThrownBy(() -> db.texts("select '\ud800' = '?'"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("unpaired surrogate at 8");
      assertThat(db.texts("select '😀' = '?'").rows().getFirst()).containsExactly("false");
    }
  }
}
