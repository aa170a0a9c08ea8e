// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.table.annotation.OrNull;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Records inside of records: their code runs in the middle of an access, and their names meet.
@Timeout(60)
final class NestedRecordTest {
  private static final int ROWS = 1000;
  private static final int ROW = 7;

  /// What the next constructor of an inner record does.
  private static Runnable act = NestedRecordTest::nothing;

  record Inner(long value) {
    Inner {
      runOnce();
    }

    @Override
    public long value() {
      runOnce();
      return value;
    }
  }

  record Outer(long before, Inner inner, long after) {}

  interface OuterCursor extends Cursor {
    Inner inner();

    void inner(Inner value);

    long innerValue();

    long after();
  }

  private static final TableType<Outer> OUTERS = TableType.of(MethodHandles.lookup(), Outer.class);

  private static void nothing() {}

  private static void runOnce() {
    Runnable now = act;
    act = NestedRecordTest::nothing;
    now.run();
  }

  private static TableLayout<Outer> layout(String name) {
    return switch (name) {
      case "rows" -> OUTERS.rows();
      case "alignedRows" -> OUTERS.alignedRows();
      default -> OUTERS.columns();
    };
  }

  /// Were fields read after the constructor has run, they would be those of other memory.
  @ParameterizedTest
  @ValueSource(strings = {"rows", "alignedRows", "columns"})
  void aConstructorThatEndsTheMemoryFindsAllRead(String layout) {
    Arena arena = Arena.ofConfined();
    Table<Outer> table = layout(layout).allocate(arena, ROWS);
    Outer row = new Outer(1, new Inner(2), 3);
    table.set(ROW, row);
    try (Arena next = Arena.ofConfined()) {
      act =
          () -> {
            arena.close();
            MemorySegment reused = next.allocate(layout(layout).bytesPerRow() * ROWS, 64);
            reused.fill((byte) -1);
          };
      assertThat(table.get(ROW)).isEqualTo(row);
    }
    assertThatIllegalStateException().isThrownBy(() -> table.get(ROW));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rows", "alignedRows", "columns"})
  void anAccessorThatEndsTheMemoryHasNothingWritten(String layout) {
    Arena arena = Arena.ofConfined();
    Table<Outer> table = layout(layout).allocate(arena, ROWS);
    OuterCursor cursor = table.cursor(OuterCursor.class);
    cursor.moveTo(ROW);
    Inner value = new Inner(2);
    act = arena::close;
    assertThatIllegalStateException().isThrownBy(() -> cursor.inner(value));
  }

  /// The row is asked for after the accessor: it may have moved the cursor.
  @Test
  void anAccessorThatMovesTheCursorHasThatRowWritten() {
    Table<Outer> table = OUTERS.columns().heap(ROWS);
    OuterCursor cursor = table.cursor(OuterCursor.class);
    cursor.moveTo(ROW);
    Inner value = new Inner(2);
    act = () -> cursor.moveTo(ROW + 1);
    cursor.inner(value);
    assertThat(table.get(ROW).inner().value()).isZero();
    assertThat(table.get(ROW + 1).inner().value()).isEqualTo(2);
    assertThat(cursor.innerValue()).isEqualTo(2);
    assertThat(cursor.after()).isZero();
  }

  record Deep(Optional<Deeper> deeper, int last) {}

  record Deeper(@OrNull @Nullable Deepest deepest, boolean flag) {}

  record Deepest(@OrNull @Nullable Integer value) {}

  @Test
  void eachLevelMayBeAbsent() throws Exception {
    TableType<Deep> type = TableType.of(MethodHandles.lookup(), Deep.class);
    assertThat(type.columns().bytesPerRow()).isEqualTo(1 + 1 + 1 + 4 + 1 + 4);
    Deep[] rows = {
      new Deep(Optional.empty(), 1),
      new Deep(Optional.of(new Deeper(null, true)), 2),
      new Deep(Optional.of(new Deeper(new Deepest(null), true)), 3),
      new Deep(Optional.of(new Deeper(new Deepest(0), false)), 4)
    };
    try (TableFixture fixture = new TableFixture()) {
      for (TableFixture.Kind kind : TableFixture.kinds()) {
        Table<Deep> table = kind.make(fixture, type, 0);
        for (Deep first : rows) {
          for (Deep row : rows) {
            table.append(first);
            table.set(table.size() - 1, row);
            assertThat(table.get(table.size() - 1)).as("%s", kind).isEqualTo(row);
          }
        }
      }
    }
  }

  record Loop(int value, Optional<Loop> next) {}

  record Left(Right right) {}

  record Right(@OrNull @Nullable Left left) {}

  record Clash(boolean isPresent) {}

  record Clashing(Optional<Clash> clash) {}

  record Meeting(int innerValue, Inner inner) {}

  interface MeetingCursor extends Cursor {
    int innerValue();

    long getInnerValue();
  }

  interface Ambiguous extends Cursor {
    void setInnerValue(byte value);
  }

  @Test
  void refusesARecordInsideOfItself() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), Loop.class))
        .withMessageContaining("Loop.next cannot be stored")
        .withMessageContaining("inside of itself");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), Left.class))
        .withMessageContaining("Right.left cannot be stored");
  }

  @Test
  void refusesTwoFieldsOfOneName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TableType.of(MethodHandles.lookup(), Clashing.class))
        .withMessageContaining("two fields clash.isPresent");
  }

  /// `innerValue` is a component, and that of a record inside: their types tell them apart.
  @Test
  void namesThatMeetAreToldApartByTheirType() {
    TableType<Meeting> type = TableType.of(MethodHandles.lookup(), Meeting.class);
    Table<Meeting> table = type.rows().allocate(Arena.ofAuto(), 1);
    table.set(0, new Meeting(1, new Inner(2)));
    MeetingCursor cursor = table.cursor(MeetingCursor.class);
    cursor.next();
    assertThat(cursor.innerValue()).isEqualTo(1);
    assertThat(cursor.getInnerValue()).isEqualTo(2);
    assertThatIllegalArgumentException().isThrownBy(() -> table.cursor(Ambiguous.class));
  }
}
