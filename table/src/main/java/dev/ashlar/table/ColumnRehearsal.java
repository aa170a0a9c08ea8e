// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.hotspot.Warmup;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.util.concurrent.locks.LockSupport;

/// Reads the first value of a column until HotSpot has a profile of these reads, once for each
/// class of columns and type of values. While its compilers are busy, HotSpot runs code that
/// collects no profile. Later it takes the calls in an accessor for rare (`low call site
/// frequency`).
final class ColumnRehearsal {
  private static final int ROUNDS = 5;
  private static final int TURNS = 400;

  /// HotSpot ignores a profile of less than 1000 calls (a fifth of `Tier4InvocationThreshold`).
  private static final int LAST_TURNS = 1_200;

  private static final long PAUSE_NANOS = 1_000_000;

  /// The columns that have been read. Threads may race to read the first.
  private static final boolean[][] READ =
      new boolean[Column.WAYS][2 * PrimitiveType.values().length];

  private ColumnRehearsal() {}

  /// @param way which class it is, below [Column#WAYS]
  @SuppressWarnings(
      "EnumOrdinal") // Records in a set need classes of the JDK, which a short stack loses.
  static void run(Column column, int way) {
    Field field = column.field;
    int type = 2 * field.primitive().ordinal() + (field.isEnum() ? 1 : 0);
    if (READ[way][type] || column.size == 0 || field.isRun() || Warmup.isOff()) {
      return;
    }
    READ[way][type] = true;
    try {
      for (int round = 0; round < ROUNDS; round++) {
        read(column, TURNS);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      read(column, LAST_TURNS);
    } catch (RuntimeException mayNotBeReadNow) {
      READ[way][type] = false;
    }
  }

  private static void read(Column column, int turns) {
    for (int turn = 0; turn < turns; turn++) {
      if (column.field.isEnum()) {
        column.getOrdinal(0);
        continue;
      }
      switch (column.field.primitive()) {
        case BOOLEAN -> column.getBoolean(0);
        case BYTE -> column.getByte(0);
        case SHORT -> column.getShort(0);
        case CHAR -> column.getChar(0);
        case INT -> column.getInt(0);
        case LONG -> column.getLong(0);
        case FLOAT -> column.getFloat(0);
        case DOUBLE -> column.getDouble(0);
      }
    }
  }
}
