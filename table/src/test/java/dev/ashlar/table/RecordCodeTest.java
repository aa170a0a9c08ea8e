// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The code of a record runs in the middle of an access, and does what it must not.
final class RecordCodeTest {
  private static final int ROWS = 1000;
  private static final int ROW = 7;

  /// What the accessor does before it returns.
  private static Runnable act = RecordCodeTest::nothing;

  private static boolean initialized;

  record Acting(long first, long second) {
    @Override
    public long second() {
      Runnable now = act;
      act = RecordCodeTest::nothing;
      now.run();
      return second;
    }
  }

  record Initialized(long value) {
    static {
      initialized = true;
    }
  }

  private static final TableType<Acting> TYPE = TableType.of(MethodHandles.lookup(), Acting.class);
  private static final Acting RECORD = new Acting(-1, -1);

  private static void nothing() {}

  static List<TableLayout<Acting>> layouts() {
    return List.of(TYPE.rows(), TYPE.alignedRows(), TYPE.columns());
  }

  /// Were the memory not asked again, the row would be written where something else is by now.
  @ParameterizedTest
  @MethodSource("layouts")
  void anAccessorThatEndsTheMemoryHasNothingWritten(TableLayout<Acting> layout) {
    List<BiConsumer<Table<Acting>, Acting>> writes =
        List.of(
            (table, row) -> table.set(ROW, row), Table::append, (table, row) -> table.fill(row));
    for (BiConsumer<Table<Acting>, Acting> write : writes) {
      Arena arena = Arena.ofConfined();
      Table<Acting> table = layout.allocate(arena, ROWS);
      try (Arena next = Arena.ofConfined()) {
        MemorySegment[] reused = {MemorySegment.NULL};
        act =
            () -> {
              arena.close();
              reused[0] = next.allocate(layout.bytesPerRow() * ROWS, 64);
            };
        assertThatIllegalStateException().isThrownBy(() -> write.accept(table, RECORD));
        assertThat(reused[0].toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void anAccessorThatGrowsTheTableHasTheRowWrittenThere(TableLayout<Acting> layout) {
    try (Arena arena = Arena.ofConfined()) {
      Table<Acting> table = layout.allocate(arena, ROWS);
      act =
          () -> {
            table.reserve(2 * ROWS);
          };
      table.set(ROW, RECORD);
      assertThat(table.capacity()).isEqualTo(2 * ROWS);
      assertThat(table.get(ROW)).isEqualTo(RECORD);
    }
  }

  /// What the accessor appends comes first, and nothing of it is overwritten.
  @Test
  void anAccessorThatAppends() throws Exception {
    List<BiConsumer<Table<Acting>, Acting>> writes =
        List.of(Table::append, (table, row) -> table.set(0, row), (table, row) -> table.fill(row));
    try (TableFixture fixture = new TableFixture()) {
      for (TableFixture.Kind kind : TableFixture.kinds()) {
        for (int write = 0; write < writes.size(); write++) {
          Table<Acting> table = kind.make(fixture, TYPE, 2);
          act =
              () -> {
                for (int i = 0; i < ROWS; i++) {
                  table.append(new Acting(i, 2L * i));
                }
                commit(kind, table);
              };
          writes.get(write).accept(table, RECORD);
          assertThat(table.size()).as("%s", kind).isEqualTo(2 + ROWS + (write == 0 ? 1 : 0));
          for (int i = 0; i < ROWS; i++) {
            assertThat(table.get(2 + i))
                .as("%s row %d", kind, i)
                .isEqualTo(write == 2 ? RECORD : new Acting(i, 2L * i));
          }
          assertThat(table.get(write == 0 ? 2 + ROWS : 0)).as("%s", kind).isEqualTo(RECORD);
          commit(kind, table);
        }
      }
    }
  }

  private static void commit(TableFixture.Kind kind, Table<Acting> table) {
    if (kind.isMapped()) {
      try {
        ((MappedTable<Acting>) table).commit();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  enum Color {
    RED
  }

  record Colored(Color color) {}

  /// As with one row.
  @Test
  void whatIsWrongIsWrongWithoutRowsToo() {
    TableType<Colored> type = TableType.of(MethodHandles.lookup(), Colored.class);
    for (int rows : new int[] {0, 1}) {
      Table<Colored> table = type.columns().heap(rows);
      assertThatNullPointerException().isThrownBy(() -> table.fill(Nulls.ofType()));
      assertThatNullPointerException().isThrownBy(() -> table.fill(new Colored(Nulls.ofType())));
      assertThatNullPointerException().isThrownBy(() -> table.append(new Colored(Nulls.ofType())));
      assertThatNullPointerException().isThrownBy(() -> table.forEach(Nulls.ofType()));
      assertThatNullPointerException().isThrownBy(() -> table.copyTo(0, Nulls.ofType(), 0, 0));
      assertThat(table.size()).isEqualTo(rows);
    }
  }

  /// Later it would run between a check and an access.
  @Test
  void theInitializerRunsBeforeThereAreTables() {
    assertThat(initialized).isFalse();
    TableType<Initialized> type = TableType.of(MethodHandles.lookup(), Initialized.class);
    assertThat(initialized).isTrue();
    assertThat(type.columns().heap(1).get(0)).isEqualTo(new Initialized(0));
  }
}
