// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.table.annotation.DictionaryEncoded;
import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables with long texts, a dictionary and deleted rows when the process is killed or the machine
/// stops, at any moment. Rows are deleted one after another from the first on.
@ExtendWith(Seeded.class)
@Timeout(600)
final class TextCrashTest {
  record Note(long id, String text, @DictionaryEncoded String word) {
    /// Versions of one row have texts of one length that begin alike, so that they differ in one
    /// word of the row.
    static Note of(long id, int version) {
      String text = TextFileTest.text(id, 0) + ", version " + version % 10;
      return new Note(id, text, "word ".repeat((int) (id % 4)) + id % 40 + version % 10);
    }
  }

  private static final TableType<Note> NOTES = TableType.of(MethodHandles.lookup(), Note.class);
  private static final List<TableLayout<Note>> LAYOUTS =
      List.of(NOTES.rows(), NOTES.alignedRows(), NOTES.columns());
  private static final int ROUNDS = Slow.times(1, 60);
  private static final int CRASHES = 150;

  @TempDir Path folder;

  static List<TableLayout<Note>> layouts() {
    return LAYOUTS;
  }

  /// Each component may have a version of its own, since a row has several words.
  private static boolean isAVersion(Note note, long row) {
    Note ofText = Note.of(row, lastDigit(note.text()));
    Note ofWord = Note.of(row, lastDigit(note.word()));
    return note.equals(new Note(row, ofText.text(), ofWord.word()));
  }

  private static int lastDigit(String text) {
    return text.charAt(text.length() - 1) - '0';
  }

  private static void requireWhole(MappedTable<Note> table) throws IOException {
    requireVersions(table);
    assertThat(table.verify().damaged()).isEmpty();
    for (int i = 0; i < 20; i++) {
      table.append(Note.of(table.size(), i % 10));
    }
    requireVersions(table);
    delete(table, 2);
    table.commit();
    assertThat(table.verify()).isEqualTo(new Verification(table.size(), List.of(), List.of()));
  }

  private static void requireVersions(MappedTable<Note> table) {
    assertThat(table.nextRow(0)).isEqualTo(table.deletedCount());
    for (long row = table.nextRow(0); row < table.size(); row++) {
      assertThat(isAVersion(table.get(row), row)).as("row %d: %s", row, table.get(row)).isTrue();
    }
  }

  private static void delete(Table<Note> table, int rows) {
    for (int i = 0; i < rows && table.nextRow(0) < table.size() - 1; i++) {
      table.delete(table.nextRow(0));
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void whatAKilledProcessCommittedIsThere(TableLayout<Note> layout, RandomGenerator random)
      throws Exception {
    Path path = folder.resolve("notes");
    layout.create(path, 0, new Plan(4096, 6), Disk.REAL).close();
    Path output = Files.createFile(folder.resolve("output"));
    for (int round = 0; round < ROUNDS; round++) {
      Process writer =
          ChildJvm.start(
              output,
              List.of("--enable-native-access=ALL-UNNAMED"),
              Writer.class.getName(),
              path.toString(),
              Integer.toString(LAYOUTS.indexOf(layout)),
              Long.toString(random.nextLong()));
      while (Files.size(output) == 0) {
        assertThat(writer.waitFor(5, TimeUnit.MILLISECONDS)).as("ended by itself").isFalse();
      }
      assertThat(writer.waitFor(random.nextInt(300), TimeUnit.MILLISECONDS))
          .as(Files.readString(output))
          .isFalse();
      writer.destroyForcibly().waitFor();
      String printed = Files.readString(output);
      String lines = printed.substring(0, printed.lastIndexOf('\n') + 1);
      String[] last = lines.lines().reduce("0 0", (_, line) -> line).split(" ", -1);
      try (MappedTable<Note> table = layout.open(path, TableOption.VERIFY)) {
        assertThat(table.size()).isGreaterThanOrEqualTo(Long.parseLong(last[0]));
        assertThat(table.deletedCount()).isGreaterThanOrEqualTo(Long.parseLong(last[1]));
        requireWhole(table);
      }
      Files.writeString(output, "");
    }
  }

  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      Random random = new Random(Long.parseLong(arguments[2]));
      TableLayout<Note> layout = LAYOUTS.get(Integer.parseInt(arguments[1]));
      try (MappedTable<Note> table = layout.open(Path.of(arguments[0]))) {
        while (true) {
          for (int i = random.nextInt(400); i >= 0; i--) {
            table.append(Note.of(table.size(), 0));
          }
          for (int i = random.nextInt(5); i > 0; i--) {
            long row = random.nextLong(table.nextRow(0), table.size());
            table.set(row, Note.of(row, random.nextInt(10)));
          }
          delete(table, random.nextInt(4) - 1);
          table.commit();
          System.out.println(table.size() + " " + table.deletedCount());
        }
      }
    }
  }

  private static final List<String> SUFFIXES = List.of("", ".text", ".dictionary", ".deleted");

  /// All files when a force began, and what of which was forced.
  private record Force(List<long[]> files, int file, long from, long to, Commit committed) {}

  private record Commit(long rows, long deleted) {}

  private final List<Force> forces = new ArrayList<>();
  private Commit committed = new Commit(0, 0);

  private Path file(String table, int file) {
    return folder.resolve(table + SUFFIXES.get(file));
  }

  /// What is stored to a mapping reaches the disk in any order, until a force says that it is
  /// there. So after a crash every eight bytes of all files have one of the values that they had
  /// since they were last forced.
  @ParameterizedTest
  @MethodSource("layouts")
  void theLastCommitIsWholeAfterAPowerFailure(TableLayout<Note> layout, RandomGenerator random)
      throws Exception {
    List<Commit> commits = record(layout, random);

    for (int crash = 0; crash < CRASHES; crash++) {
      int last = random.nextInt(forces.size());
      for (int file = 0; file < SUFFIXES.size(); file++) {
        byte[] crashed = crashed(file, last, random);
        Files.deleteIfExists(file("crashed", file));
        if (crashed.length > 0) {
          Files.write(file("crashed", file), crashed);
        }
      }
      Path path = file("crashed", 0);
      try (MappedTable<Note> table = layout.open(path)) {
        Commit done = last == 0 ? commits.getFirst() : forces.get(last - 1).committed;
        Commit found = new Commit(table.size(), table.deletedCount());
        assertThat(found).isIn(commits.subList(commits.indexOf(done), commits.size()));
        requireWhole(table);
      }
    }
  }

  /// Runs a program that appends, deletes and commits; returns what it committed.
  private List<Commit> record(TableLayout<Note> layout, RandomGenerator random) throws IOException {
    List<Commit> commits = new ArrayList<>(List.of(committed));
    Path path = file("recorded", 0);
    try (MappedTable<Note> table = layout.create(path, 0, new Plan(4096, 5), this::force)) {
      for (int i = 0; i < 12; i++) {
        for (int appended = random.nextInt(250); appended > 0; appended--) {
          table.append(Note.of(table.size(), 0));
        }
        for (int changed = random.nextInt(6);
            changed > 0 && committed.rows > table.nextRow(0);
            changed--) {
          long row = random.nextLong(table.nextRow(0), committed.rows);
          table.set(row, Note.of(row, random.nextInt(10)));
        }
        delete(table, random.nextInt(9) - 4);
        Commit next = new Commit(table.size(), table.deletedCount());
        commits.add(next);
        table.commit();
        committed = next;
        Force done = forces.removeLast();
        forces.add(new Force(done.files, done.file, done.from, done.to, committed));
      }
    }
    return commits;
  }

  private void force(MemorySegment mapping, long offset, long byteSize) throws IOException {
    List<long[]> files = new ArrayList<>();
    for (int file = 0; file < SUFFIXES.size(); file++) {
      Path recorded = file("recorded", file);
      byte[] bytes = Files.exists(recorded) ? Files.readAllBytes(recorded) : new byte[0];
      files.add(MemorySegment.ofArray(bytes).toArray(ValueLayout.JAVA_LONG_UNALIGNED));
    }
    int forced =
        switch (mapping.get(ValueLayout.JAVA_BYTE, 7)) {
          case 'X' -> 1;
          case 'C' -> 2;
          case 'L' -> 3;
          default -> 0;
        };
    forces.add(new Force(files, forced, offset, offset + byteSize, committed));
  }

  /// A file after a crash while force number `last` is under way.
  private byte[] crashed(int file, int last, RandomGenerator random) {
    int size = forces.get(last).files.get(file).length;
    MemorySegment crashed = MemorySegment.ofArray(new long[size]);
    for (int word = 0; word < size; word++) {
      int certain = 0;
      for (int i = 0; i < last; i++) {
        Force force = forces.get(i);
        if (force.file == file && force.from <= word * 8L && word * 8L < force.to) {
          certain = i;
        }
      }
      // A header is forced when its file is made, which is not recorded.
      boolean isHeader = file > 0 && word < 512;
      int any = isHeader ? last : certain + random.nextInt(last - certain + 1);
      long[] version = forces.get(any).files.get(file);
      long value = word < version.length ? version[word] : 0;
      crashed.setAtIndex(ValueLayout.JAVA_LONG, word, value);
    }
    return crashed.toArray(ValueLayout.JAVA_BYTE);
  }
}
