// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.table.annotation.Unit;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.testing.SymbolicLink;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A refusal says what is there, and what helps.
final class RefusalTest {
  record Note(long id, String text) {}

  private static final TableLayout<Note> NOTES =
      TableType.of(MethodHandles.lookup(), Note.class).columns();

  @TempDir Path folder;

  private static void requireWords(
      Class<? extends Throwable> type, ThrowingCallable call, Object... words) {
    var thrown = assertThatExceptionOfType(type).isThrownBy(call);
    for (Object word : words) {
      thrown.withMessageContaining("%s", word);
    }
  }

  @Test
  void whatIsInTheWayOfANewTable() throws Exception {
    Path file = Files.writeString(folder.resolve("letter"), "mine");
    requireWords(
        FileAlreadyExistsException.class,
        () -> NOTES.create(file, 0),
        file,
        "a file is there",
        "open(path)",
        "Delete or move it");
    requireWords(
        FileAlreadyExistsException.class,
        () -> NOTES.create(folder, 0),
        folder,
        "a folder is there: name a file in it");
    Path missing = folder.resolve("missing");
    requireWords(
        NoSuchFileException.class,
        () -> NOTES.create(missing.resolve("notes"), 0),
        missing.resolve("notes"),
        "there is no folder " + missing,
        "make it first");
    requireWords(
        FileSystemException.class,
        () -> NOTES.create(file.resolve("notes"), 0),
        file.resolve("notes"),
        file + " is a file: name a folder");
    assertThat(file).hasContent("mine");
  }

  /// Files beside a table that is not there.
  @Test
  void whatIsLeftBesideANewTable() throws Exception {
    Path path = folder.resolve("notes");
    for (String suffix : List.of(".text", ".lock")) {
      Path beside = Files.createDirectory(folder.resolve("notes" + suffix));
      requireWords(
          FileAlreadyExistsException.class, () -> NOTES.create(path, 0), beside, "move", "away");
      Files.delete(beside);
    }
    Path letter = Files.writeString(folder.resolve("notes.text"), "mine");
    requireWords(
        FileAlreadyExistsException.class,
        () -> NOTES.create(path, 0),
        letter,
        "a table has its texts there",
        "move it away");
    Files.delete(letter);
    NOTES.create(path, 0).close();
    Files.delete(path);
    NOTES.create(path, 0).close();
  }

  @Test
  void aBrokenLink() throws Exception {
    Path link = folder.resolve("link");
    SymbolicLink.create(link, folder.resolve("nothing"));
    requireWords(
        FileAlreadyExistsException.class,
        () -> NOTES.create(link, 0),
        link,
        "a symbolic link to nothing is there: delete it");
  }

  @Test
  void whatIsNoTable() {
    Path missing = folder.resolve("missing");
    for (Path path : List.of(missing, folder)) {
      for (ThrowingCallable use :
          List.<ThrowingCallable>of(
              () -> NOTES.open(path),
              () -> NOTES.openReadOnly(path),
              () -> NOTES.migrate(path),
              () -> NOTES.compact(path),
              () -> TableDescriptor.read(path, "Note"))) {
        if (path.equals(missing)) {
          requireWords(
              NoSuchFileException.class, use, path, "there is no such file", "create(path, rows)");
        } else {
          requireWords(TableFileException.class, use, path, "is a folder", "name the file");
        }
      }
    }
  }

  record Times(
      Instant instant,
      @Unit(ChronoUnit.NANOS) LocalDateTime time,
      @Unit(ChronoUnit.MILLIS) Duration duration,
      LocalDate date) {}

  private static final Times SMALL =
      new Times(Instant.EPOCH, LocalDateTime.MIN.withYear(2000), Duration.ZERO, LocalDate.EPOCH);

  /// Where a value is out of range, and has more digits than are stored, truncating does not help.
  @Test
  void valuesThatStandForNoLimit() {
    Table<Times> table = TableType.of(MethodHandles.lookup(), Times.class).columns().heap(0);
    for (Times times :
        List.of(
            new Times(Instant.MAX, SMALL.time, SMALL.duration, SMALL.date),
            new Times(Instant.MIN, SMALL.time, SMALL.duration, SMALL.date),
            new Times(SMALL.instant, LocalDateTime.MAX, SMALL.duration, SMALL.date),
            new Times(SMALL.instant, LocalDateTime.MIN, SMALL.duration, SMALL.date),
            new Times(SMALL.instant, SMALL.time, Duration.ofSeconds(Long.MAX_VALUE, 1), SMALL.date),
            new Times(SMALL.instant, SMALL.time, Duration.ofSeconds(Long.MIN_VALUE, 1), SMALL.date),
            new Times(SMALL.instant, SMALL.time, SMALL.duration, LocalDate.MAX))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.append(times))
          .withMessageContaining("if it stands for no limit, use @OrNull and no value")
          .withMessageNotContaining("truncate it,")
          .withMessageNotContaining("finer");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> table.append(new Times(Instant.MAX, SMALL.time, SMALL.duration, SMALL.date)))
        .withMessageContaining("Times.instant cannot be " + Instant.MAX)
        .withMessageContaining("MICROS up to +294247-01-10T04:00:54.775807Z")
        .withMessageContaining("coarser @Unit");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> table.append(new Times(Instant.MIN, SMALL.time, SMALL.duration, SMALL.date)))
        .withMessageContaining("MICROS from -290308-12-21T19:59:05.224192Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            table.append(
                new Times(Instant.ofEpochSecond(0, 1), SMALL.time, SMALL.duration, SMALL.date)))
        .withMessageContaining("1 ns are no whole number of them: truncate it");
    table.append(SMALL);
    assertThat(table).containsExactly(SMALL);
  }

  /// Both rows are named, and the key.
  @Test
  void twoRowsOfAKey() {
    Table<Note> table = NOTES.heap(0);
    for (String text : List.of("a", "the same long text", "b", "the same long text")) {
      table.append(new Note(table.size(), text));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.uniqueIndex("text"))
        .withMessageContaining(
            "Note.text is \"the same long text\" in row 1, so row 3 cannot have it")
        .withMessageContaining("unique");
    table.uniqueIndex("id");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.append(new Note(2, "c")))
        .withMessageContaining("Note.id is 2 in row 2, so row 4 cannot have it");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> table.set(0, new Note(3, "c")))
        .withMessageContaining("Note.id is 3 in row 3, so row 0 cannot have it");
  }

  @Test
  void deletedRowsOfATable() throws Exception {
    Path path = folder.resolve("notes");
    try (MappedTable<Note> table = NOTES.create(path, 3)) {
      table.delete(1);
      assertThat(table.toString()).endsWith(" table of 3 rows (1 deleted) in " + path);
    }
    Table<Note> table = NOTES.heap(3);
    table.delete(1);
    assertThat(table.toString()).endsWith(" table of 3 rows (1 deleted)");
  }

  enum Level {
    LOW,
    HIGH
  }

  record Alarm(Level level, Instant at) {}

  interface Alarms extends Cursor {
    Level level();

    Instant at();
  }

  /// Bytes in a row that are no value.
  @Test
  void foreignBytesInAFile() throws IOException {
    Path path = folder.resolve("alarms");
    TableLayout<Alarm> layout = TableType.of(MethodHandles.lookup(), Alarm.class).columns();
    try (MappedTable<Alarm> table = layout.create(path, 1)) {
      Chunk chunk = Table.chunk(table, 0);
      chunk.memory.set(ValueLayout.JAVA_BYTE, chunk.offset(0, 0), (byte) 77);
      Alarms cursor = table.cursor(Alarms.class);
      cursor.moveTo(0);
      for (ThrowingCallable use :
          List.<ThrowingCallable>of(
              () -> table.get(0),
              cursor::level,
              () -> table.forEach(_ -> {}),
              () -> table.iterator().next(),
              () -> table.stream().map(Alarm::level).toList())) {
        requireWords(
            IllegalStateException.class,
            use,
            "Alarm.level has the ordinal 77 in " + path,
            "2 constants",
            "restore a copy");
      }
    }
  }
}
