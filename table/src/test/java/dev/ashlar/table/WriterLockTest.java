// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.table.TableFileException.Reason;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.SymbolicLink;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One writer at a time, whatever name of the file it knows. The judge of what this process holds
/// is another process.
final class WriterLockTest {
  record Entry(long id) {}

  private static final TableLayout<Entry> LAYOUT =
      TableType.of(MethodHandles.lookup(), Entry.class).rows();

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("entries");
  }

  private static void assertLockedHere(Path path) {
    assertThatExceptionOfType(TableFileException.class)
        .isThrownBy(() -> LAYOUT.open(path).close())
        .withMessage(
            path
                + ": this process has it open for writing already: close it there, or use"
                + " openReadOnly(path)")
        .matches(refused -> refused.reason() == Reason.LOCKED);
  }

  private static String openElsewhere(Path path) throws Exception {
    return ChildJvm.run("locked", 300, List.of(), Opener.class.getName(), path.toString());
  }

  static final class Opener {
    private Opener() {}

    public static void main(String[] arguments) throws IOException {
      try (MappedTable<Entry> table = LAYOUT.open(Path.of(arguments[0]))) {
        System.out.println("opened " + table.size());
      } catch (TableFileException refused) {
        System.out.println(refused.reason() + " " + refused.getMessage());
      }
    }
  }

  @Test
  void aSecondWriterIsRefusedUntilTheFirstCloses() throws Exception {
    try (MappedTable<Entry> table = LAYOUT.create(path, 1)) {
      table.commit();
      assertLockedHere(path);
      LAYOUT.openReadOnly(path).close();
      assertLockedHere(path);
    }
    LAYOUT.open(path).close();
  }

  @Test
  void whoIsRefusedLeavesTheLockToTheFirst() throws Exception {
    try (MappedTable<Entry> table = LAYOUT.create(path, 1)) {
      table.commit();
      assertLockedHere(path);
      assertThatExceptionOfType(FileAlreadyExistsException.class)
          .isThrownBy(() -> LAYOUT.create(path, 1));
      assertThat(openElsewhere(path))
          .contains("LOCKED " + path + ": another process has it open for writing (lock file ");
    }
    assertThat(openElsewhere(path)).contains("opened 1");
  }

  @Test
  void closingTwiceLeavesTheLockToTheNext() throws Exception {
    MappedTable<Entry> first = LAYOUT.create(path, 1);
    first.close();
    try (MappedTable<Entry> second = LAYOUT.open(path)) {
      first.close();
      assertThat(second.size()).isZero();
      assertLockedHere(path);
    }
  }

  @Test
  void aSymbolicLinkIsTheTableItLeadsTo() throws Exception {
    Path link = SymbolicLink.create(folder.resolve("link"), path);
    Path other = SymbolicLink.create(folder.resolve("folder"), folder);
    try (MappedTable<Entry> table = LAYOUT.create(other.resolve("entries"), 1)) {
      table.commit();
      assertLockedHere(link);
      assertLockedHere(path);
      assertThat(openElsewhere(link)).contains("LOCKED").contains("another process has it open");
    }
    try (MappedTable<Entry> table = LAYOUT.open(link)) {
      assertThat(table.size()).isEqualTo(1);
      assertLockedHere(path);
    }
  }

  @Test
  void aHardLinkIsTheSameTableInThisProcess() throws Exception {
    Path link = Files.createDirectory(folder.resolve("elsewhere")).resolve("link");
    try (MappedTable<Entry> table = LAYOUT.create(path, 1)) {
      table.commit();
      try {
        Files.createLink(link, path);
      } catch (UnsupportedOperationException | IOException none) {
        Assumptions.abort("no hard links: " + none);
      }
      assertLockedHere(link);
      assertThat(openElsewhere(path)).contains("LOCKED");
    }
    LAYOUT.open(link).close();
  }

  @Test
  void whatIsNoTableGetsNoLockFile() throws Exception {
    assertThatExceptionOfType(NoSuchFileException.class).isThrownBy(() -> LAYOUT.open(path));
    assertThatThrownBy(() -> LAYOUT.create(folder.resolve("missing/entries"), 1))
        .isInstanceOf(NoSuchFileException.class);
    Path text = Files.writeString(folder.resolve("text"), "not a table");
    assertThatExceptionOfType(TableFileException.class).isThrownBy(() -> LAYOUT.open(text));
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> LAYOUT.create(text, 1));
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(text);
    }
  }

  /// File systems give the number of a file that is gone to the next one.
  @Test
  void aTableThatNobodyClosedIsNotTakenForAnother() throws IOException {
    for (int i = 0; i < 20; i++) {
      LAYOUT.create(path, 10);
      Files.delete(path);
      Files.delete(path.resolveSibling("entries.lock"));
      System.gc();
    }
    LAYOUT.create(path, 10).close();
  }
}
