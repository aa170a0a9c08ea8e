// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts of any length in rows that an index, a bulk append or a truncation writes.
final class IndexedTextTest {
  private static final TableType<Named> TYPE = TableType.of(MethodHandles.lookup(), Named.class);
  private static final int STEPS = 2_000;

  record Named(long id, String name) {}

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"rows", "alignedRows", "columns"})
  void asAListOfRecords(String layout) throws IOException {
    TableLayout<Named> made =
        switch (layout) {
          case "rows" -> TYPE.rows();
          case "alignedRows" -> TYPE.alignedRows();
          default -> TYPE.columns();
        };
    try (Arena arena = Arena.ofConfined()) {
      change(made.allocate(arena, 0));
    }
    Path file = folder.resolve(layout);
    List<Named> expected;
    try (MappedTable<Named> table = made.create(file, 0)) {
      expected = change(table);
      table.commit();
    }
    try (MappedTable<Named> table = made.openReadOnly(file)) {
      assertThat(table.stream().toList()).isEqualTo(expected);
      expected.forEach(
          named -> assertThat(table.get(table.index("id").find(named.id))).isEqualTo(named));
    }
  }

  private static List<Named> change(Table<Named> table) throws IOException {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    Index index = table.uniqueIndex("id");
    List<Named> rows = new ArrayList<>();
    long id = 0;
    for (int step = 0; step < STEPS; step++) {
      switch (random.nextInt(8)) {
        case 0 -> {
          Table<Named> more = TYPE.rows().allocate(Arena.ofAuto(), 3);
          for (int i = 0; i < more.size(); i++) {
            more.set(i, named(id++, random));
            rows.add(more.get(i));
          }
          table.appendAll(more);
        }
        case 1 -> {
          int left = rows.size() - random.nextInt(Math.min(5, rows.size() + 1));
          table.truncate(left);
          rows.subList(left, rows.size()).clear();
        }
        case 2, 3, 4 -> {
          if (!rows.isEmpty()) {
            int row = random.nextInt(rows.size());
            rows.set(row, named(id++, random));
            table.set(row, rows.get(row));
          }
        }
        default -> {
          rows.add(named(id++, random));
          table.append(rows.getLast());
        }
      }
    }
    assertThat(table.stream().toList()).isEqualTo(rows);
    for (int row = 0; row < rows.size(); row++) {
      assertThat(index.find(rows.get(row).id)).isEqualTo(row);
    }
    return rows;
  }

  private static Named named(long id, Random random) {
    return new Named(id, "é".repeat(random.nextInt(30)) + id);
  }

  /// Equal texts are not added again.
  @Test
  void aTextThatStaysTakesNoRoom() throws IOException {
    Path file = folder.resolve("stays");
    Path texts = folder.resolve("stays.text");
    try (MappedTable<Named> table = TYPE.rows().create(file, 0)) {
      Index names = table.uniqueIndex("name");
      String name = "x".repeat(10_000);
      table.append(new Named(0, name));
      table.append(new Named(1, "y"));
      table.commit();
      long before = Files.size(texts);
      for (int i = 1; i < 1_000; i++) {
        table.set(0, new Named(-i, name));
        assertThat(catchThrowable(() -> table.set(1, new Named(1, name))))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("Named.name is \"xxxx")
            .hasMessageContaining("in row 0");
      }
      assertThat(Files.size(texts)).isEqualTo(before);
      assertThat(names.find(name)).isEqualTo(0);
      assertThat(table.get(0)).isEqualTo(new Named(-999, name));
      assertThat(table.get(1)).isEqualTo(new Named(1, "y"));
    }
  }
}
