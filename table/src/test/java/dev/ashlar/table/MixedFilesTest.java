// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.annotation.OrNull;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of a table that do not belong together, or are cut: whatever refuses them names the file.
final class MixedFilesTest {
  record Note(
      long id, String text, @DictionaryEncoded String kind, @OrNull @Nullable String remark) {}

  interface Notes extends Cursor {
    String text();

    Text getText();

    String kind();

    Text getKind();

    String remark();
  }

  private static final TableType<Note> NOTES = TableType.of(MethodHandles.lookup(), Note.class);

  private static final List<String> SUFFIXES = List.of("", ".text", ".dictionary", ".deleted");

  @TempDir Path folder;

  private static Note note(long id, String by) {
    return new Note(id, by + " a long text " + id, by + " kind " + id, "a remark of " + id);
  }

  /// Makes a folder with the files as they are.
  private void keep(String name) throws IOException {
    Files.createDirectories(folder.resolve(name));
    for (String suffix : SUFFIXES) {
      Files.copy(folder.resolve("notes" + suffix), folder.resolve(name).resolve("notes" + suffix));
    }
  }

  private void makeOldAndNew(TableLayout<Note> layout) throws IOException {
    Path path = folder.resolve("notes");
    try (MappedTable<Note> table = layout.create(path, 0)) {
      for (int id = 0; id < 10; id++) {
        table.append(note(id, "old"));
      }
      table.delete(3);
      table.commit();
    }
    keep("old");
    try (MappedTable<Note> table = layout.open(path)) {
      for (int id = 0; id < 10; id += 2) {
        table.set(id, note(id, "new and longer"));
      }
      for (int id = 10; id < 100; id++) {
        table.append(note(id, "new"));
      }
      table.delete(5);
      table.commit();
    }
    keep("new");
  }

  private void mix(int choice) throws IOException {
    for (int i = 0; i < SUFFIXES.size(); i++) {
      String name = "notes" + SUFFIXES.get(i);
      Files.copy(
          folder.resolve((choice >> i & 1) == 0 ? "old" : "new").resolve(name),
          folder.resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /// Each way to read texts of a table.
  private static Map<String, ThrowingCallable> uses(Table<Note> table) {
    Map<String, ThrowingCallable> uses = new LinkedHashMap<>();
    for (long row : new long[] {0, 1, table.size() - 1}) {
      uses.put("get " + row, () -> table.get(row));
      Notes cursor = table.cursor(Notes.class);
      uses.put("cursor " + row, () -> cursor.moveTo(row));
      uses.put("text " + row, cursor::text);
      uses.put("getText " + row, () -> cursor.getText().toString());
      uses.put(
          "compare " + row, () -> cursor.getText().equals(TableType.text("new a long text 5000")));
      uses.put("kind " + row, cursor::kind);
      uses.put("getKind " + row, () -> cursor.getKind().toString());
      uses.put("remark " + row, cursor::remark);
      TableChunk chunk = table.chunks().getFirst();
      if (row < chunk.rowCount()) {
        uses.put("chunk's text " + row, () -> chunk.text("text", (int) row).toString());
        uses.put("chunk's kind " + row, () -> chunk.text("kind", (int) row).toString());
      }
    }
    uses.put("forEach", () -> table.forEach(_ -> {}));
    uses.put("iterator", () -> table.iterator().forEachRemaining(_ -> {}));
    uses.put("stream", () -> table.stream().mapToInt(note -> note.text().length()).sum());
    uses.put("copy", () -> NOTES.columns().heap(0).appendAll(table));
    uses.put("index", () -> table.index("text").find("new a long text 5000"));
    uses.put("index of codes", () -> table.index("kind").find("new kind 5000"));
    uses.put("two fields", () -> table.index("kind", "text").find("new kind 5000", "x"));
    uses.put(
        "views",
        () -> {
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment target = arena.allocate(16L * 1000);
            TableChunk chunk = table.chunks().getFirst();
            chunk.writeTextViews("text", 0, Math.min(chunk.rowCount(), 1000), target);
          }
        });
    return uses;
  }

  private static List<Throwable> refusals(Path path, TableLayout<Note> layout) {
    List<Throwable> refusals = new ArrayList<>();
    for (TableOption[] options : new TableOption[][] {{}, {TableOption.VERIFY}}) {
      try (MappedTable<Note> table = layout.openReadOnly(path, options)) {
        uses(table).forEach((name, use) -> attempt(refusals, use));
        attempt(refusals, () -> table.computeStatistics(0, table.size()));
      } catch (IOException | RuntimeException refused) {
        refusals.add(refused);
      }
    }
    attempt(refusals, () -> layout.open(path).close());
    attempt(refusals, () -> layout.compact(path));
    return refusals;
  }

  private static void attempt(List<Throwable> refusals, ThrowingCallable use) {
    try {
      use.call();
    } catch (Throwable refused) {
      refusals.add(refused);
    }
  }

  private void requireNamed(List<Throwable> refusals) {
    for (Throwable refused : refusals) {
      assertThat(refused)
          .isInstanceOfAny(TableFileException.class, IllegalStateException.class)
          .hasMessageContaining(folder.resolve("notes").toString());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "columns"})
  void ofTwoTimes(String name) throws Exception {
    TableLayout<Note> layout = name.equals("rows") ? NOTES.rows() : NOTES.columns();
    makeOldAndNew(layout);
    int refused = 0;
    for (int choice = 0; choice < 1 << SUFFIXES.size(); choice++) {
      mix(choice);
      List<Throwable> refusals = refusals(folder.resolve("notes"), layout);
      requireNamed(refusals);
      refused += refusals.size();
    }
    assertThat(refused).isPositive();
  }

  /// A cut file is said to be cut, and not to be something else.
  @ParameterizedTest
  @ValueSource(strings = {".text", ".dictionary", ".deleted"})
  void aCutFile(String suffix) throws Exception {
    TableLayout<Note> layout = NOTES.columns();
    makeOldAndNew(layout);
    for (long bytes : new long[] {0, 1, 8, 23, 24, 4095, 4096, 4104}) {
      mix(15);
      Path cut = folder.resolve("notes" + suffix);
      try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
        channel.truncate(bytes);
      }
      List<Throwable> refusals = refusals(folder.resolve("notes"), layout);
      assertThat(refusals).isNotEmpty();
      assertThat(refusals)
          .allSatisfy(refused ->
              assertThat(refused)
                  .as("%d bytes", bytes)
                  .hasMessageContaining(cut + ": is cut short")
                  .hasMessageContaining("and the file has " + bytes)
                  .hasMessageContaining("restore a copy"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".text", ".dictionary", ".deleted"})
  void anotherFile(String suffix) throws Exception {
    TableLayout<Note> layout = NOTES.columns();
    makeOldAndNew(layout);
    Path other = folder.resolve("notes" + suffix);
    String kind =
        Map.of(".text", "texts", ".dictionary", "dictionary", ".deleted", "deleted rows")
            .get(suffix);
    Files.writeString(other, "a letter".repeat(10_000));
    assertThat(refusals(folder.resolve("notes"), layout))
        .isNotEmpty()
        .allSatisfy(refused ->
            assertThat(refused)
                .hasMessageContaining(other + ": has no " + kind + " of a table: restore"));
  }
}
