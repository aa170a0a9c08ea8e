// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.table.TableFixture.Kind;
import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tables with deleted rows, compared with a map of row numbers to records after each change.
@ExtendWith(Seeded.class)
@Timeout(120)
final class DeleteDifferentialTest {
  record Entry(long id, String name) {}

  /// Read by the class of the table itself.
  record Small(int id) {}

  interface EntryCursor extends Cursor {
    long id();
  }

  private static final TableType<Entry> ENTRIES = TableType.of(MethodHandles.lookup(), Entry.class);
  private static final TableType<Small> SMALL = TableType.of(MethodHandles.lookup(), Small.class);

  private final SortedMap<Long, Entry> expected = new TreeMap<>();
  private int ids;

  static List<Kind> kinds() {
    return TableFixture.kinds();
  }

  private Entry entry(RandomGenerator random) {
    int id = ids++;
    return new Entry(id, "name of all entries " + random.nextInt(20));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void likeAMap(Kind kind, RandomGenerator random) throws IOException {
    try (TableFixture fixture = new TableFixture()) {
      Table<Entry> table = kind.make(fixture, ENTRIES, 0);
      Index ids = null;
      Index names = null;
      for (int round = 0; round < 60; round++) {
        change(table, random);
        if (round == 20) {
          ids = table.uniqueIndex("id");
          names = table.index("name");
        }
        requireSame(table);
        if (ids != null && names != null) {
          requireFound(ids, names);
        }
      }
    }
  }

  private void change(Table<Entry> table, RandomGenerator random) {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> {
        for (int more = random.nextInt(12); more >= 0; more--) {
          Entry entry = entry(random);
          expected.put(table.size(), entry);
          table.append(entry);
        }
      }
      case 3, 4 -> {
        for (Long row : anySome(random)) {
          table.delete(row);
          expected.remove(row);
        }
      }
      case 5 -> {
        for (Long row : anySome(random)) {
          Entry entry = entry(random);
          table.set(row, entry);
          expected.put(row, entry);
        }
      }
      case 6 -> {
        long rest = random.nextLong(5);
        long deleted = table.deleteIf(entry -> entry.id() % 7 == rest);
        int before = expected.size();
        expected.values().removeIf(entry -> entry.id() % 7 == rest);
        assertThat(deleted).isEqualTo(before - expected.size());
      }
      default -> {
        if (random.nextInt(3) == 0) {
          long kept = random.nextLong(table.size() + 1);
          table.truncate(kept);
          expected.tailMap(kept).clear();
        }
      }
    }
  }

  private Entry entryAt(long row) {
    return Objects.requireNonNull(expected.get(row));
  }

  private List<Long> anySome(RandomGenerator random) {
    return expected.keySet().stream().filter(_ -> random.nextInt(4) == 0).toList();
  }

  private void requireSame(Table<Entry> table) {
    List<Entry> entries = List.copyOf(expected.values());
    assertThat(table.size() - table.deletedCount()).isEqualTo(entries.size());
    assertThat(table.iterator()).toIterable().containsExactlyElementsOf(entries);
    assertThat(table.stream()).containsExactlyElementsOf(entries);
    assertThat(table.stream().toArray()).containsExactly(entries.toArray());
    List<Entry> each = new ArrayList<>();
    table.forEach(each::add);
    assertThat(each).isEqualTo(entries);
    each.clear();
    table.iterator().forEachRemaining(each::add);
    assertThat(each).isEqualTo(entries);

    EntryCursor cursor = table.cursor(EntryCursor.class);
    List<Long> rows = new ArrayList<>();
    while (cursor.next()) {
      rows.add(cursor.row());
      assertThat(cursor.id()).isEqualTo(entryAt(cursor.row()).id());
    }
    assertThat(rows).containsExactlyElementsOf(expected.keySet());

    rows.clear();
    for (TableChunk chunk : table.chunks()) {
      for (int row = chunk.nextRow(0); row < chunk.rowCount(); ) {
        int end = chunk.nextDeleted(row, chunk.rowCount());
        LongStream.range(row, end).map(at -> chunk.firstRow() + at).forEach(rows::add);
        row = chunk.nextRow(end);
      }
    }
    assertThat(rows).containsExactlyElementsOf(expected.keySet());

    for (long row = 0; row < table.size(); row++) {
      assertThat(table.isDeleted(row)).isEqualTo(!expected.containsKey(row));
      if (!table.isDeleted(row)) {
        assertThat(table.get(row)).isEqualTo(entryAt(row));
        cursor.moveTo(row);
        assertThat(cursor.id()).isEqualTo(entryAt(row).id());
      } else {
        requireRefused(table, cursor, row);
      }
    }
    Table<Entry> copy = ENTRIES.columns().heap(0);
    copy.appendAll(table);
    assertThat(copy).containsExactlyElementsOf(entries);
    assertThat(copy.size()).isEqualTo(entries.size());
  }

  private void requireRefused(Table<Entry> table, EntryCursor cursor, long row) {
    Entry entry = new Entry(-1, "not to be there");
    Table<Entry> other = ENTRIES.columns().heap(1);
    List<Runnable> uses =
        List.of(
            () -> table.get(row),
            () -> table.set(row, entry),
            () -> table.delete(row),
            () -> cursor.moveTo(row),
            () -> other.copyTo(0, table, row, 1),
            () -> table.copyTo(row, other, 0, 1));
    for (Runnable use : uses) {
      assertThatExceptionOfType(IndexOutOfBoundsException.class)
          .isThrownBy(use::run)
          .withMessage("Row %d was deleted from %s", row, table);
    }
  }

  private void requireFound(Index ids, Index names) {
    for (long id = 0; id < this.ids; id++) {
      long row = ids.find(id);
      long number = id;
      assertThat(row)
          .isEqualTo(
              expected.entrySet().stream()
                  .filter(entry -> entry.getValue().id() == number)
                  .mapToLong(entry -> entry.getKey())
                  .findAny()
                  .orElse(-1));
    }
    for (int i = 0; i < 20; i++) {
      String name = "name of all entries " + i;
      assertThat(names.rows(name).sorted().boxed())
          .containsExactlyElementsOf(
              expected.entrySet().stream()
                  .filter(entry -> entry.getValue().name().equals(name))
                  .map(entry -> entry.getKey())
                  .toList());
    }
  }

  /// Loops that began before the first deletion, or go on behind a later one.
  @ParameterizedTest
  @MethodSource("kinds")
  void loopsGoOn(Kind kind) throws IOException {
    try (TableFixture fixture = new TableFixture()) {
      Table<Small> table = kind.make(fixture, SMALL, 0);
      for (int i = 0; i < 100; i++) {
        table.append(new Small(i));
      }
      var rows = table.iterator();
      var split = table.spliterator();
      assertThat(split.tryAdvance(_ -> {})).isTrue();
      long sum = 0;
      for (Small row : table) {
        table.delete(row.id());
        sum += row.id();
      }
      assertThat(sum).isEqualTo(99 * 50);
      assertThat(table.deletedCount()).isEqualTo(100);
      assertThat(table.iterator().hasNext()).isFalse();
      assertThatExceptionOfType(NoSuchElementException.class).isThrownBy(table.iterator()::next);
      assertThat(rows).toIterable().hasSizeLessThanOrEqualTo(100);
      assertThat(split.getExactSizeIfKnown()).isEqualTo(99);
      List<Small> left = new ArrayList<>();
      split.forEachRemaining(left::add);
      assertThat(left).hasSize(99);
      assertThat(table.cursor(Cursor.class).next()).isFalse();
      table.append(new Small(7));
      assertThat(table).containsExactly(new Small(7));
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void fillsTheOthers(Kind kind) throws IOException {
    try (TableFixture fixture = new TableFixture()) {
      Table<Small> table = kind.make(fixture, SMALL, 70);
      table.delete(0);
      table.delete(65);
      table.fill(new Small(3));
      assertThat(table).hasSize(68).containsOnly(new Small(3));
      Index index = table.index("id");
      table.fill(new Small(4));
      assertThat(index.rows(4)).hasSize(68).doesNotContain(0L, 65L);
      assertThat(table.toString()).contains(" table of 70 rows (2 deleted)");
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void rowsThatAreNotThereAreRefused(Kind kind) throws IOException {
    try (TableFixture fixture = new TableFixture()) {
      Table<Small> table = kind.make(fixture, SMALL, 3);
      for (long row : new long[] {-1, 3, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> table.delete(row));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> table.isDeleted(row));
      }
      assertThat(table.deletedCount()).isZero();
      assertThat(table.nextRow(Long.MAX_VALUE)).isEqualTo(3);
    }
  }
}
