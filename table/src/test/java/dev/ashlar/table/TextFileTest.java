// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.annotation.FixedUtf8;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.SymbolicLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The file that has the long texts of a mapped table.
@ExtendWith(Seeded.class)
@Timeout(120)
final class TextFileTest {
  record Note(long id, String text) {
    static Note of(long id) {
      return new Note(id, TextFileTest.text(id, 0));
    }
  }

  private static final TableType<Note> NOTES = TableType.of(MethodHandles.lookup(), Note.class);
  private static final int SHIFT = 5;
  private static final int ROWS = 200;

  @TempDir Path folder;
  private Path path;
  private Path texts;

  @BeforeEach
  void choosePaths() {
    path = folder.resolve("notes");
    texts = folder.resolve("notes.text");
  }

  static List<TableLayout<Note>> layouts() {
    return List.of(NOTES.rows(), NOTES.alignedRows(), NOTES.columns());
  }

  /// Of 4 to 44 bytes.
  static String text(long id, int version) {
    return "%d:%d".formatted(version, id) + " and more".repeat((int) (id % 5));
  }

  private List<Note> create(TableLayout<Note> layout) throws IOException {
    List<Note> rows = new ArrayList<>();
    try (MappedTable<Note> table = layout.create(path, 0, new Plan(4096, SHIFT), Disk.REAL)) {
      for (int i = 0; i < ROWS; i++) {
        rows.add(Note.of(i));
        table.append(rows.getLast());
      }
      table.commit();
    }
    return rows;
  }

  private static void requireRows(Table<Note> table, List<Note> expected) {
    List<Note> found = new ArrayList<>();
    table.forEach(found::add);
    assertThat(found).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void committedTextsAreThereAgain(TableLayout<Note> layout) throws Exception {
    List<Note> rows = create(layout);
    assertThat(texts).exists();
    try (MappedTable<Note> table = layout.open(path, TableOption.VERIFY)) {
      requireRows(table, rows);
      assertThat(table.verify().verifiedRows()).isEqualTo(ROWS);
    }
    Path linked = SymbolicLink.create(folder.resolve("link"), path);
    try (MappedTable<Note> table =
        layout.openReadOnly(linked, TableOption.VERIFY, TableOption.ONE_THREAD)) {
      requireRows(table, rows);
    }
  }

  private static void setText(Table<Note> table, long row, String text) {
    TableChunk chunk =
        table.chunks().stream()
            .filter(each -> row < each.firstRow() + each.rowCount())
            .findFirst()
            .orElseThrow();
    chunk.setText(
        "text", (int) (row - chunk.firstRow()), MemorySegment.ofArray(text.getBytes(UTF_8)));
  }

  /// A row that was written again and not committed may have been found by the disk.
  @ParameterizedTest
  @MethodSource("layouts")
  void textsOfRowsThatWereWrittenAgainStay(TableLayout<Note> layout) throws Exception {
    List<Note> rows = create(layout);
    for (int opening = 1; opening <= 3; opening++) {
      try (MappedTable<Note> table = layout.open(path)) {
        for (int row = 4; row < ROWS; row += 50) {
          rows.set(row, new Note(row, text(row, opening)));
          if (opening == 2) {
            setText(table, row, rows.get(row).text());
          } else {
            table.set(row, rows.get(row));
          }
        }
        for (int i = 0; i < 100; i++) {
          table.append(Note.of(i));
        }
      }
      try (MappedTable<Note> table = layout.open(path)) {
        for (int i = 0; i < 100; i++) {
          table.append(new Note(i, "these overwrite what was not committed " + i));
        }
        requireRows(
            table,
            java.util.stream.Stream.concat(
                    rows.stream(),
                    java.util.stream.LongStream.range(0, 100)
                        .mapToObj(i -> new Note(i, "these overwrite what was not committed " + i)))
                .toList());
      }
    }
    try (MappedTable<Note> table = layout.open(path)) {
      requireRows(table, rows);
      table.commit();
      assertThat(table.verify().verifiedRows()).isEqualTo(ROWS);
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void readersFollowAWriter(TableLayout<Note> layout) throws Exception {
    List<Note> rows = create(layout);
    try (MappedTable<Note> writer = layout.open(path);
        MappedTable<Note> reader = layout.openReadOnly(path)) {
      Note changed = new Note(1, "long ".repeat(100_000));
      writer.set(1, changed);
      rows.set(1, changed);
      assertThat(reader.get(1)).isEqualTo(changed);
      for (int i = 0; i < 5_000; i++) {
        rows.add(Note.of(i));
        writer.append(rows.getLast());
      }
      writer.commit();
      assertThat(reader.refresh()).isTrue();
      requireRows(reader, rows);
      assertThat(reader.verify().damaged()).isEmpty();
    }
  }

  @Test
  void aTextFileThatCannotBeThatOfTheTableIsRefused() throws Exception {
    create(NOTES.rows());
    byte[] whole = Files.readAllBytes(texts);
    Files.delete(texts);
    assertRefused(Reason.MISSING_ROWS, "notes.text, which is missing");
    Files.write(texts, new byte[100_000]);
    assertRefused(Reason.NOT_A_TABLE, "has no texts of a table");
    Files.write(texts, java.util.Arrays.copyOf(whole, 5_000));
    assertRefused(Reason.MISSING_ROWS, "is cut short");
    Files.write(texts, java.util.Arrays.copyOf(whole, 20));
    assertRefused(Reason.MISSING_ROWS, "is cut short");
    Files.delete(texts);
    Files.move(path, folder.resolve("moved"));
    create(NOTES.rows());
    Files.move(folder.resolve("moved"), path, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertRefused(Reason.CORRUPT, "of another table");
  }

  private void assertRefused(Reason reason, String message) {
    for (boolean write : List.of(false, true)) {
      assertThatExceptionOfType(TableFileException.class)
          .isThrownBy(
              () -> (write ? NOTES.rows().open(path) : NOTES.rows().openReadOnly(path)).close())
          .matches(refused -> refused.reason() == reason)
          .withMessageContaining(message);
    }
  }

  /// A process was killed before its table had a name.
  @Test
  void aTextFileWithoutATableIsReplaced() throws Exception {
    create(NOTES.rows());
    Files.delete(path);
    List<Note> rows = create(NOTES.rows());
    try (MappedTable<Note> table = NOTES.rows().open(path, TableOption.VERIFY)) {
      requireRows(table, rows);
    }
  }

  @Test
  void aFileOfAnotherKindIsKept() throws Exception {
    Files.writeString(texts, "mine");
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> create(NOTES.rows()))
        .withMessageContaining(texts.toString());
    assertThat(texts).hasContent("mine");
    assertThat(path).doesNotExist();
  }

  /// What differs is found out by verification, and nothing outside of the files is read.
  @ParameterizedTest
  @MethodSource("layouts")
  void flippedTextsAreFound(TableLayout<Note> layout, RandomGenerator random) throws Exception {
    List<Note> rows = create(layout);
    byte[] whole = Files.readAllBytes(texts);
    for (int i = 0; i < 200; i++) {
      byte[] flipped = whole.clone();
      int at = 4096 + random.nextInt(7_000);
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(texts, flipped);
      try (MappedTable<Note> table = layout.openReadOnly(path)) {
        Verification found = table.verify();
        assertThat(found.unverified()).isEmpty();
        for (int row = 0; row < ROWS; row++) {
          if (isIn(found.damaged(), row)) {
            continue;
          }
          assertThat(table.get(row)).as("flipped at %d", at).isEqualTo(rows.get(row));
        }
        assertReadable(table);
      }
    }
    Files.write(texts, whole);
  }

  private static boolean isIn(List<Verification.Rows> damaged, long row) {
    return damaged.stream().anyMatch(rows -> rows.from() <= row && row < rows.to());
  }

  /// Each row is some text, or says that it is none.
  private static int assertReadable(Table<Note> table) {
    int refused = 0;
    for (long row = 0; row < table.size(); row++) {
      try {
        assertThat(table.get(row).text()).isNotNull();
      } catch (IllegalStateException none) {
        assertThat(none)
            .hasMessageContaining("Note.text has")
            .hasMessageContaining("in row " + row)
            .hasMessageContaining("which is no text");
        refused++;
      }
    }
    return refused;
  }

  @Test
  void aDamagedTextMakesItsRowsDamagedUntilItIsWrittenAgain() throws Exception {
    List<Note> rows = create(NOTES.columns());
    try (FileChannel channel = FileChannel.open(texts, java.nio.file.StandardOpenOption.WRITE)) {
      channel.write(java.nio.ByteBuffer.wrap(new byte[] {'!'}), 4096 + 8 + 6);
    }
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> NOTES.columns().open(path, TableOption.VERIFY))
        .matches(refused -> refused.reason() == Reason.DAMAGED_ROWS);
    try (MappedTable<Note> table = NOTES.columns().open(path)) {
      Verification.Rows damaged = new Verification.Rows(0, 1 << SHIFT);
      assertThat(table.verify().damaged()).containsExactly(damaged);
      table.set(0, rows.get(0));
      for (int row = 1; row < damaged.to(); row++) {
        table.set(row, Note.of(row + 7));
        table.set(row, rows.get(row));
      }
      table.commit();
    }
    try (MappedTable<Note> table = NOTES.columns().open(path, TableOption.VERIFY)) {
      requireRows(table, rows);
    }
  }

  @Test
  void whateverARowHasNothingElseIsRead(RandomGenerator random) throws Exception {
    create(NOTES.columns());
    try (MappedTable<Note> table = NOTES.columns().open(path)) {
      MemorySegment words = table.column("text").asSegment();
      for (int row = 0; row < ROWS; row++) {
        long head = words.get(ValueLayout.JAVA_LONG_UNALIGNED, 16L * row);
        long rest = words.get(ValueLayout.JAVA_LONG_UNALIGNED, 16L * row + 8);
        int bits = random.nextInt(64);
        long noise = random.nextLong() >>> bits << random.nextInt(1 + bits);
        boolean first = random.nextBoolean();
        words.set(ValueLayout.JAVA_LONG_UNALIGNED, 16L * row, first ? head ^ noise : head);
        words.set(ValueLayout.JAVA_LONG_UNALIGNED, 16L * row + 8, first ? rest : rest ^ noise);
      }
      assertThat(assertReadable(table)).isPositive();
    }
  }

  @Test
  void aFullDiskLeavesTheRowAsItWas() throws Exception {
    FullDisk disk = new FullDisk();
    try (MappedTable<Note> table = NOTES.rows().create(path, 10, new Plan(0, SHIFT), disk)) {
      Note before = new Note(5, "a text that is not short");
      table.set(5, before);
      disk.isFull = true;
      Note large = new Note(6, "x".repeat(100_000));
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> table.set(5, large))
          .withMessageContaining(texts.toString())
          .withMessageContaining("no room");
      assertThat(table.get(5)).isEqualTo(before);
      disk.isFull = false;
      table.set(5, large);
      table.commit();
      assertThat(table.get(5)).isEqualTo(large);
    }
  }

  /// What a failed force was to write may be lost, so nothing is committed after it.
  @Test
  void aFailedForceEndsCommits() throws Exception {
    boolean[] broken = {false};
    Disk disk =
        (mapping, offset, byteSize) -> {
          if (broken[0] && mapping.get(ValueLayout.JAVA_BYTE, 7) == 'X') {
            throw new IOException("broken");
          }
        };
    try (MappedTable<Note> table = NOTES.rows().create(path, 10, new Plan(0, SHIFT), disk)) {
      table.set(5, new Note(5, "a text that is not short"));
      table.commit();
      broken[0] = true;
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> table.set(5, new Note(6, "another text that is not short")))
          .withMessageContaining("broken");
      assertThat(table.get(5).id()).isEqualTo(5);
      broken[0] = false;
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(table::commit)
          .withMessageContaining("cannot be committed any more");
    }
  }

  @Test
  void textsEndWithTheirTable() throws Exception {
    create(NOTES.rows());
    MappedTable<Note> table = NOTES.rows().open(path);
    String expected = "long enough to be beside its row";
    table.set(4, new Note(4, expected));
    TableChunk chunk = table.chunks().getFirst();
    Text text = chunk.text("text", 4);
    Text constant = TableType.text(expected);
    assertThat(text).isEqualTo(constant);
    table.close();
    assertThat(text.byteSize()).isEqualTo(expected.length());
    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            text::toString,
            text::hashCode,
            text::utf8,
            () -> text.equals(constant),
            () -> text.compareTo(constant),
            () -> chunk.text("text", 4),
            () -> table.get(4))) {
      assertThatIllegalStateException().isThrownBy(use).withMessageContaining("is closed");
    }
    assertThatIllegalStateException().isThrownBy(() -> table.set(4, Note.of(4)));
  }

  record Fixed(long id, @FixedUtf8(40) String text) {}

  record Id(long id) {}

  @Test
  void aRecordMayBecomeLongerAndNotShorter() throws Exception {
    TableType<Fixed> shorts = TableType.of(MethodHandles.lookup(), Fixed.class);
    try (MappedTable<Fixed> table = shorts.rows().create(path, 1)) {
      table.set(0, new Fixed(3, "of fixed size"));
      table.append(new Fixed(4, ""));
      table.commit();
    }
    try (MappedTable<Note> table = NOTES.rows().openReadOnly(path)) {
      assertThat(table.get(0)).isEqualTo(new Note(3, "of fixed size"));
      assertThat(table.get(1)).isEqualTo(new Note(4, ""));
      assertThat(table.schemaChanges()).containsExactly("text is text, and utf8 40 in the file");
    }
    Files.delete(path);
    List<Note> rows = create(NOTES.rows());
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> shorts.rows().openReadOnly(path))
        .matches(refused -> refused.reason() == Reason.OTHER_SCHEMA)
        .withMessageContaining("text is utf8 40, and text in the file");
    TableType<Id> ids = TableType.of(MethodHandles.lookup(), Id.class);
    try (MappedTable<Id> table = ids.rows().openReadOnly(path, TableOption.VERIFY)) {
      assertThat(table.size()).isEqualTo(ROWS);
      assertThat(table.get(7)).isEqualTo(new Id(7));
    }
    TableDescriptor descriptor = TableDescriptor.read(path, "Note");
    assertThat(descriptor.schema().source()).isEqualTo("record Note(long id, String text) {}\n");
    try (MappedTable<?> table = descriptor.openReadOnly()) {
      assertThat(table.get(4)).hasToString(rows.get(4).toString());
    }
  }
}
