// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.ashlar.testing.Seeded;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Rows one after another as records, many appended at once, and rows that are taken away.
@ExtendWith(Seeded.class)
@Timeout(120)
final class TableUseTest {
  record Line(long id, int number) {
    static Line of(int number) {
      return new Line(3L * number, number);
    }
  }

  private static final TableType<Line> LINES = TableType.of(MethodHandles.lookup(), Line.class);

  @TempDir Path folder;

  private static List<Line> lines(int from, int to) {
    return IntStream.range(from, to).mapToObj(Line::of).toList();
  }

  private static Table<Line> table(int rows) {
    Table<Line> table = LINES.columns().heap(0);
    table.appendAll(lines(0, rows));
    return table;
  }

  @Test
  void aParallelStreamHasEachRowOnceAndInOrder() {
    Table<Line> table = table(100_000);
    assertThat(table.stream().parallel().toList()).isEqualTo(lines(0, 100_000));
    assertThat(table.stream().parallel().mapToLong(Line::id).sum())
        .isEqualTo(lines(0, 100_000).stream().mapToLong(Line::id).sum());
    assertThat(table.stream().parallel().toArray(Line[]::new))
        .isEqualTo(lines(0, 100_000).toArray(Line[]::new));
  }

  @Test
  void splitsHaveKnownSizesAndEndAtMultiplesOf64(RandomGenerator random) {
    int rows = 1_000 + random.nextInt(1_000);
    List<Spliterator<Line>> parts = new ArrayList<>(List.of(table(rows).spliterator()));
    for (int i = 0; i < parts.size(); i++) {
      Spliterator<Line> half = parts.get(i).trySplit();
      while (half != null) {
        assertThat(half.hasCharacteristics(Spliterator.SIZED | Spliterator.SUBSIZED)).isTrue();
        parts.add(half);
        half = parts.get(i).trySplit();
      }
    }
    List<Line> found = new ArrayList<>();
    for (Spliterator<Line> part : parts) {
      List<Line> of = new ArrayList<>();
      assertThat(part.estimateSize()).isBetween(1L, 128L);
      long expected = part.getExactSizeIfKnown();
      part.forEachRemaining(of::add);
      assertThat(of).hasSize((int) expected);
      assertThat(of.getFirst().number() % 64).isZero();
      found.addAll(of);
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(lines(0, rows));
  }

  @Test
  void rowsThatAreAppendedMeanwhileAreLeftOut() {
    Table<Line> table = table(10);
    Iterator<Line> rows = table.iterator();
    Stream<Line> stream = table.stream();
    table.append(Line.of(10));
    assertThat(rows.next()).isEqualTo(Line.of(0));
    table.append(Line.of(11));
    List<Line> rest = new ArrayList<>();
    rows.forEachRemaining(rest::add);
    assertThat(rest).isEqualTo(lines(1, 10));
    rows.forEachRemaining(rest::add);
    assertThat(rest).hasSize(9);
    assertThat(rows.hasNext()).isFalse();
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(rows::next)
        .withMessageContaining("there were 10 ");
    assertThat(stream.peek(line -> table.append(line)).toList()).isEqualTo(lines(0, 12));
    assertThat(table.size()).isEqualTo(24);
  }

  @Test
  void aRowThatWasTakenAwayMeanwhileIsNamed() throws Exception {
    Table<Line> table = table(10);
    Iterator<Line> rows = table.iterator();
    rows.next();
    assertThat(rows.hasNext()).isTrue();
    table.truncate(1);
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(rows::next)
        .withMessageContaining("There is no row 1")
        .withMessageContaining("1 rows");
    Spliterator<Line> later = table(10).spliterator();
    assertThat(later.estimateSize()).isEqualTo(10);
  }

  @Test
  void anEndedTableHasNoNextRow() throws Exception {
    Iterator<Line> rows;
    try (Arena arena = Arena.ofConfined()) {
      Table<Line> table = LINES.rows().allocate(arena, 0);
      table.appendAll(lines(0, 5));
      rows = table.iterator();
      assertThat(rows.next()).isEqualTo(Line.of(0));
    }
    assertThatIllegalStateException().isThrownBy(rows::next);

    MappedTable<Line> file = LINES.columns().create(folder.resolve("closed"), 0);
    file.appendAll(lines(0, 5));
    Iterator<Line> mapped = file.iterator();
    mapped.next();
    Stream<Line> stream = file.stream();
    file.close();
    assertThatIllegalStateException().isThrownBy(mapped::next).withMessageContaining("closed");
    assertThatIllegalStateException().isThrownBy(stream::toList).withMessageContaining("closed");
    assertThatIllegalStateException()
        .isThrownBy(() -> file.truncate(0))
        .withMessageContaining("closed");
  }

  @Test
  void rowsBeforeAFailureAreAppended() {
    Table<Line> table = table(2);
    Iterator<Line> failing =
        new Iterator<>() {
          private int number = 2;

          @Override
          public boolean hasNext() {
            return true;
          }

          @Override
          public Line next() {
            if (number == 7) {
              throw new IllegalArgumentException("no more");
            }
            return Line.of(number++);
          }
        };
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> table.appendAll(failing))
        .withMessage("no more");
    assertThat(table).containsExactlyElementsOf(lines(0, 7));
    assertThatNullPointerException()
        .isThrownBy(() -> table.appendAll(Arrays.asList(Line.of(7), null, Line.of(9))));
    assertThat(table).containsExactlyElementsOf(lines(0, 8));
    assertThatNullPointerException()
        .isThrownBy(() -> table.appendAll(new Line[] {Line.of(8), null, Line.of(10)}));
    assertThat(table).containsExactlyElementsOf(lines(0, 9));
  }

  @Test
  void aTableIsAppendedAsAWholeOrNotAtAll() {
    Table<Line> table = table(5);
    Table<Line> ended;
    try (Arena arena = Arena.ofConfined()) {
      ended = LINES.rows().allocate(arena, 10);
    }
    assertThatIllegalStateException().isThrownBy(() -> table.appendAll(ended));
    assertThatExceptionOfType(IndexOutOfBoundsException.class)
        .isThrownBy(() -> table.appendAll(table, 3, 3))
        .withMessageContaining("3 rows from row 3 on");
    assertThat(table).containsExactlyElementsOf(lines(0, 5));
  }

  @Test
  void manyRowsAreAppendedInFewChunks() {
    Table<Line> table = LINES.columns().heap(0);
    for (int i = 0; i < 2_000; i++) {
      table.appendAll(new Line[] {Line.of(i)});
    }
    assertThat(table.chunks()).hasSizeLessThan(30);
    assertThat(table).containsExactlyElementsOf(lines(0, 2_000));
  }

  @Test
  void aReaderFollowsAWriterThatTakesRowsAway() throws Exception {
    Path path = folder.resolve("followed");
    try (MappedTable<Line> writer = LINES.rows().create(path, 0)) {
      writer.appendAll(lines(0, 100));
      writer.commit();
      try (MappedTable<Line> reader = LINES.rows().openReadOnly(path)) {
        writer.truncate(40);
        assertThat(reader.size()).isEqualTo(100);
        assertThat(reader.refresh()).isFalse();
        assertThat(reader).containsExactlyElementsOf(lines(0, 40));
        writer.append(Line.of(41));
        writer.commit();
        assertThat(reader.refresh()).isTrue();
        assertThat(reader.get(40)).isEqualTo(Line.of(41));
        assertThatExceptionOfType(IllegalArgumentException.class)
            .isThrownBy(() -> reader.truncate(1))
            .withMessageContaining("read only");
        assertThat(reader.verify().isUndamaged()).isTrue();
      }
    }
  }

  @Test
  void damageIsNotHiddenByTakingRowsAway() throws Exception {
    Path path = folder.resolve("damaged");
    int rows = 200_000;
    try (MappedTable<Line> table = LINES.rows().create(path, 0)) {
      table.appendAll(lines(0, rows));
      table.commit();
    }
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {99}), 20_480 + 12L * 100_000);
    }
    try (MappedTable<Line> table = LINES.rows().open(path)) {
      List<Verification.Rows> damaged = table.verify().damaged();
      assertThat(damaged).hasSize(1);
      table.truncate(110_000);
      assertThat(table.verify().damaged()).hasSize(1);
      table.append(Line.of(1));
      table.commit();
      assertThat(table.verify().damaged()).hasSize(1);
    }
    try (MappedTable<Line> table = LINES.rows().open(path)) {
      assertThat(table.verify().damaged()).hasSize(1);
      table.clear();
      assertThat(table.verify()).isEqualTo(new Verification(0, List.of(), List.of()));
      table.appendAll(lines(0, rows));
      table.commit();
      assertThat(table.verify().isUndamaged()).isTrue();
      assertThat(table).containsExactlyElementsOf(lines(0, rows));
    }
  }
}
