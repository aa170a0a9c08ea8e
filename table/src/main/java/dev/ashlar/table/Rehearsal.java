package dev.ashlar.table;

import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
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
  /// HotSpot begins to profile a method after 200 to 400 calls, which one round of all kinds makes;
  /// later, if its compilers are busy.
  private static final int TURNS = 40;

  /// What the compilers get to catch up, each time: a program that starts keeps them busy.
  private static final long PAUSE_NANOS = 1_000_000;

  private static final int ROUNDS = 5;

  /// HotSpot takes a profile for none before it has seen 1000 calls (a fifth of
  /// `Tier4InvocationThreshold`), and does not inline what it has no profile of.
  private static final int PROFILED_TURNS = 1_200;

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
  private final List<Table<Fields>> tables;
  private final List<Column[]> columns;

  private Rehearsal(Arena confined, Arena shared) {
    Table<Fields> heapColumns = type.columns().heap(ROWS);
    Table<Fields> nativeColumns = type.columns().allocate(confined, ROWS);
    tables =
        List.of(
            heapColumns,
            type.alignedRows().heap(ROWS),
            type.rows().allocate(shared, ROWS),
            type.rows().allocate(confined, ROWS),
            type.alignedRows().allocate(confined, ROWS),
            nativeColumns);
    columns = List.of(columns(heapColumns), columns(nativeColumns));
  }

  /// Returns when the rehearsal is over; at once in the thread that rehearses, which needs tables
  /// itself.
  static void require() {}

  private static void play() {
    try (Arena confined = Arena.ofConfined();
        Arena shared = Arena.ofShared()) {
      Rehearsal rehearsal = new Rehearsal(confined, shared);
      for (int round = 0; round < ROUNDS; round++) {
        rehearsal.play(TURNS);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      rehearsal.play(PROFILED_TURNS);
    }
  }

  private void play(int turns) {
    for (int turn = 0; turn < turns; turn++) {
      for (Table<Fields> table : tables) {
        playFields(table.placement());
      }
      columns.forEach(Rehearsal::playColumns);
    }
  }

  /// Those of other tables go on in a call.
  private Column[] columns(Table<Fields> table) {
    return type.schema().fields().stream()
        .map(field -> table.column(field.name()))
        .toArray(Column[]::new);
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

  private static void playColumns(Column[] columns) {
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
