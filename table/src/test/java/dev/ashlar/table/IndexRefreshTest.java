// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Indexes of a table that is open to read only, while a writer changes rows and takes some away.
@ExtendWith(Seeded.class)
@Timeout(120)
final class IndexRefreshTest {
  record Item(long id, int group, String name) {
    Item(long id, int group) {
      this(id, group, "a name that is not in the row ".substring((int) (id & 31) % 30) + id);
    }
  }

  private static final TableType<Item> ITEMS = TableType.of(MethodHandles.lookup(), Item.class);

  /// Rows of 28 bytes: some blocks of 1 MiB.
  private static final int ROWS = 200_000;

  @TempDir Path folder;

  private MappedTable<Item> writer(TableLayout<Item> layout) throws IOException {
    MappedTable<Item> writer = layout.create(folder.resolve("items"), 0);
    append(writer, 0, 100);
    writer.commit();
    return writer;
  }

  private static void append(Table<Item> writer, long firstId, int count) {
    for (int i = 0; i < count; i++) {
      writer.append(new Item(firstId + i, i % 7));
    }
  }

  private static void assertAgrees(Table<Item> table) {
    IndexJudge.assertAgrees(table, table.uniqueIndex("id"), Item::id);
    IndexJudge.assertAgrees(table, table.index("group"), Item::group);
    IndexJudge.assertValues(table, table.uniqueIndex("name"), item -> List.of(item.name()));
    IndexJudge.assertValues(
        table, table.index("name", "group"), item -> List.of(item.name(), item.group()));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsInThePlaceOfOthersAreFound(boolean rows) throws IOException {
    TableLayout<Item> layout = rows ? ITEMS.rows() : ITEMS.columns();
    try (MappedTable<Item> writer = writer(layout);
        MappedTable<Item> reader = layout.openReadOnly(writer.path())) {
      assertAgrees(reader);
      writer.truncate(50);
      append(writer, 1_000, 80);
      writer.commit();
      assertThat(reader.refresh()).isTrue();
      assertAgrees(reader);
      writer.truncate(40);
      append(writer, 2_000, 90);
      writer.commit();
      assertThat(reader.refresh()).isFalse();
      assertAgrees(reader);
    }
  }

  @Test
  void aKeyThatAnotherRowGetsIsNotRefused() throws IOException {
    try (MappedTable<Item> writer = writer(ITEMS.columns());
        MappedTable<Item> reader = ITEMS.columns().openReadOnly(writer.path())) {
      Index ids = reader.uniqueIndex("id");
      writer.set(5, new Item(7_777, 1));
      writer.append(new Item(5, 2));
      writer.commit();
      reader.refresh();
      assertThat(ids.find(5)).isEqualTo(100);
      assertThat(ids.find(7_777)).isEqualTo(5);
      assertThat(ids.isUnique()).isTrue();
      assertAgrees(reader);
    }
  }

  /// The first of two rows gets another name, which the reader's index does not know yet.
  @Test
  void aRowThatKeepsItsNameIsFoundBeforeARefresh() throws IOException {
    try (MappedTable<Item> writer = writer(ITEMS.columns())) {
      String name = "a name that several rows have";
      for (int row : new int[] {3, 7, 9}) {
        writer.set(row, new Item(row, 0, name));
      }
      writer.commit();
      try (MappedTable<Item> reader = ITEMS.columns().openReadOnly(writer.path())) {
        Index names = reader.index("name");
        assertThat(names.rows(name)).containsExactly(3L, 7L, 9L);
        writer.set(3, new Item(3, 0, "another name of that length!"));
        assertThat(names.rows(name)).containsExactly(7L, 9L);
        writer.commit();
        reader.refresh();
        assertThat(names.find("another name of that length!")).isEqualTo(3);
        assertThat(names.rows(name)).containsExactly(7L, 9L);
      }
    }
  }

  @Test
  void rowsThatAreOnlyAppendedLeaveTheIndexAsItIs() throws IOException {
    try (MappedTable<Item> writer = writer(ITEMS.columns());
        MappedTable<Item> reader = ITEMS.columns().openReadOnly(writer.path())) {
      Index ids = reader.index("id");
      Object before = ids.hash();
      for (int round = 0; round < 4; round++) {
        append(writer, (round + 1L) * ROWS, ROWS);
        writer.commit();
        assertThat(reader.refresh()).isTrue();
        assertThat(ids.hash()).isSameAs(before);
      }
      assertThat(ids.find(4L * ROWS)).isEqualTo(100 + 3L * ROWS);
      writer.set(100 + ROWS, new Item(-1, 0));
      writer.commit();
      assertThat(reader.refresh()).isFalse();
      assertThat(ids.find(-1)).isEqualTo(100 + ROWS);
      assertThat(ids.contains(2L * ROWS)).isFalse();
    }
  }

  @Test
  void anIndexThatIsMadeMeanwhileHidesNoChange() throws IOException {
    try (MappedTable<Item> writer = writer(ITEMS.columns())) {
      append(writer, 1_000, ROWS);
      writer.commit();
      try (MappedTable<Item> reader = ITEMS.columns().openReadOnly(writer.path())) {
        Index ids = reader.index("id");
        writer.set(5, new Item(-1, 1));
        writer.commit();
        reader.index("group");
        reader.refresh();
        assertThat(ids.find(-1)).isEqualTo(5);
      }
    }
  }

  @Test
  void anyChangesAreFollowed(RandomGenerator random) throws IOException {
    try (MappedTable<Item> writer = writer(ITEMS.rows());
        MappedTable<Item> reader = ITEMS.rows().openReadOnly(writer.path())) {
      assertAgrees(reader);
      long next = 100;
      for (int round = 0; round < 100; round++) {
        for (int i = random.nextInt(4); i > 0; i--) {
          switch (random.nextInt(3)) {
            case 0 -> writer.truncate(random.nextLong(writer.size() + 1));
            case 1 -> append(writer, next, random.nextInt(50));
            default -> {
              if (writer.size() > 0) {
                writer.set(random.nextLong(writer.size()), new Item(next, 3));
              }
            }
          }
          next += 50;
        }
        writer.commit();
        reader.refresh();
        assertThat(reader.size()).isEqualTo(writer.size());
        assertAgrees(reader);
      }
    }
  }
}
