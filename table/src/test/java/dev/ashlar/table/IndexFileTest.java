// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.ChildJvm;
import dev.ashlar.testing.Seeded;
import dev.ashlar.testing.Slow;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Indexes beside mapped tables: used if they are of the last commit, and made again otherwise.
@ExtendWith(Seeded.class)
@Timeout(300)
final class IndexFileTest {
  /// @param name short ones, and ones that are beside the rows
  record Item(long id, int group, String name) {
    Item(long id, int group) {
      this(id, group, "n%d%s".formatted(id, "é".repeat(Math.floorMod(id, 15))));
    }

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
  private Path names = Path.of("");

  @BeforeEach
  void createTable() throws IOException {
    path = folder.resolve("items");
    ids = folder.resolve("items.id.index");
    groups = folder.resolve("items.group.index");
    names = folder.resolve("items.name.index");
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
    IndexJudge.assertValues(table, table.uniqueIndex("name"), item -> List.of(item.name()));
    IndexJudge.assertValues(
        table, table.index("group", "name"), item -> List.of(item.group(), item.name()));
  }

  /// What another file of that name does not have.
  private static @Nullable Object identity(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /// An index that was made again is written again.
  private boolean isReadFromItsFile() throws IOException {
    return isReadFrom(groups) && isReadFrom(names) && isReadFrom(composite());
  }

  private boolean isReadFrom(Path file) throws IOException {
    Object before = identity(file);
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      assertAgrees(table);
    }
    return before != null && before.equals(identity(file));
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

  private Path composite() {
    return folder.resolve("items.group+name.index");
  }

  @ParameterizedTest
  @ValueSource(strings = {"group", "name", "group+name"})
  void damageIsFound(String name, RandomGenerator random) throws Exception {
    Path file = folder.resolve("items." + name + ".index");
    byte[] intact = Files.readAllBytes(file);
    for (int i = 0; i < 20; i++) {
      byte[] damaged =
          random.nextInt(4) == 0
              ? Arrays.copyOf(intact, random.nextInt(intact.length + 10))
              : intact.clone();
      if (damaged.length == intact.length) {
        int at = random.nextBoolean() ? random.nextInt(80) : random.nextInt(intact.length);
        damaged[at] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, damaged);
      assertThat(isReadFrom(file)).isFalse();
      assertThat(isReadFrom(file)).isTrue();
    }
  }

  /// So few look-ups that the index is not read as a whole.
  @ParameterizedTest
  @ValueSource(strings = {"group", "name", "group+name"})
  void fewLookUpsAreRightWhateverIsDamaged(String name, RandomGenerator random) throws Exception {
    Path file = folder.resolve("items." + name + ".index");
    byte[] intact = Files.readAllBytes(file);
    for (int i = 0; i < 20; i++) {
      byte[] damaged = intact.clone();
      for (int j = random.nextInt(4); j > 0; j--) {
        damaged[random.nextInt(intact.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(file, damaged);
      try (MappedTable<Item> table = ITEMS.columns().open(path)) {
        String[] names = name.split("\\+", -1);
        Index index = names.length == 1 ? table.index(name) : table.index(names[0], names[1]);
        for (int j = 0; j < 30; j++) {
          long row = random.nextLong(table.size());
          Item item = table.get(row);
          Object[] values =
              name.equals("group")
                  ? new Object[] {item.group()}
                  : names.length == 1
                      ? new Object[] {item.name()}
                      : new Object[] {item.group(), item.name()};
          if (name.equals("group")) {
            assertThat(table.get(index.find(values)).group()).isEqualTo(item.group());
            long next = index.next(row);
            assertThat(next).isNotEqualTo(row).isLessThan(table.size());
            assertThat(next < 0 || table.get(next).group() == item.group()).isTrue();
          } else {
            assertThat(index.find(values)).isEqualTo(row);
            assertThat(index.next(row)).isEqualTo(-1);
          }
        }
        if (names.length == 2) {
          assertThat(index.contains(7, "none")).isFalse();
        }
      }
    }
  }

  /// The JVM throws an `InternalError` where memory has no file any more.
  @ParameterizedTest
  @ValueSource(ints = {3, 2_000})
  void aFileThatIsCutOffWhileMappedIsMadeAgain(int lookUps) throws Exception {
    try (MappedTable<Item> table = ITEMS.columns().open(path)) {
      Index index = table.uniqueIndex("name");
      for (Path file : List.of(names, ids)) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(4096);
        }
      }
      for (int row = 0; row < lookUps; row++) {
        assertThat(index.find(table.get(row).name())).isEqualTo(row);
      }
      assertAgrees(table);
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

  /// Nor is a file of a number one of a text, whatever is in it.
  @Test
  @SuppressWarnings("UnicodeInCode") // A name may have any letters.
  void namesOfFilesAreSafe() throws IOException {
    record Awkward(
        int größe,
        String aVeryLongNameThatGoesOnAndOnAndOnAndOnUntilItIsSixtyCharsLong,
        String andAnother) {}
    TableType<Awkward> type = TableType.of(MethodHandles.lookup(), Awkward.class);
    Path awkward = folder.resolve("awkward");
    String[] names = {
      "aVeryLongNameThatGoesOnAndOnAndOnAndOnUntilItIsSixtyCharsLong", "größe", "andAnother"
    };
    try (MappedTable<Awkward> table = type.columns().create(awkward, 0)) {
      table.append(new Awkward(1, "a", "b"));
      table.commit();
      table.index("größe");
      table.index(names[0], names[1], names[2]);
      assertThat(table.index("andAnother", "größe").name()).isEqualTo("andAnother+größe");
    }
    String files = Arrays.toString(folder.toFile().list());
    assertThat(files)
        .contains("awkward.gr%00F6%00DFe.index", "awkward.andAnother+gr%00F6%00DFe.index")
        .containsPattern("awkward\\.aVeryLong[^,]{71}~[0-9a-f]+\\.index");
    Object before = identity(folder.resolve("awkward.gr%00F6%00DFe.index"));
    try (MappedTable<Awkward> table = type.columns().open(awkward)) {
      assertThat(table.index("größe").find(1)).isEqualTo(0);
      assertThat(table.index(names[0], names[1], names[2]).find("a", 1, "b")).isEqualTo(0);
    }
    assertThat(identity(folder.resolve("awkward.gr%00F6%00DFe.index"))).isEqualTo(before);
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
          Index names = random.nextInt(3) == 0 ? null : table.uniqueIndex("name");
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
            if (ids.find(next - 1) >= table.size()
                || (groups != null && groups.keys() > 50)
                || (names != null && names.keys() != ids.keys())) {
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
