// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.arrow.internal.cdata.CArray;
import dev.ashlar.arrow.internal.cdata.CStream;
import dev.ashlar.arrow.internal.cdata.Foreign;
import dev.ashlar.arrow.internal.cdata.Registry;
import dev.ashlar.arrow.internal.cdata.Release;
import dev.ashlar.table.Column;
import dev.ashlar.table.MappedTable;
import dev.ashlar.table.Table;
import dev.ashlar.table.TableType;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Streams of every kind of table, and what a consumer may do with their structures.
class ArrowStreamTest {
  record Wide(long number, double fraction, double precise, int letter) {}

  record Narrow(byte number) {}

  record Missing(long absent) {}

  static final TableType<Wide> WIDE = TableType.of(MethodHandles.lookup(), Wide.class);
  static final TableType<Narrow> NARROW = TableType.of(MethodHandles.lookup(), Narrow.class);
  static final TableType<Missing> MISSING = TableType.of(MethodHandles.lookup(), Missing.class);

  private final Arena arena = Arena.ofAuto();

  private static Table<Sample> sample(List<Sample> rows) {
    Table<Sample> table =
        Sample.TYPE.columns().withCapacity(rows.size()).allocate(Arena.ofAuto(), 0);
    rows.forEach(table::append);
    return table;
  }

  private long structure() {
    return arena.allocate(CArray.BYTES, Long.BYTES).address();
  }

  /// Reads the next batch as a consumer does.
  static long next(long stream, long array) throws Throwable {
    int result =
        (int)
            Foreign.call(
                    java.lang.foreign.FunctionDescriptor.of(
                        java.lang.foreign.ValueLayout.JAVA_INT,
                        java.lang.foreign.ValueLayout.ADDRESS,
                        java.lang.foreign.ValueLayout.ADDRESS))
                .invokeExact(
                    MemorySegment.ofAddress(CStream.getNext(stream)),
                    MemorySegment.ofAddress(stream),
                    MemorySegment.ofAddress(array));
    assertThat(result).isZero();
    return array;
  }

  @Test
  void everyKindOfTableIsReadBack(@TempDir Path folder) throws IOException {
    List<Sample> rows = SampleTables.rows(5_000);
    for (SampleTables.Named named : SampleTables.all(Arena.ofAuto(), folder, rows)) {
      try (ArrowStream stream = ArrowStream.of(named.table())) {
        Table<Sample> copy = stream.toTable(Sample.TYPE.alignedRows(), arena);
        assertThat(SampleTables.rows(copy)).as(named.name()).isEqualTo(rows);
      }
      if (named.table() instanceof MappedTable<Sample> mapped) {
        mapped.close();
      }
    }
  }

  @Test
  void columnsInNativeMemoryAreNotCopied() throws Throwable {
    Table<Sample> table = sample(SampleTables.rows(1_000));
    try (ArrowStream stream = ArrowStream.of(table, "large", "side", "letter")) {
      long array = next(stream.struct().address(), structure());
      assertThat(CArray.length(array)).isEqualTo(1_000);
      assertThat(CArray.childCount(array)).isEqualTo(3);
      List<String> names = List.of("large", "side", "letter");
      for (int i = 0; i < names.size(); i++) {
        Column column = table.column(names.get(i));
        assertThat(CArray.buffer(CArray.child(array, i), 1))
            .as(names.get(i))
            .isEqualTo(column.asReadOnlySegment().address());
      }
      Release.array(array);
    }
  }

  @Test
  void childrenAreMovedAndReleasedInAnyOrder() throws Throwable {
    int before = Registry.size();
    try (ArrowStream stream = ArrowStream.of(sample(SampleTables.rows(100)))) {
      long array = next(stream.struct().address(), structure());
      long moved = structure();
      long child = CArray.child(array, 5);
      long value = Foreign.getLong(CArray.buffer(child, 1));
      Foreign.copy(child, moved, CArray.BYTES);
      CArray.setRelease(child, 0);
      Release.array(array);
      assertThat(CArray.release(array)).isZero();
      System.gc();
      assertThat(Foreign.getLong(CArray.buffer(moved, 1))).isEqualTo(value);
      Release.array(moved);
      assertThat(CArray.release(moved)).isZero();
    }
    assertThat(Registry.size()).isEqualTo(before);
  }

  @Test
  void abandonedStreamsKeepNothing() {
    int before = Registry.size();
    ArrowStream.of(sample(SampleTables.rows(10))).close();
    assertThatThrownBy(
            () -> {
              try (ArrowStream stream = ArrowStream.of(sample(SampleTables.rows(10)))) {
                stream.toTable(MISSING.columns(), arena);
              }
            })
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Missing.absent needs one column of that name");
    assertThat(Registry.size()).isEqualTo(before);
  }

  @Test
  void aStreamIsReadOnceAndMovedOnce() throws IOException {
    ArrowStream stream = ArrowStream.of(sample(SampleTables.rows(10)));
    ArrowStream moved = ArrowStream.from(stream.struct());
    assertThatThrownBy(() -> ArrowStream.from(stream.struct()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was released, or moved");
    stream.close();
    assertThat(moved.toTable(Sample.TYPE.columns(), arena).size()).isEqualTo(10);
    assertThatThrownBy(() -> moved.toTable(Sample.TYPE.columns(), arena))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("read, closed or moved before");
    moved.close();
  }

  @Test
  void aClosedTableIsAnErrorOfTheStream(@TempDir Path folder) throws IOException {
    MappedTable<Sample> table = Sample.TYPE.columns().create(folder.resolve("t"), 10);
    ArrowStream stream = ArrowStream.of(table);
    table.close();
    assertThatThrownBy(() -> stream.toTable(Sample.TYPE.columns(), arena))
        .isInstanceOf(ArrowException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> ArrowStream.of(table)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void numbersOfOtherSizesFitOrAreNamed() throws IOException {
    List<Sample> rows = SampleTables.rows(50);
    Table<Sample> table = sample(rows);
    try (ArrowStream stream = ArrowStream.of(table, "number", "fraction", "precise", "letter")) {
      Table<Wide> wide = stream.toTable(WIDE.columns(), arena);
      for (int i = 0; i < rows.size(); i++) {
        Sample row = rows.get(i);
        assertThat(wide.get(i))
            .isEqualTo(new Wide(row.number(), row.fraction(), row.precise(), row.letter()));
      }
    }
    table.fill(new Sample(true, (byte) 1, (short) 1, 'a', 128, 1, 1, 1, Sample.Side.BUY));
    assertThatThrownBy(() -> ArrowStream.of(table).toTable(NARROW.columns(), arena))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 0: number is 128, which is not in the range of byte");
  }

  @Test
  void columnsThatAreNotThereAreNamed() {
    assertThatThrownBy(() -> ArrowStream.of(sample(List.of()), "largest"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no component largest; it has [flag, tiny");
  }
}
