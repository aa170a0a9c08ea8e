// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.MemoryKind;
import dev.ashlar.table.internal.schema.Field;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Bytes that no table would write: somebody else did, to a file or through a column's segment.
final class ForeignBytesTest {
  enum Level {
    LOW,
    HIGH
  }

  record Alarm(long id, boolean open, Level level) {}

  interface Plain extends Cursor {
    boolean open();

    Level level();
  }

  interface Atomics extends Cursor {
    boolean getOpenVolatile();

    Level getLevelVolatile();
  }

  private static final TableType<Alarm> ALARMS = TableType.of(MethodHandles.lookup(), Alarm.class);
  private static final int ROWS = 12;
  private static final int ROW = 7;

  private TableFixture fixture;

  static List<TableFixture.Kind> kinds() {
    return TableFixture.kinds();
  }

  @BeforeEach
  void openHome() throws Exception {
    fixture = new TableFixture();
  }

  @AfterEach
  void closeHome() throws Exception {
    fixture.close();
  }

  private static void poke(Table<Alarm> table, String name, int value) {
    Chunk chunk = Table.chunk(table, ROW);
    int row = (int) (ROW - chunk.first);
    Field field = ALARMS.schema().field(name);
    if (chunk.kind == MemoryKind.HEAP_COLUMNS) {
      ((byte[]) chunk.arrays[field.index()])[row] = (byte) value;
    } else {
      chunk.memory.set(ValueLayout.JAVA_BYTE, chunk.offset(field.index(), row), (byte) value);
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aBooleanIsTrueUnlessItIsZero(TableFixture.Kind kind) {
    Table<Alarm> table = kind.make(fixture, ALARMS, ROWS);
    for (int value : new int[] {1, 2, 0x7E, 0x80, 0xFE, 0xFF, 0}) {
      poke(table, "open", value);
      boolean expected = value != 0;
      assertThat(table.get(ROW).open()).as("get of %d", value).isEqualTo(expected);
      Plain plain = (Plain) table.cursor(Plain.class).moveTo(ROW);
      assertThat(plain.open()).isEqualTo(expected);
      if (!kind.isRows()) {
        Atomics atomics = (Atomics) table.cursor(Atomics.class).moveTo(ROW);
        assertThat(atomics.getOpenVolatile()).as("atomic %d", value).isEqualTo(expected);
      }
      if (kind.isColumns()) {
        assertThat(table.column("open").getBoolean(ROW)).isEqualTo(expected);
      }
      for (TableFixture.Kind other : TableFixture.kinds()) {
        Table<Alarm> target = other.make(fixture, ALARMS, ROWS);
        table.copyTo(0, target, 0, ROWS);
        assertThat(target.get(ROW).open()).as("copy of %d to %s", value, other).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void anOrdinalWithoutAConstantIsNamed(TableFixture.Kind kind) {
    Table<Alarm> table = kind.make(fixture, ALARMS, ROWS);
    poke(table, "level", 200);
    Plain plain = (Plain) table.cursor(Plain.class).moveTo(ROW);
    assertNamed(() -> table.get(ROW));
    assertNamed(plain::level);
    if (!kind.isRows()) {
      Atomics atomics = (Atomics) table.cursor(Atomics.class).moveTo(ROW);
      assertNamed(atomics::getLevelVolatile);
    }
    poke(table, "level", 1);
    assertThat(table.get(ROW).level()).isEqualTo(plain.level()).isEqualTo(Level.HIGH);
  }

  private static void assertNamed(ThrowingCallable reading) {
    assertThatIllegalStateException()
        .isThrownBy(reading)
        .withMessageContaining("%s.level has the ordinal 200 in ", Alarm.class.getName())
        .withMessageContaining(", and %s has 2 constants", Level.class.getName());
  }
}
