// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.memory.HeapHeadroom;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Lookups;
import dev.ashlar.table.internal.schema.PrimitiveType;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Runs every accessor on every kind of memory until HotSpot has profiles of them, once in a JVM,
/// in a thread of its own.
///
/// What has never run is not compiled: HotSpot puts a trap in its place, and as a table's kind is
/// the same for all rows, takes the trap out of the loop. When another kind of table comes along,
/// the trap springs in front of the loop, and HotSpot never again takes anything out of that loop.
/// So loops would be fast for the first kind of table that a program uses, and slow for all kinds
/// from the second on. Nor may one kind be far more frequent than the others when a loop is
/// compiled: HotSpot inlines nothing in a branch that is taken once in more than a hundred times.
///
/// So accesses are counted at first. A program that makes few of them never warms up; each of them
/// asks for stack, since it may have to link what it calls. One that makes more starts the thread,
/// and is held when it has made so many that HotSpot would soon compile its loops. When the warm-up
/// is over, counting is replaced by nothing, in the target of a call site that all compiled code
/// depends on: it costs nothing from then on.
///
/// `-Ddev.ashlar.profileWarmup=false` switches it off: for programs that use one kind of memory, or
/// that start from an AOT cache with profiles (JEP 515).
final class ProfileWarmup {
  /// HotSpot begins to profile a method after 200 to 400 calls, which one round of all kinds makes;
  /// later, if its compilers are busy.
  private static final int TURNS = 40;

  /// What the compilers get to catch up, each time: a program that starts keeps them busy.
  private static final long PAUSE_NANOS = 1_000_000;

  private static final int ROUNDS = 5;

  /// HotSpot takes a profile for none before it has seen 1000 calls (a fifth of
  /// `Tier4InvocationThreshold`), and does not inline what it has no profile of.
  private static final int PROFILED_TURNS = 1_200;

  private static final int COLUMN_TURNS = 400;

  private static final long ROWS = 2;
  private static final int ROW = 1;

  /// The number of accesses after which the warm-up begins.
  private static final int START = 100;

  /// The number of accesses after which a program waits for its end. HotSpot compiles for good
  /// after 5000 calls at the earliest.
  private static final int HOLD = 2_000;

  /// How long it waits at most: a machine may be very busy.
  private static final long MAX_WAIT_NANOS = 5_000_000_000L;

  private static final CountDownLatch OVER = new CountDownLatch(1);

  /// What each access calls: [#count] as long as the warm-up is not over, then nothing.
  private static final MutableCallSite PHASE = new MutableCallSite(firstPhase());

  private static final MethodHandle IN_PHASE = PHASE.dynamicInvoker();
  private static final MethodHandle NOTHING = MethodHandles.empty(PHASE.type());

  /// Which columns have been read. Threads may race to read the first.
  private static final boolean[][] READ =
      new boolean[Column.WAYS][2 * PrimitiveType.values().length];

  /// Threads may race to count.
  private static int accesses;

  /// The thread that warms up; null before it has been started.
  private static @Nullable Thread thread;

  /// A field of every primitive, in their order.
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
  private final FieldAccess[] at =
      type.schema().fields().stream().map(type.schema()::access).toArray(FieldAccess[]::new);

  /// Kinds of native memory more often than those of the heap: as often as `InlineFrequencyRatio`
  /// wants of what is to be inlined, and more.
  private final List<Table<Fields>> tables;

  private ProfileWarmup(Arena confined) {
    Table<Fields> heapColumns = type.columns().heap(ROWS);
    Table<Fields> nativeColumns = type.columns().allocateSilently(confined, ROWS);
    Table<Fields> nativeRows = type.rows().allocateSilently(confined, ROWS);
    Table<Fields> alignedRows = type.alignedRows().allocateSilently(confined, ROWS);
    tables =
        List.of(
            nativeRows,
            nativeColumns,
            alignedRows,
            nativeColumns,
            heapColumns,
            nativeRows,
            nativeColumns,
            alignedRows,
            nativeColumns,
            type.alignedRows().heap(ROWS));
  }

  private static MethodHandle firstPhase() {
    return Lookups.find(() ->
        MethodHandles.lookup()
            .findStatic(ProfileWarmup.class, "count", MethodType.methodType(void.class)));
  }

  /// Is called before each access.
  static void beforeAccess() {
    try {
      IN_PHASE.invokeExact();
    } catch (Throwable failure) {
      throw Lookups.unchecked(failure);
    }
  }

  /// Whether this thread warms up: its tables are not the program's. A thread is its own identity.
  @SuppressWarnings("ReferenceEquality")
  static boolean isWarmingUp() {
    return Thread.currentThread() == thread;
  }

  /// Found by its name.
  @SuppressWarnings("UnusedMethod")
  private static void count() {
    accesses++;
    if (accesses < START) {
      StackHeadroom.require();
    } else if (!isWarmingUp()) {
      start();
      if (accesses >= HOLD) {
        await();
      }
    }
  }

  private static boolean isOff() {
    return "false".equals(System.getProperty("dev.ashlar.profileWarmup"));
  }

  private static synchronized void start() {
    if (thread == null) {
      if (isOff()) {
        end();
        return;
      }
      try {
        thread =
            Thread.ofPlatform()
                .daemon()
                .name("Ashlar table profiles")
                .inheritInheritableThreadLocals(false)
                .unstarted(ProfileWarmup::run);
        thread.start();
      } catch (OutOfMemoryError noMoreThreads) {
        end();
      }
    } else if (OVER.getCount() == 0) {
      end();
    }
  }

  private static void run() {
    try {
      HeapHeadroom.requireOnce(HeapHeadroom.WARMUP);
      warmUp();
    } catch (Throwable failure) {
      // Nothing depends on it but speed.
      accesses = HOLD;
    } finally {
      end();
    }
  }

  private static void end() {
    try {
      PHASE.setTarget(NOTHING);
      MutableCallSite.syncAll(new MutableCallSite[] {PHASE});
    } catch (OutOfMemoryError full) {
      // The next access that is counted tries again.
    } finally {
      OVER.countDown();
    }
  }

  private static void await() {
    boolean interrupted = false;
    long end = System.nanoTime() + MAX_WAIT_NANOS;
    for (long left = MAX_WAIT_NANOS; left > 0 && OVER.getCount() > 0; ) {
      try {
        left = OVER.await(left, TimeUnit.NANOSECONDS) ? 0 : end - System.nanoTime();
      } catch (InterruptedException later) {
        interrupted = true;
        left = end - System.nanoTime();
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void warmUp() {
    try (Arena confined = Arena.ofConfined()) {
      ProfileWarmup warmup = new ProfileWarmup(confined);
      for (int round = 0; round < ROUNDS; round++) {
        warmup.run(TURNS);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      warmup.run(PROFILED_TURNS);
    }
  }

  private void run(int turns) {
    for (int turn = 0; turn < turns; turn++) {
      for (Table<Fields> table : tables) {
        runFields(table.memory().first());
      }
    }
  }

  /// Reads the first value of a column until HotSpot has a profile of that, once for each class of
  /// columns and type of values. While its compilers are behind, HotSpot runs code that makes no
  /// profile, and then takes the calls in an accessor for rare (`low call site frequency`).
  ///
  /// @param way which class it is, below [Column#WAYS]
  @SuppressWarnings(
      "EnumOrdinal") // Records in a set need classes of the JDK, which a short stack loses.
  static void read(Column column, int way) {
    Field field = column.field;
    int type = 2 * field.primitive().ordinal() + (field.isEnum() ? 1 : 0);
    if (READ[way][type] || column.size == 0 || field.isRun() || isOff()) {
      return;
    }
    StackHeadroom.require();
    READ[way][type] = true;
    try {
      for (int round = 0; round < ROUNDS; round++) {
        readFirst(column, COLUMN_TURNS);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      readFirst(column, PROFILED_TURNS);
    } catch (RuntimeException mayNotBeReadNow) {
      READ[way][type] = false;
    }
  }

  private static void readFirst(Column column, int turns) {
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

  private void runFields(Chunk chunk) {
    int kind = chunk.kind;
    if (kind <= Chunk.COLUMNS) {
      chunk.requireDirect();
    }
    at[0].setBoolean(chunk, kind, ROW, at[0].getBoolean(chunk, kind, ROW));
    at[1].setByte(chunk, kind, ROW, at[1].getByte(chunk, kind, ROW));
    at[2].setShort(chunk, kind, ROW, at[2].getShort(chunk, kind, ROW));
    at[3].setChar(chunk, kind, ROW, at[3].getChar(chunk, kind, ROW));
    at[4].setInt(chunk, kind, ROW, at[4].getInt(chunk, kind, ROW));
    at[5].setLong(chunk, kind, ROW, at[5].getLong(chunk, kind, ROW));
    at[6].setFloat(chunk, kind, ROW, at[6].getFloat(chunk, kind, ROW));
    at[7].setDouble(chunk, kind, ROW, at[7].getDouble(chunk, kind, ROW));
  }
}
