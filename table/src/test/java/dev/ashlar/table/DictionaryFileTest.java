// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.table.annotation.DictionaryEncoded;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The file that has the dictionary of a mapped table.
@ExtendWith(Seeded.class)
@Timeout(120)
final class DictionaryFileTest {
  record Fill(long id, @DictionaryEncoded String venue) {
    static Fill of(long id) {
      return new Fill(id, DictionaryFileTest.name(id % DISTINCT));
    }
  }

  interface FillCursor extends Cursor {
    int getVenue();

    void venue(String value);
  }

  private static final TableType<Fill> FILLS = TableType.of(MethodHandles.lookup(), Fill.class);
  private static final int SHIFT = 5;
  private static final int ROWS = 200;
  private static final int DISTINCT = 23;

  @TempDir Path folder;
  private Path path;
  private Path dictionary;

  @BeforeEach
  void choosePaths() {
    path = folder.resolve("fills");
    dictionary = folder.resolve("fills.dictionary");
  }

  static List<TableLayout<Fill>> layouts() {
    return List.of(FILLS.rows(), FILLS.alignedRows(), FILLS.columns());
  }

  /// Of 7 to 39 bytes.
  static String name(long number) {
    return "venue " + number + " and more".repeat((int) (number % 4));
  }

  private List<Fill> create(TableLayout<Fill> layout) throws IOException {
    List<Fill> rows = new ArrayList<>();
    try (MappedTable<Fill> table = layout.create(path, 0, new Plan(4096, SHIFT), Disk.REAL)) {
      for (int i = 0; i < ROWS; i++) {
        rows.add(Fill.of(i));
        table.append(rows.getLast());
      }
      table.commit();
    }
    return rows;
  }

  private static void requireRows(Table<Fill> table, List<Fill> expected) {
    List<Fill> found = new ArrayList<>();
    table.forEach(found::add);
    assertThat(found).isEqualTo(expected);
  }

  private static List<String> texts(Table<Fill> table) {
    TextCodes codes = table.textCodes();
    List<String> texts = new ArrayList<>();
    for (int code = 0; code < codes.count(); code++) {
      texts.add(codes.text(code).toString());
      assertThat(codes.codeOf(texts.getLast())).isEqualTo(code);
    }
    return texts;
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void codesStayTheSame(TableLayout<Fill> layout) throws Exception {
    List<Fill> rows = create(layout);
    assertThat(folder.resolve("fills.text")).doesNotExist();
    List<String> known;
    try (MappedTable<Fill> table = layout.open(path, TableOption.VERIFY)) {
      requireRows(table, rows);
      known = texts(table);
      assertThat(known).hasSize(1 + DISTINCT);
      table.append(new Fill(0, "a venue that is not committed"));
      table.append(new Fill(0, name(3)));
    }
    try (MappedTable<Fill> table = layout.open(path)) {
      requireRows(table, rows);
      assertThat(texts(table).subList(0, known.size())).isEqualTo(known);
      rows.add(new Fill(7, "a venue that is committed"));
      table.append(rows.getLast());
      table.commit();
      known = texts(table);
    }
    Path linked = SymbolicLink.create(folder.resolve("link"), path);
    try (MappedTable<Fill> table =
        layout.openReadOnly(linked, TableOption.VERIFY, TableOption.ONE_THREAD)) {
      requireRows(table, rows);
      assertThat(texts(table)).isEqualTo(known);
    }
  }

  /// A row that was written again and not committed may have been found by the disk.
  @ParameterizedTest
  @MethodSource("layouts")
  void textsOfRowsThatWereWrittenAgainStay(TableLayout<Fill> layout) throws Exception {
    List<Fill> rows = create(layout);
    for (int opening = 1; opening <= 3; opening++) {
      try (MappedTable<Fill> table = layout.open(path)) {
        FillCursor cursor = table.cursor(FillCursor.class);
        for (int row = 4; row < ROWS; row += 50) {
          rows.set(row, new Fill(row, "written in opening " + opening + row));
          cursor.moveTo(row);
          cursor.venue(rows.get(row).venue());
        }
      }
      try (MappedTable<Fill> table = layout.open(path)) {
        requireRows(table, rows);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void readersFollowAWriter(TableLayout<Fill> layout) throws Exception {
    List<Fill> rows = create(layout);
    try (MappedTable<Fill> writer = layout.open(path);
        MappedTable<Fill> reader = layout.openReadOnly(path)) {
      Fill changed = new Fill(1, "long ".repeat(50_000));
      writer.set(1, changed);
      rows.set(1, changed);
      assertThat(reader.get(1)).isEqualTo(changed);
      assertThat(reader.textCodes().codeOf("a new venue")).isEqualTo(-1);
      for (int i = 0; i < 5_000; i++) {
        rows.add(new Fill(i, "a new venue, number " + i));
        writer.append(rows.getLast());
      }
      writer.commit();
      assertThat(reader.refresh()).isTrue();
      requireRows(reader, rows);
      assertThat(texts(reader)).isEqualTo(texts(writer));
      assertThat(reader.verify().damaged()).isEmpty();
    }
  }

  @Test
  void aFileThatCannotBeTheDictionaryOfTheTableIsRefused() throws Exception {
    create(FILLS.rows());
    byte[] whole = Files.readAllBytes(dictionary);
    Files.delete(dictionary);
    assertRefused(Reason.MISSING_ROWS, "fills.dictionary, which is missing");
    Files.write(dictionary, new byte[100_000]);
    assertRefused(Reason.NOT_A_TABLE, "has no dictionary of a table");
    Files.write(dictionary, Arrays.copyOf(whole, 4_200));
    assertRefused(Reason.MISSING_ROWS, "is cut short");
    Files.delete(dictionary);
    Path other = folder.resolve("other");
    FILLS.rows().create(other, 1).close();
    Files.move(folder.resolve("other.dictionary"), dictionary);
    assertRefused(Reason.CORRUPT, "has the dictionary of another table");
    Files.write(dictionary, whole);
    FILLS.rows().open(path, TableOption.VERIFY).close();
  }

  private void assertRefused(Reason reason, String message) {
    for (boolean write : new boolean[] {true, false}) {
      assertThatExceptionOfType(TableFileException.class)
          .isThrownBy(() -> {
            if (write) {
              FILLS.rows().open(path).close();
            } else {
              FILLS.rows().openReadOnly(path).close();
            }
          })
          .matches(refused -> refused.reason() == reason)
          .withMessageContaining(message);
    }
  }

  /// Each byte of the texts is part of a checksum, or of the zeros behind a text.
  @Test
  void aFlippedBitIsRefusedOrHarmless(RandomGenerator random) throws Exception {
    List<Fill> rows = create(FILLS.columns());
    byte[] whole = Files.readAllBytes(dictionary);
    int end = whole.length;
    while (whole[end - 1] == 0) {
      end--;
    }
    int refusals = 0;
    for (int i = 0; i < 200; i++) {
      byte[] flipped = whole.clone();
      int at = random.nextInt(end);
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(dictionary, flipped);
      try (MappedTable<Fill> table = FILLS.columns().openReadOnly(path)) {
        requireRows(table, rows);
      } catch (TableFileException refused) {
        assertThat(refused.reason()).as("byte %d", at).isIn(Reason.CORRUPT, Reason.NOT_A_TABLE);
        refusals++;
      }
    }
    assertThat(refusals).isPositive();
    Files.write(dictionary, whole);
  }

  @Test
  void aCodeThatNoTextHasIsFoundOut() throws Exception {
    create(FILLS.columns());
    byte[] bytes = Files.readAllBytes(path);
    try (MappedTable<Fill> table = FILLS.columns().openReadOnly(path)) {
      MemorySegment codes = table.column("venue").asReadOnlySegment();
      int wanted = codes.get(ValueLayout.JAVA_INT_UNALIGNED, 4L * 7);
      MemorySegment file = MemorySegment.ofArray(bytes);
      MemorySegment column = MemorySegment.ofArray(codes.toArray(ValueLayout.JAVA_BYTE));
      long at = 0;
      while (file.asSlice(at, column.byteSize()).mismatch(column) >= 0) {
        at += Integer.BYTES;
      }
      assertThat(file.get(ValueLayout.JAVA_INT_UNALIGNED, at + 28)).isEqualTo(wanted);
      file.set(ValueLayout.JAVA_INT_UNALIGNED, at + 28, 1_000);
    }
    Files.write(path, bytes);
    try (MappedTable<Fill> table = FILLS.columns().open(path)) {
      assertThatIllegalStateException()
          .isThrownBy(() -> table.get(7))
          .withMessageContaining("Fill.venue has the code 1000 in row 7");
      assertThat(table.get(8)).isEqualTo(Fill.of(8));
      assertThat(table.verify().damaged()).containsExactly(new Verification.Rows(0, 1 << SHIFT));
    }
  }

  @Test
  void aFullDiskLeavesTheRowAsItWas() throws Exception {
    FullDisk disk = new FullDisk();
    try (MappedTable<Fill> table = FILLS.rows().create(path, 10, new Plan(0, SHIFT), disk)) {
      Fill before = new Fill(5, "a venue");
      table.set(5, before);
      disk.isFull = true;
      Fill large = new Fill(6, "x".repeat(100_000));
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> table.set(5, large))
          .withMessageContaining(dictionary.toString())
          .withMessageContaining("no room");
      assertThat(table.get(5)).isEqualTo(before);
      disk.isFull = false;
      table.set(4, new Fill(4, "another venue"));
      table.set(5, large);
      table.commit();
      assertThat(texts(table)).containsExactly("", "a venue", "another venue", large.venue());
    }
    try (MappedTable<Fill> table = FILLS.rows().open(path)) {
      assertThat(texts(table)).hasSize(4);
      assertThat(table.get(4)).isEqualTo(new Fill(4, "another venue"));
    }
  }

  /// What a failed force was to write may be lost, so nothing is committed after it.
  @Test
  void aFailedForceEndsCommits() throws Exception {
    boolean[] broken = {false};
    Disk disk =
        (mapping, offset, byteSize) -> {
          if (broken[0] && mapping.get(ValueLayout.JAVA_BYTE, 7) == 'C') {
            throw new IOException("broken");
          }
        };
    try (MappedTable<Fill> table = FILLS.rows().create(path, 10, new Plan(0, SHIFT), disk)) {
      table.set(5, new Fill(5, "a venue"));
      table.commit();
      broken[0] = true;
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> table.set(5, new Fill(6, "another venue")))
          .withMessageContaining("broken");
      assertThat(table.get(5)).isEqualTo(new Fill(5, "a venue"));
      broken[0] = false;
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(table::commit)
          .withMessageContaining("cannot be committed any more");
    }
  }

  record Any(long id, String venue) {}

  record Fixed(long id, @FixedUtf8(40) String venue) {}

  record Id(long id) {}

  @Test
  void aDictionaryMayBecomeATextAndNothingElse() throws Exception {
    List<Fill> rows = create(FILLS.rows());
    TableType<Any> anything = TableType.of(MethodHandles.lookup(), Any.class);
    try (MappedTable<Any> table = anything.rows().openReadOnly(path)) {
      assertThat(table.get(3)).isEqualTo(new Any(3, name(3)));
      assertThat(table.schemaChanges())
          .containsExactly("venue is text, and dictionary in the file");
    }
    TableType<Fixed> fixed = TableType.of(MethodHandles.lookup(), Fixed.class);
    assertOtherSchema(fixed, "venue is utf8 40, and dictionary in the file");
    TableType<Id> ids = TableType.of(MethodHandles.lookup(), Id.class);
    try (MappedTable<Id> table = ids.rows().openReadOnly(path, TableOption.VERIFY)) {
      assertThat(table.get(7)).isEqualTo(new Id(7));
    }
    TableDescriptor descriptor = TableDescriptor.read(path, "Fill");
    try (MappedTable<?> table = descriptor.openReadOnly()) {
      assertThat(table.get(4)).hasToString(rows.get(4).toString());
    }
    Files.delete(path);
    anything.rows().create(path, 1).close();
    assertOtherSchema(FILLS, "venue is dictionary, and text in the file");
    Files.delete(path);
    fixed.rows().create(path, 1).close();
    assertOtherSchema(FILLS, "venue is dictionary, and utf8 40 in the file");
  }

  private void assertOtherSchema(TableType<?> type, String message) {
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> type.rows().openReadOnly(path).close())
        .matches(refused -> refused.reason() == Reason.OTHER_SCHEMA)
        .withMessageContaining(message);
  }

  record Both(@DictionaryEncoded String word, String text) {}

  @Test
  void aTableMayHaveBothKindsOfTexts() throws Exception {
    TableType<Both> type = TableType.of(MethodHandles.lookup(), Both.class);
    Both both = new Both("a word of the dictionary", "a text that is longer than a row");
    try (MappedTable<Both> table = type.columns().create(path, 0)) {
      table.append(both);
      table.commit();
    }
    assertThat(folder.resolve("fills.text")).exists();
    assertThat(dictionary).exists();
    try (MappedTable<Both> table = type.columns().open(path, TableOption.VERIFY)) {
      assertThat(table.get(0)).isEqualTo(both);
    }
    // One is no replacement for the other.
    Files.copy(
        folder.resolve("fills.text"),
        dictionary,
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> type.columns().open(path))
        .matches(refused -> refused.reason() == Reason.NOT_A_TABLE);
  }

  @Test
  void theDictionaryEndsWithItsTable() throws Exception {
    create(FILLS.rows());
    MappedTable<Fill> table = FILLS.rows().open(path);
    table.close();
    assertThatIllegalStateException()
        .isThrownBy(table::textCodes)
        .withMessageContaining("is closed");
    assertThatIllegalStateException().isThrownBy(() -> table.set(4, Fill.of(4)));
  }

  record Noted(long id, String note, @DictionaryEncoded String venue) {
    static Noted of(long id) {
      return new Noted(id, name(id), name(id % DISTINCT));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBatchHasItsTextsInTheTable(boolean rows) throws IOException {
    TableType<Noted> type = TableType.of(MethodHandles.lookup(), Noted.class);
    TableLayout<Noted> layout = rows ? type.rows() : type.columns();
    try (MappedTable<Noted> table = layout.create(path, 0)) {
      table.append(Noted.of(0));
      table.reserve(3_001, 1 << 20);
      assertThat(Files.size(folder.resolve("fills.text"))).isGreaterThan(1 << 20);
      for (long first = 1; first < 3_000; first += 100) {
        Table<Noted> batch = table.newBatch(100);
        for (int i = 0; i < 100; i++) {
          batch.set(i, Noted.of(first + i));
        }
        assertThat(batch.get(7)).isEqualTo(Noted.of(first + 7));
        assertThat(batch.textCodes()).isSameAs(table.textCodes());
        table.appendAll(batch);
      }
      table.commit();
    }
    try (MappedTable<Noted> table = layout.openReadOnly(path, TableOption.VERIFY)) {
      assertThat(table.size()).isEqualTo(3_001);
      for (long id = 0; id < table.size(); id++) {
        assertThat(table.get(id)).isEqualTo(Noted.of(id));
      }
    }
  }
}
