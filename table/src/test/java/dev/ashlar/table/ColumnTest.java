// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ashlar.testing.Seeded;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Whole columns against the rows they are of.
@ExtendWith(Seeded.class)
final class ColumnTest {
  private static final int ROWS = 23;
  private static final List<Sample.Venue> VENUES = List.of(Sample.Venue.values());

  static List<TableFixture.Kind> columns() {
    return TableFixture.kinds().stream().filter(TableFixture.Kind::isColumns).toList();
  }

  @ParameterizedTest
  @MethodSource("columns")
  void readWhatRowsHold(TableFixture.Kind kind, RandomGenerator random) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Sample> table = kind.make(fixture, Sample.TYPE, ROWS);
      for (int row = 0; row < ROWS; row++) {
        table.set(row, Sample.random(random));
      }
      for (int row = 0; row < ROWS; row++) {
        assertThat(read(table, row)).isEqualTo(table.get(row));
      }
      for (int row = 0; row < ROWS; row++) {
        Sample sample = Sample.random(random);
        write(table, row, sample);
        assertThat(table.get(row))
            .isEqualTo(
                new Sample(
                    sample.tiny(),
                    sample.id(),
                    sample.open(),
                    sample.price(),
                    sample.side(),
                    table.get(row).venue(),
                    sample.count(),
                    sample.weight(),
                    sample.rank()));
      }
    }
  }

  private static Sample read(Table<Sample> table, long row) {
    return new Sample(
        table.column("tiny").getByte(row),
        table.column("id").getLong(row),
        table.column("open").getBoolean(row),
        table.column("price").getDouble(row),
        table.column("side").getChar(row),
        VENUES.get(table.column("venue").getOrdinal(row)),
        table.column("count").getInt(row),
        table.column("weight").getFloat(row),
        table.column("rank").getShort(row));
  }

  private static void write(Table<Sample> table, long row, Sample sample) {
    table.column("tiny").setByte(row, sample.tiny());
    table.column("id").setLong(row, sample.id());
    table.column("open").setBoolean(row, sample.open());
    table.column("price").setDouble(row, sample.price());
    table.column("side").setChar(row, sample.side());
    table.column("count").setInt(row, sample.count());
    table.column("weight").setFloat(row, sample.weight());
    table.column("rank").setShort(row, sample.rank());
  }

  @ParameterizedTest
  @MethodSource("columns")
  void chunksAreTheWhole(TableFixture.Kind kind, RandomGenerator random) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Sample> table = kind.make(fixture, Sample.TYPE, ROWS);
      List<Long> ids = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        Sample sample = Sample.random(random);
        table.set(row, sample);
        ids.add(sample.id());
      }
      List<Long> found = new ArrayList<>();
      for (Column part : table.column("id").chunks()) {
        var segment = part.asSegment();
        assertThat(segment.byteSize()).isEqualTo(part.size() * Long.BYTES);
        for (long row = 0; row < part.size(); row++) {
          found.add(segment.getAtIndex(ValueLayout.JAVA_LONG, row));
        }
      }
      assertThat(found).isEqualTo(ids);
    }
  }

  @ParameterizedTest
  @MethodSource("columns")
  void refuseOtherTypesAndRows(TableFixture.Kind kind) throws Exception {
    try (TableFixture fixture = new TableFixture()) {
      Table<Sample> table = kind.make(fixture, Sample.TYPE, ROWS);
      Column ids = table.column("id");
      assertThat(ids.name()).isEqualTo("id");
      assertThat(ids.type()).isEqualTo(long.class);
      assertThat(ids.size()).isEqualTo(ROWS);
      for (long row : new long[] {-1, ROWS, 1L << 32}) {
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> ids.getLong(row));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> ids.setLong(row, 1));
      }
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ids.getDouble(0))
          .withMessage(Sample.class.getName() + ".id is long, not double: use getLong or setLong");
      assertThatIllegalArgumentException().isThrownBy(() -> ids.getOrdinal(0));
      assertThatIllegalArgumentException().isThrownBy(() -> table.column("venue").getByte(0));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> table.column("open").setByte(0, (byte) 1));
    }
  }

  @Test
  void areThereInColumnsOnly() {
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(() -> Sample.TYPE.alignedRows().heap(1).column("id"))
        .withMessageContaining("alignedRows()");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sample.TYPE.columns().heap(1).column("volume"))
        .withMessageContaining("volume");
  }
}
