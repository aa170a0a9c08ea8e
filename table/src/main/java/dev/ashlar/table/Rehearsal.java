package dev.ashlar.table;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Runs every accessor on every kind of memory until HotSpot has profiles of them, once in a JVM.
///
/// What has never run is not compiled: HotSpot puts a trap in its place, and as a table's kind is
/// the same for all rows, takes the trap out of the loop. When another kind of table comes along,
/// the trap springs in front of the loop, and HotSpot never again takes anything out of that loop.
/// So loops would be fast for the first kind of table that a program uses, and slow for all kinds
/// from the second on.
///
/// Tables of several parts are not rehearsed: they go on in a call, which would be left in the
/// loops of all.
final class Rehearsal {
  /// HotSpot begins to profile a method after 200 to 400 calls, which one round of all kinds makes.
  private static final int TURNS = 40;

  /// What the compilers get to catch up, each time: a program that starts keeps them busy.
  private static final long PAUSE_NANOS = 4_000_000;

  private static final int ROUNDS = 12;
  private static final long ROWS = 2;
  private static final long ROW = 1;

  static {
    play();
  }

  /// A field of every carrier, in their order.
  private record Fields(
      boolean aBoolean,
      byte aByte,
      short aShort,
      char aChar,
      int anInt,
      long aLong,
      float aFloat,
      double aDouble) {}

  private final TableType<Fields> type = TableType.of(MethodHandles.lookup(), Fields.class);
  private final FieldOffsets[] at =
      type.schema().fields().stream()
          .map(field -> FieldOffsets.of(type.schema(), field))
          .toArray(FieldOffsets[]::new);
  private final List<Table<Fields>> tables = new ArrayList<>();

  private Rehearsal(Arena confined, Arena shared) {
    tables.add(type.columns().heap(ROWS));
    tables.add(type.alignedRows().heap(ROWS));
    tables.add(type.rows().allocate(shared, ROWS));
    tables.add(type.rows().allocate(confined, ROWS));
    tables.add(type.alignedRows().allocate(confined, ROWS));
    tables.add(type.columns().allocate(confined, ROWS));
  }

  /// Returns when the rehearsal is over; at once in the thread that rehearses, which needs tables
  /// itself.
  static void require() {}

  private static void play() {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      Rehearsal rehearsal = new Rehearsal(confined, shared);
      for (int round = 0; round < ROUNDS; round++) {
        rehearsal.playRound();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private void playRound() {
    for (int turn = 0; turn < TURNS; turn++) {
      for (Table<Fields> table : tables) {
        playFields(table.placement());
        if (isColumnReachedAtOnce(table.placement().kind)) {
          playColumns(table);
        }
      }
    }
  }

  /// Other columns go on in a call.
  private static boolean isColumnReachedAtOnce(int kind) {
    return kind == Placement.HEAP_COLUMNS || kind == Placement.DIRECT_COLUMNS;
  }

  private void playFields(Placement memory) {
    Access.setBoolean(at[0], memory, ROW, Access.getBoolean(at[0], memory, ROW));
    Access.setByte(at[1], memory, ROW, Access.getByte(at[1], memory, ROW));
    Access.setShort(at[2], memory, ROW, Access.getShort(at[2], memory, ROW));
    Access.setChar(at[3], memory, ROW, Access.getChar(at[3], memory, ROW));
    Access.setInt(at[4], memory, ROW, Access.getInt(at[4], memory, ROW));
    Access.setLong(at[5], memory, ROW, Access.getLong(at[5], memory, ROW));
    Access.setFloat(at[6], memory, ROW, Access.getFloat(at[6], memory, ROW));
    Access.setDouble(at[7], memory, ROW, Access.getDouble(at[7], memory, ROW));
  }

  private void playColumns(Table<Fields> table) {
    Column[] columns =
        type.schema().fields().stream()
            .map(field -> table.column(field.name()))
            .toArray(Column[]::new);
    columns[0].setBoolean(ROW, columns[0].getBoolean(ROW));
    columns[1].setByte(ROW, columns[1].getByte(ROW));
    columns[2].setShort(ROW, columns[2].getShort(ROW));
    columns[3].setChar(ROW, columns[3].getChar(ROW));
    columns[4].setInt(ROW, columns[4].getInt(ROW));
    columns[5].setLong(ROW, columns[5].getLong(ROW));
    columns[6].setFloat(ROW, columns[6].getFloat(ROW));
    columns[7].setDouble(ROW, columns[7].getDouble(ROW));
  }
}
