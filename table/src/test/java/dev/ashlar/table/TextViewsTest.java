// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.testing.Seeded;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Texts as native code reads them. The judge is the bytes of the `String`s.
@ExtendWith(Seeded.class)
@Timeout(60)
final class TextViewsTest {
  record Note(long id, String text, @DictionaryEncoded String code) {}

  private static final TableType<Note> NOTES = TableType.of(MethodHandles.lookup(), Note.class);
  private static final int VIEW = 16;

  @TempDir Path folder;

  @SuppressWarnings("restricted")
  private static String seen(MemorySegment views, int row) {
    MemorySegment view = views.asSlice((long) row * VIEW, VIEW);
    int length = view.get(ValueLayout.JAVA_INT, 0);
    MemorySegment text =
        length <= 12
            ? view.asSlice(4, length)
            : MemorySegment.ofAddress(view.get(ValueLayout.JAVA_LONG, 8)).reinterpret(length);
    assertThat(view.asSlice(4, Math.min(4, length)).mismatch(text.asSlice(0, Math.min(4, length))))
        .isEqualTo(-1);
    for (int i = 4 + length; i < VIEW; i++) {
      assertThat(view.get(ValueLayout.JAVA_BYTE, i)).isZero();
    }
    return new String(text.toArray(ValueLayout.JAVA_BYTE), UTF_8);
  }

  @Test
  void eachNativeTableHasThem(RandomGenerator random) throws Exception {
    try (MappedTable<Note> file = NOTES.columns().create(folder.resolve("notes"), 0)) {
      for (Table<Note> table :
          List.of(
              NOTES.columns().allocate(Arena.ofAuto(), 0),
              NOTES.rows().allocate(Arena.ofAuto(), 0),
              NOTES.alignedRows().withChunkRows(700).allocate(Arena.ofAuto(), 0),
              file)) {
        RandomValues values = new RandomValues(random);
        for (int i = 0; i < 2_000; i++) {
          table.append(new Note(i, values.text(), "code " + values.text().length()));
        }
        for (TableChunk chunk : table.chunks()) {
          for (String column : List.of("text", "code")) {
            int from = random.nextInt(chunk.rowCount());
            int rows = chunk.rowCount() - from;
            MemorySegment views = Arena.ofAuto().allocate((long) rows * VIEW, 8);
            List<MemorySegment> memory = chunk.writeTextViews(column, from, rows, views);
            try {
              for (int row = 0; row < rows; row++) {
                Note note = table.get(chunk.firstRow() + from + row);
                assertThat(seen(views, row))
                    .isEqualTo(column.equals("text") ? note.text() : note.code());
              }
            } finally {
              Reference.reachabilityFence(memory);
            }
          }
        }
      }
    }
  }

  @Test
  void aLongTextOfTheHeapHasNoAddress() {
    Table<Note> table = NOTES.columns().heap(0);
    table.append(new Note(1, "short", ""));
    table.append(new Note(2, "longer than 12 bytes", ""));
    TableChunk chunk = table.chunks().getFirst();
    MemorySegment views = Arena.ofAuto().allocate(2 * VIEW, 8);
    assertThat(chunk.writeTextViews("text", 0, 1, views)).isEmpty();
    assertThat(seen(views, 0)).isEqualTo("short");
    assertThatThrownBy(() -> chunk.writeTextViews("text", 0, 2, views))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("copy the rows to a table in an arena");
  }

  @Test
  void wrongRowsAndNamesAreRefused() {
    Table<Note> table = NOTES.columns().allocate(Arena.ofAuto(), 3);
    TableChunk chunk = table.chunks().getFirst();
    MemorySegment views = Arena.ofAuto().allocate(3 * VIEW, 8);
    for (int[] rows : new int[][] {{-1, 1}, {0, 4}, {3, 1}, {1, -1}}) {
      assertThatThrownBy(() -> chunk.writeTextViews("text", rows[0], rows[1], views))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThatThrownBy(() -> chunk.writeTextViews("text", 0, 3, views.asSlice(0, 2 * VIEW)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chunk.writeTextViews("txt", 0, 1, views))
        .withMessageContaining("txt");
    assertThatThrownBy(() -> chunk.writeTextViews("id", 0, 1, views))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void bytesThatAreNoUtf8AreRefused() throws Exception {
    Path path = folder.resolve("damaged");
    String text = "a text that is in the file of texts";
    try (MappedTable<Note> file = NOTES.columns().create(path, 0)) {
      file.append(new Note(1, "short", ""));
      file.append(new Note(2, text, ""));
      file.commit();
      MemorySegment words = file.column("text").asSegment();
      words.set(ValueLayout.JAVA_BYTE, 6, (byte) 0xFF);
      TableChunk chunk = file.chunks().getFirst();
      MemorySegment views = Arena.ofAuto().allocate(2 * VIEW, 8);
      assertThatIllegalStateException()
          .isThrownBy(() -> chunk.writeTextViews("text", 0, 2, views))
          .withMessageContaining("5 bytes in row 0 of " + path);
    }
    Path texts = folder.resolve("damaged.text");
    try (RandomAccessFile file = new RandomAccessFile(texts.toFile(), "rw")) {
      byte[] bytes = new byte[(int) Math.min(file.length(), 1 << 16)];
      file.readFully(bytes);
      int at = new String(bytes, ISO_8859_1).indexOf(text);
      assertThat(at).isPositive();
      file.seek(at + 20);
      file.write(0xFF);
    }
    try (MappedTable<Note> file = NOTES.columns().openReadOnly(path)) {
      MemorySegment views = Arena.ofAuto().allocate(VIEW, 8);
      assertThatIllegalStateException()
          .isThrownBy(() -> file.chunks().getFirst().writeTextViews("text", 1, 1, views))
          .withMessageContaining("%d bytes in row 1 of %s", text.length(), path);
    }
  }

  /// Texts that were read before are not read again; what changes is.
  @Test
  void viewsFollowTheRowsAfterTheyWereChecked() throws Exception {
    String first = "the first text of that row";
    String second = "the other text, schön";
    try (MappedTable<Note> file = NOTES.columns().create(folder.resolve("changed"), 0)) {
      file.append(new Note(1, first, "a"));
      file.append(new Note(2, "kürzer", "b"));
      TableChunk chunk = file.chunks().getFirst();
      MemorySegment views = Arena.ofAuto().allocate(2 * VIEW, 8);
      for (String text : List.of(first, first, second, second, first, "short")) {
        file.set(0, new Note(1, text, "a"));
        for (int time = 0; time < 2; time++) {
          List<MemorySegment> memory = chunk.writeTextViews("text", 0, 2, views);
          try {
            assertThat(seen(views, 0)).isEqualTo(text);
            assertThat(seen(views, 1)).isEqualTo("kürzer");
          } finally {
            Reference.reachabilityFence(memory);
          }
        }
      }
      file.set(0, new Note(1, first, "a"));
      chunk.writeTextViews("text", 0, 2, views);
      MemorySegment words = file.column("text").asSegment();
      words.set(ValueLayout.JAVA_BYTE, VIEW + 5, (byte) 'x');
      assertThatIllegalStateException()
          .isThrownBy(() -> chunk.writeTextViews("text", 0, 2, views))
          .withMessageContaining("no text in UTF-8");
      words.set(ValueLayout.JAVA_INT, 12, 1 << 20);
      assertThatIllegalStateException()
          .isThrownBy(() -> chunk.writeTextViews("text", 0, 1, views))
          .withMessageContaining("which is no text");
    }
  }
}
