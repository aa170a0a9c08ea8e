// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Indexes beside mapped tables: used if they are of the last commit, and made again otherwise.
@ExtendWith(Seeded.class)
@Timeout(300)
final class IndexFileTest {
  record Item(long id, int group) {
    static Item of(long row, RandomGenerator random) {
      return new Item(row * 7, random.nextInt(50));
    }
  }

  private static final TableType<Item> ITEMS = TableType.of(MethodHandles.lookup(), Item.class);
  private static final int ROUNDS = Slow.times(1, 60);

  @TempDir Path folder;
  private Path path = Path.of("");
  private Path ids = Path.of("");
  private Path groups = Path.of("");

  @BeforeEach
  void createTable() throws IOException {
    path = folder.resolve("items");
    ids = folder.resolve("items.id.index");
    groups = folder.resolve("items.group.index");
    Random random = new Random(1);
    try (MappedTable<Item> table = ITEMS.columns().create(path, 0)) {
      for (int row = 0; row < 20_000; row++) {
        table.append(Item.of(row, random));
      }
      table.commit();
      assertAgrees(table);
    }
  }

  private static void assertAgrees(Table<Item> table) {
    IndexJudge.assertAgrees(table, table.uniqueIndex("id"), Item::id);
    IndexJudge.assertAgrees(table, table.index("group"), Item::group);
  }

  /// What another file of that name does not have.
  private static @Nullable Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /// An index that was made again is written again.
  private boolean isReadFromItsFile() throws IOException {
    Object before = identity(groups);
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      assertAgrees(table);
    }
    return before != null && before.equals(identity(groups));
  }

  @Test
  void itIsReadWhenNothingHasChanged() throws Exception {
    assertThat(ids).exists();
    assertThat(isReadFromItsFile()).isTrue();
    try (MappedTable<Item> reader = ITEMS.columns().openReadOnly(path)) {
      assertAgrees(reader);
    }
    assertThat(isReadFromItsFile()).isTrue();
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      IndexJudge.assertAgrees(table, table.index("id"), Item::id);
    }
    assertThat(isReadFromItsFile()).isTrue();
  }

  @Test
  void itIsMadeAgainWhenRowsHaveChanged() throws Exception {
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      table.set(5, new Item(-1, 3));
      table.commit();
    }
    assertThat(isReadFromItsFile()).isFalse();
    assertThat(isReadFromItsFile()).isTrue();
  }

  /// Its commit is still the last one.
  @Test
  void itIsMadeAgainWhenRowsHaveChangedWithoutACommit() throws Exception {
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      table.set(6, new Item(-2, 4));
    }
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      assertAgrees(table);
      table.commit();
    }
    assertThat(isReadFromItsFile()).isTrue();
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      table.chunks().getFirst().column("group").asSegment().fill((byte) 1);
    }
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      assertAgrees(table);
    }
  }

  @Test
  void itIsNotThatOfAnotherTable() throws Exception {
    Path other = folder.resolve("other");
    try (MappedTable<Item> table = ITEMS.columns().create(other, 0)) {
      table.index("group");
      for (int row = 0; row < 20_000; row++) {
        table.append(new Item(row, 1));
      }
      table.commit();
    }
    Files.copy(folder.resolve("other.group.index"), groups, StandardCopyOption.REPLACE_EXISTING);
    assertThat(isReadFromItsFile()).isFalse();
  }

  @Test
  void itIsNotThatOfAnotherField() throws Exception {
    Files.copy(ids, groups, StandardCopyOption.REPLACE_EXISTING);
    assertThat(isReadFromItsFile()).isFalse();
  }

  @Test
  void damageIsFound(RandomGenerator random) throws Exception {
    byte[] intact = Files.readAllBytes(groups);
    for (int i = 0; i < 60; i++) {
      byte[] damaged =
          random.nextInt(4) == 0
              ? Arrays.copyOf(intact, random.nextInt(intact.length + 10))
              : intact.clone();
      if (damaged.length == intact.length) {
        int at = random.nextBoolean() ? random.nextInt(80) : random.nextInt(intact.length);
        damaged[at] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(groups, damaged);
      assertThat(isReadFromItsFile()).isFalse();
      assertThat(Files.size(groups)).isEqualTo(intact.length);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsNone() throws Exception {
    Files.delete(groups);
    Files.createDirectories(groups.resolve("in the way"));
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      assertAgrees(table);
      table.append(new Item(-9, 9));
      table.commit();
    }
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      assertAgrees(table);
      assertThat(table.size()).isEqualTo(20_001);
    }
  }

  /// A process that appends, sets, takes away, commits, closes and opens, and is killed meanwhile.
  @Test
  void itAgreesAfterAProcessWasKilled(RandomGenerator random) throws Exception {
    Path output = Files.createFile(folder.resolve("output"));
    for (int round = 0; round < 2 * ROUNDS; round++) {
      Process writer =
          ChildJvm.start(
              output,
              List.of("--enable-native-access=ALL-UNNAMED"),
              Writer.class.getName(),
              path.toString(),
              Long.toString(random.nextLong()));
      while (Files.size(output) == 0) {
        assertThat(writer.waitFor(5, TimeUnit.MILLISECONDS))
            .as(() -> "ended by itself: " + read(output))
            .isFalse();
      }
      assertThat(writer.waitFor(random.nextInt(400), TimeUnit.MILLISECONDS))
          .as(() -> read(output))
          .isFalse();
      writer.destroyForcibly().waitFor();
      try (MappedTable<Item> table = ITEMS.columns().open(path, TableOption.VERIFY)) {
        assertAgrees(table);
      }
      Files.writeString(output, "");
    }
  }

  private static String read(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }

  /// Neither the number of rows nor a full block tells the two commits apart.
  @Test
  void itAgreesAfterARowOfTheLastBlockWasSet() throws IOException {
    Path small = folder.resolve("small");
    try (MappedTable<Item> table = ITEMS.columns().create(small, 0)) {
      for (int row = 0; row < 10; row++) {
        table.append(new Item(row, 0));
      }
      table.uniqueIndex("id");
      table.commit();
    }
    for (int id = 100; id < 103; id++) {
      try (MappedTable<Item> table = ITEMS.columns().open(small)) {
        table.uniqueIndex("id");
        table.set(3, new Item(id, 0));
        table.commit();
      }
      try (MappedTable<Item> table = ITEMS.columns().open(small)) {
        assertThat(table.uniqueIndex("id").find(id)).isEqualTo(3);
        assertAgrees(table);
      }
    }
  }

  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      Random random = new Random(Long.parseLong(arguments[1]));
      long next = 1_000_000_000L * (1 + random.nextInt(1_000_000));
      while (true) {
        try (MappedTable<Item> table = ITEMS.columns().open(Path.of(arguments[0]))) {
          Index ids = table.uniqueIndex("id");
          Index groups = random.nextInt(3) == 0 ? null : table.index("group");
          for (int i = random.nextInt(20); i >= 0; i--) {
            for (int j = random.nextInt(300); j > 0; j--) {
              table.append(new Item(next++, random.nextInt(50)));
            }
            for (int j = random.nextInt(20); j > 0; j--) {
              table.set(random.nextLong(table.size()), new Item(next++, random.nextInt(50)));
            }
            if (random.nextInt(5) == 0) {
              table.truncate(table.size() - random.nextLong(table.size() / 2));
            }
            if (random.nextBoolean()) {
              table.commit();
            }
            if (ids.find(next - 1) >= table.size() || (groups != null && groups.keys() > 50)) {
              throw new AssertionError("wrong in the process itself");
            }
          }
          if (random.nextBoolean()) {
            table.commit();
          }
        }
        System.out.println(next);
      }
    }
  }
}
