// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.table.internal.file.TableFile.Plan;
import dev.ashlar.table.internal.file.disk.Disk;
import dev.ashlar.table.internal.file.disk.WriterLock;
import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A file appears at its path when it is whole, and whoever is killed before leaves nothing that
/// blocks or stays.
@ExtendWith(Seeded.class)
@Timeout(300)
final class NewFileTest {
  record Entry(long id) {}

  private static final TableLayout<Entry> LAYOUT =
      TableType.of(MethodHandles.lookup(), Entry.class).rows();

  /// How often a process is killed, or two of them take turns with a lock.
  private static final int ROUNDS = Slow.times(1, 60);

  private static final String LEFTOVER = ".00000000-0000-0000-0000-000000000000.ashlar-new";

  @TempDir Path folder;
  private Path path;

  @BeforeEach
  void choosePath() {
    path = folder.resolve("entries");
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aKilledCreatorLeavesATableOrNothing(RandomGenerator random) throws Exception {
    Path output = Files.createTempFile("created", ".txt");
    for (int round = 0; round < ROUNDS; round++) {
      Process creator = ChildJvm.start(output, List.of(), Creator.class.getName(), path.toString());
      awaitOutput(creator, output);
      assertThat(creator.waitFor(random.nextInt(400), TimeUnit.MILLISECONDS)).isFalse();
      creator.destroyForcibly().waitFor();
      if (Files.exists(path)) {
        LAYOUT.open(path).close();
        Files.delete(path);
      }
      Files.writeString(output, "");
    }
    Process creator =
        ChildJvm.start(output, List.of(), Creator.class.getName(), path.toString(), "once");
    assertThat(creator.waitFor()).as(Files.readString(output)).isZero();
    assertThat(files()).isEmpty();
    Files.delete(output);
  }

  private static void awaitOutput(Process process, Path output) throws Exception {
    while (Files.size(output) == 0) {
      assertThat(process.waitFor(5, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  /// Creates a table again and again, or once in a folder with what was left there.
  static final class Creator {
    private Creator() {}

    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      do {
        LAYOUT.create(path, 20_000).close();
        Files.delete(path);
        System.out.println("created");
      } while (arguments.length == 1);
    }
  }

  @Test
  void leftoversOfOthersAreDeletedUnlessTheirTableIsBeingMade() throws Exception {
    Files.writeString(folder.resolve("entries" + LEFTOVER), "half a table");
    Files.writeString(folder.resolve("other" + LEFTOVER), "half a table");
    Files.writeString(folder.resolve("busy" + LEFTOVER), "half a table");
    Files.writeString(folder.resolve(LEFTOVER.substring(1)), "no leftover");
    try (WriterLock _ = WriterLock.of(folder.resolve("busy"))) {
      LAYOUT.create(path, 1).close();
      assertThat(files())
          .containsExactly(LEFTOVER.substring(1), "busy" + LEFTOVER, "busy.lock", "entries");
    }
  }

  @Test
  void noLockFileStays() throws Exception {
    LAYOUT.create(path, 1).close();
    assertThat(files()).containsExactly("entries");
    MappedTable<Entry> table = LAYOUT.open(path);
    assertThat(files()).containsExactly("entries", "entries.lock");
    table.close();
    assertThat(files()).containsExactly("entries");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> LAYOUT.create(folder.resolve("large"), 1L << 51));
    assertThat(files()).containsExactly("entries");
  }

  /// Refuses hard links, as FAT does.
  private record NoLinks(Runnable before) implements Disk {
    @Override
    public void force(MemorySegment mapping, long offset, long byteSize) throws IOException {
      Disk.REAL.force(mapping, offset, byteSize);
    }

    @Override
    public void link(Path name, Path file) throws IOException {
      before.run();
      throw new FileSystemException(name.toString(), file.toString(), "Operation not permitted");
    }
  }

  @Test
  void withoutHardLinksTheFileIsCopied() throws Exception {
    try (MappedTable<Entry> table = LAYOUT.create(path, 3, new Plan(0, 4), new NoLinks(() -> {}))) {
      assertThat(table.size()).isEqualTo(3);
      table.set(2, new Entry(7));
      table.commit();
    }
    assertThat(files()).containsExactly("entries", "entries.stats");
    try (MappedTable<Entry> table = LAYOUT.open(path)) {
      assertThat(table.get(2)).isEqualTo(new Entry(7));
    }
  }

  @Test
  void whatIsMadeMeanwhileIsNotReplaced() throws Exception {
    Runnable intruder =
        () -> {
          try {
            Files.writeString(path, "somebody else's");
          } catch (IOException failed) {
            throw new AssertionError(failed);
          }
        };
    for (Disk disk : List.of(new NoLinks(intruder), new Intruded(intruder))) {
      assertThatExceptionOfType(FileAlreadyExistsException.class)
          .isThrownBy(() -> LAYOUT.create(path, 3, new Plan(0, 4), disk));
      assertThat(path).hasContent("somebody else's");
      assertThat(files()).containsExactly("entries");
      Files.delete(path);
    }
  }

  private record Intruded(Runnable before) implements Disk {
    @Override
    public void force(MemorySegment mapping, long offset, long byteSize) throws IOException {
      Disk.REAL.force(mapping, offset, byteSize);
    }

    @Override
    public void link(Path name, Path file) throws IOException {
      before.run();
      Disk.REAL.link(name, file);
    }
  }

  /// A lock file that comes and goes must not be locked by two processes at once.
  @Test
  void onlyOneProcessHasALockThatComesAndGoes() throws Exception {
    LAYOUT.create(path, 1).close();
    List<Process> processes = new ArrayList<>();
    List<Path> outputs = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        Path output = Files.createTempFile("taken", ".txt");
        outputs.add(output);
        String turns = Integer.toString(ROUNDS * 1000);
        processes.add(
            ChildJvm.start(output, List.of(), Taker.class.getName(), path.toString(), turns));
      }
      for (int i = 0; i < 2; i++) {
        int exitCode = processes.get(i).waitFor();
        assertThat(exitCode).as(Files.readString(outputs.get(i))).isZero();
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
    for (Path output : outputs) {
      Files.delete(output);
    }
    assertThat(files()).containsExactly("entries");
  }

  /// Takes the lock and gives it back. While it has it, a file of its own must not be there yet.
  static final class Taker {
    private Taker() {}

    public static void main(String[] arguments) throws IOException {
      Path path = Path.of(arguments[0]);
      Path mine = path.resolveSibling("mine");
      int turns = 0;
      while (turns < Integer.parseInt(arguments[1])) {
        try (WriterLock _ = WriterLock.of(path)) {
          Files.createFile(mine);
          Files.delete(mine);
          turns++;
        } catch (TableFileException locked) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
