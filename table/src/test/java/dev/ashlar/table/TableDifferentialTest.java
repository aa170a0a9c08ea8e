// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ashlar.testing.Seeded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Random operations on a table and on a list of records: after each, the two hold the same.
@ExtendWith(Seeded.class)
final class TableDifferentialTest {
  interface SampleCursor extends Cursor {
    byte tiny();

    long id();

    SampleCursor id(long value);

    boolean open();

    void open(boolean value);

    double price();

    Object price(double value);

    char side();

    SampleCursor side(char value);

    Sample.Venue venue();

    SampleCursor venue(Sample.Venue value);

    int count();

    float weight();

    void weight(float value);

    short rank();

    void rank(short value);

    void tiny(byte value);

    void count(int value);

    default Sample toRecord() {
      return new Sample(tiny(), id(), open(), price(), side(), venue(), count(), weight(), rank());
    }

    default void write(Sample sample) {
      id(sample.id()).side(sample.side()).venue(sample.venue());
      open(sample.open());
      price(sample.price());
      weight(sample.weight());
      rank(sample.rank());
      tiny(sample.tiny());
      count(sample.count());
    }
  }

  private final List<Sample> list = new ArrayList<>();

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void holdsWhatAListHolds(TableFixture.Kind kind, RandomGenerator random) throws Exception {
    for (int run = 0; run < 20; run++) {
      list.clear();
      int rows = random.nextInt(20);
      list.addAll(Collections.nCopies(rows, Sample.ZERO));
      try (TableFixture fixture = new TableFixture()) {
        Table<Sample> table = kind.make(fixture, Sample.TYPE, rows);
        for (int operation = 0; operation < 100; operation++) {
          operate(table, fixture, random);
          assertThat(table.size()).isEqualTo(list.size());
          assertThat(table.capacity()).isGreaterThanOrEqualTo(list.size());
        }
        assertSame(table);
      }
    }
  }

  private void operate(Table<Sample> table, TableFixture fixture, RandomGenerator random)
      throws IOException {
    Sample sample = Sample.random(random);
    int row = list.isEmpty() ? 0 : random.nextInt(list.size());
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> {
        table.append(sample);
        list.add(sample);
      }
      case 3 -> table.reserve(random.nextInt(60));
      case 4 -> copyWithin(table, random);
      case 5 -> copyThrough(table, fixture, random);
      case 6 -> {
        if (random.nextInt(10) == 0) {
          table.fill(sample);
          list.replaceAll(old -> sample);
        }
      }
      case 7 -> {
        if (row < list.size()) {
          ((SampleCursor) table.cursor(SampleCursor.class).moveTo(row)).write(sample);
          list.set(row, sample);
        }
      }
      case 8 -> {
        if (row < list.size()) {
          table.set(row, sample);
          list.set(row, sample);
        }
      }
      case 9 -> appendAll(table, fixture, random);
      case 10 -> {
        if (table.storage().path() != null) {
          ((MappedTable<Sample>) table).commit();
        }
      }
      case 11 -> {
        int rows = random.nextInt(4) == 0 ? 0 : list.size() - random.nextInt(list.size() / 4 + 1);
        table.truncate(rows);
        list.subList(rows, list.size()).clear();
      }
      default -> outside(table, random);
    }
    if (row < list.size()) {
      assertThat(table.get(row)).isEqualTo(list.get(row));
      SampleCursor cursor = table.cursor(SampleCursor.class);
      cursor.moveTo(row);
      assertThat(cursor.toRecord()).isEqualTo(list.get(row));
    }
  }

  private void appendAll(Table<Sample> table, TableFixture fixture, RandomGenerator random) {
    List<Sample> more =
        Stream.generate(() -> Sample.random(random)).limit(random.nextInt(9)).toList();
    int count = random.nextInt(list.size() + 1);
    int from = random.nextInt(list.size() - count + 1);
    switch (random.nextInt(5)) {
      case 0 -> table.appendAll(more.toArray(Sample[]::new));
      case 1 -> table.appendAll(more);
      case 2 -> table.appendAll(more.iterator());
      case 3 -> {
        Table<Sample> other =
            kinds().get(random.nextInt(kinds().size())).make(fixture, Sample.TYPE, 0);
        other.appendAll(more);
        table.appendAll(other);
      }
      default -> {
        table.appendAll(table, from, count);
        more = List.copyOf(list.subList(from, from + count));
      }
    }
    list.addAll(more);
  }

  private void outside(Table<Sample> table, RandomGenerator random) {
    long row =
        random.nextBoolean()
            ? list.size() + random.nextLong(1L << 33)
            : -1 - random.nextLong(1L << 33);
    assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> table.get(row));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.set(row, Sample.ZERO));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.cursor(SampleCursor.class).moveTo(row));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.truncate(row < 0 ? row : row + 1));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.appendAll(table, row, 1));
  }

  private void copyWithin(Table<Sample> table, RandomGenerator random) {
    int count = random.nextInt(list.size() + 1);
    int from = random.nextInt(list.size() - count + 1);
    int to = random.nextInt(list.size() - count + 1);
    table.copyTo(from, table, to, count);
    List<Sample> copied = List.copyOf(list.subList(from, from + count));
    for (int i = 0; i < count; i++) {
      list.set(to + i, copied.get(i));
    }
  }

  /// To a table of any other kind, and back to another place.
  private void copyThrough(Table<Sample> table, TableFixture fixture, RandomGenerator random) {
    List<TableFixture.Kind> kinds = kinds();
    TableFixture.Kind kind = kinds.get(random.nextInt(kinds.size()));
    int count = random.nextInt(list.size() + 1);
    int from = random.nextInt(list.size() - count + 1);
    int to = random.nextInt(list.size() - count + 1);
    int shift = random.nextInt(12);
    Table<Sample> other = kind.make(fixture, Sample.TYPE, shift + count);
    table.copyTo(from, other, shift, count);
    other.copyTo(shift, table, to, count);
    List<Sample> copied = List.copyOf(list.subList(from, from + count));
    for (int i = 0; i < count; i++) {
      list.set(to + i, copied.get(i));
    }
    if (shift > 0) {
      assertThat(other.get(shift - 1)).isEqualTo(Sample.ZERO);
    }
  }

  private void assertSame(Table<Sample> table) {
    List<Sample> found = new ArrayList<>();
    table.forEach(found::add);
    assertThat(found).isEqualTo(list);
    assertThat(table).containsExactlyElementsOf(list);
    assertThat(table.stream().toList()).isEqualTo(list);
    assertThat(table.stream().skip(3).limit(7).toList())
        .isEqualTo(list.stream().skip(3).limit(7).toList());
    List<Sample> seen = new ArrayList<>();
    SampleCursor cursor = table.cursor(SampleCursor.class);
    while (cursor.next()) {
      assertThat(cursor.row()).isEqualTo(seen.size());
      seen.add(cursor.toRecord());
    }
    assertThat(seen).isEqualTo(list);
  }
}
