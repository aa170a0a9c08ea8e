// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.spark;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.spark.internal.file.SparkTypes;
import dev.ashlar.spark.internal.file.TableField;
import dev.ashlar.spark.internal.read.TableVector;
import dev.ashlar.table.Column;
import dev.ashlar.table.RecordSchema;
import dev.ashlar.table.RecordSchema.Field;
import dev.ashlar.table.Table;
import dev.ashlar.testing.Garbage;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Vectors over memory that Spark may find in a file.
class ValueVectorTest {
  private static final int ROWS = 1_000;

  private static Table<?> table(Field... fields) {
    return new RecordSchema("Row", List.of(fields)).type().columns().allocate(Arena.ofAuto(), ROWS);
  }

  private static TableVector vector(Table<?> table, int component) {
    TableField field = TableField.of(table.layout().type().fields()).get(component);
    TableVector vector = TableVector.of(field, SparkTypes.of(field));
    vector.open(table.chunks().getFirst());
    vector.moveTo(0, ROWS);
    return vector;
  }

  @Test
  void numbersAndEnumsLeaveNoGarbage() throws Throwable {
    Table<?> table =
        table(
            new Field("a", "long"),
            new Field("b", "optional int"),
            new Field("c", "instant millis"),
            new Field("d", "enum X,Y"));
    TableVector a = vector(table, 0);
    TableVector b = vector(table, 1);
    TableVector c = vector(table, 2);
    TableVector d = vector(table, 3);
    Garbage.assertNone(call -> {
      int row = call % ROWS;
      return a.getLong(row)
          + (b.isNullAt(row) ? 1 : b.getInt(row))
          + c.getLong(row)
          + d.getUTF8String(row).numBytes();
    });
  }

  @Test
  void valuesThatSparkHasNotAreNamed() {
    Table<?> table = table(new Field("at", "instant seconds"), new Field("side", "enum BUY,SELL"));
    Column at = table.column("at");
    at.setLong(7, Long.MAX_VALUE / 1_000_000 + 1);
    table.column("side").asSegment().set(ValueLayout.JAVA_BYTE, 8, (byte) 2);
    assertThatThrownBy(() -> vector(table, 0).getLong(7))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("at is 9223372036855 seconds");
    assertThatThrownBy(() -> vector(table, 1).getUTF8String(8))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("side has the ordinal 2, and the enum 2 constants");
  }

  @Test
  void otherTypesAreRefused() {
    assertThatThrownBy(() -> vector(table(new Field("a", "long")), 0).getArray(0))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("a is BIGINT, not an array");
  }
}
