// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.hotspot;

import dev.ashlar.memory.internal.hotspot.Warmup;
import dev.ashlar.table.internal.access.Chunk;
import dev.ashlar.table.internal.access.ColumnArrays;
import dev.ashlar.table.internal.access.FieldAccess;
import dev.ashlar.table.internal.access.Permit;
import dev.ashlar.table.internal.access.SegmentAccess;
import dev.ashlar.table.internal.memory.ArenaStorage;
import dev.ashlar.table.internal.memory.DirectMemory;
import dev.ashlar.table.internal.memory.HeapStorage;
import dev.ashlar.table.internal.memory.TableMemory;
import dev.ashlar.table.internal.schema.Field;
import dev.ashlar.table.internal.schema.Layout;
import dev.ashlar.table.internal.schema.RecordLayout;
import dev.ashlar.table.internal.schema.Schema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Runs every accessor on some kinds of memory until HotSpot has profiles of them, in a thread of
/// its own. Calls [UsedKinds#recompile] at the end.
///
/// No kind may be far more frequent than the others when a loop is compiled: HotSpot inlines
/// nothing in a branch that is taken less than once in a hundred times.
///
/// `-Ddev.ashlar.profileWarmup=false` turns the warm-up off, for programs that use one kind of
/// memory, or that start from an AOT cache with profiles (JEP 515).
public final class ProfileWarmup implements Runnable {
  /// HotSpot begins to profile a method after 200 to 400 calls, which one round of all kinds makes;
  /// later, if its compilers are busy.
  private static final int TURNS = 40;

  /// The time that the compilers get to catch up after each round: a program that starts keeps them
  /// busy.
  private static final long PAUSE_NANOS = 1_000_000;

  private static final int ROUNDS = 5;

  /// HotSpot begins to profile a method after 200 to 400 calls.
  private static final int ACCESSOR_TURNS = 300;

  /// HotSpot ignores a profile of less than 1000 calls (a fifth of `Tier4InvocationThreshold`), and
  /// does not inline calls without a profile.
  private static final int PROFILED_TURNS = 1_200;

  private static final long ROWS = 2;
  private static final int ROW = 1;

  /// The times at which accessors run again, after the program has continued. While the compilers
  /// are busy, HotSpot compiles methods without profiles first (tier 2), maybe in all earlier
  /// rounds.
  private static final long[] LATER_MILLIS = {5, 10, 20, 40, 80, 160};

  /// The number of turns for each one that throws exceptions, which takes time.
  private static final int REHEARSAL = 8;

  /// Kinds of memory of rows and columns, in the order they run in. Kinds of native memory run more
  /// often than those of the heap: more often than `InlineFrequencyRatio` requires for inlining.
  private static final int[] ORDER = {
    Chunk.ROWS,
    Chunk.COLUMNS,
    Chunk.ALIGNED_ROWS,
    Chunk.COLUMNS,
    Chunk.HEAP_COLUMNS,
    Chunk.ROWS,
    Chunk.COLUMNS,
    Chunk.ALIGNED_ROWS,
    Chunk.COLUMNS,
    Chunk.HEAP_ROWS
  };

  /// How long it waits at most: a machine may be very busy.
  private static final long MAX_WAIT_NANOS = 5_000_000_000L;

  private static final Permit PERMIT = Permit.of(MethodHandles.lookup());

  /// A bit for each kind that [#link] was called for.
  private static int linked;

  /// The argument of [#link].
  private static volatile @Nullable Runnable readers;

  /// A field of every primitive type, in the order of `PrimitiveType`.
  private record Fields(
      boolean aBoolean,
      byte aByte,
      short aShort,
      char aChar,
      int anInt,
      long aLong,
      float aFloat,
      double aDouble) {}

  private static final class WarmupThread extends Thread {
    WarmupThread(Runnable task) {
      super(null, task, "Ashlar table profiles", 0, false);
      setDaemon(true);
    }
  }

  private final int kinds;
  private final CountDownLatch over = new CountDownLatch(1);
  private final long begun = System.nanoTime();

  /// @param kinds a bit for each
  ProfileWarmup(int kinds) {
    this.kinds = kinds;
  }

  /// One that is over, and has done nothing.
  static ProfileWarmup none() {
    ProfileWarmup none = new ProfileWarmup(0);
    none.end();
    return none;
  }

  /// Whether this thread warms up: its tables are not the program's.
  static boolean isWarmingUp() {
    return Thread.currentThread() instanceof WarmupThread;
  }

  void start() {
    try {
      new WarmupThread(this).start();
    } catch (OutOfMemoryError noMoreThreads) {
      end();
    }
  }

  @Override
  public void run() {
    try (Arena confined = Arena.ofConfined()) {
      Schema schema = Schema.of(PERMIT, MethodHandles.lookup(), Fields.class);
      List<FieldAccess> at = accesses(schema);
      List<Chunk> chunks = chunks(schema, confined);
      for (int round = 0; round < ROUNDS; round++) {
        run(at, chunks, TURNS);
        runReaders();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      run(at, chunks, PROFILED_TURNS);
      end();
      for (long millis : LATER_MILLIS) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        if (!UsedKinds.isLast(this)) {
          break; // Another one runs all kinds.
        }
        run(at, chunks, TURNS);
        runReaders();
      }
    } catch (Throwable failure) {
      // Nothing depends on it but speed.
    } finally {
      if (!isOver()) {
        end();
      }
    }
  }

  private static void runReaders() {
    Runnable known = readers;
    if (known != null) {
      known.run();
    }
  }

  boolean isOver() {
    return over.getCount() == 0;
  }

  void end() {
    UsedKinds.recompile();
    over.countDown();
  }

  /// Returns when this is over, or takes too long since it has begun.
  void await() {
    boolean interrupted = false;
    while (!isOver()) {
      long left = begun + MAX_WAIT_NANOS - System.nanoTime();
      if (left <= 0) {
        break;
      }
      try {
        var _ = over.await(left, TimeUnit.NANOSECONDS);
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Chunk> chunks(Schema schema, Arena confined) {
    List<Chunk> chunks = new ArrayList<>();
    for (int layout : ORDER) {
      if (has(layout)) {
        chunks.add(memory(schema, layout, confined).first());
      }
      if (layout <= Chunk.COLUMNS && has(Chunk.CHECKED + layout)) {
        // Memory that is reached directly if possible; not that of an arena which any thread
        // closes.
        Arena checked = DirectMemory.isGranted() ? Arena.ofShared() : confined;
        chunks.add(memory(schema, layout, checked).first());
      }
    }
    return chunks;
  }

  private boolean has(int kind) {
    return (kinds & 1 << kind) != 0;
  }

  private static List<FieldAccess> accesses(Schema schema) {
    List<FieldAccess> accesses = new ArrayList<>();
    for (Field field : schema.fields()) {
      accesses.add(schema.access(field));
    }
    return accesses;
  }

  /// Returns memory of some rows.
  ///
  /// @param layout a kind of memory that is reached directly, or of the heap
  /// @param arena of native memory; null for an automatic one
  public static TableMemory memory(Schema schema, int layout, @Nullable Arena arena) {
    Layout rows =
        switch (layout) {
          case Chunk.ROWS -> Layout.ROWS;
          case Chunk.COLUMNS, Chunk.HEAP_COLUMNS -> Layout.COLUMNS;
          default -> Layout.ALIGNED_ROWS;
        };
    RecordLayout records = new RecordLayout(schema, rows, 0, 0);
    return layout <= Chunk.COLUMNS
        ? new ArenaStorage(records, arena == null ? Arena.ofAuto() : arena).allocateRows(ROWS)
        : HeapStorage.of(records).allocateRows(ROWS);
  }

  /// Makes the JDK link the methods that accesses of all records call, once in a JVM.
  ///
  /// @param kind of the heap, or [Chunk#ALIGNED_ROWS] for all native memory
  /// @param readers runs the code that all records share
  public static synchronized void link(int kind, Runnable readers) {
    if ((linked & 1 << kind) != 0) {
      return;
    }
    Schema schema = Schema.of(PERMIT, MethodHandles.lookup(), Fields.class);
    runFields(accesses(schema), memory(schema, kind, null).first());
    if (kind == Chunk.HEAP_COLUMNS) {
      ColumnArrays.rehearse();
    }
    if (kind == Chunk.ALIGNED_ROWS) {
      linkNative();
    }
    if (linked == 0) {
      readers.run(); // No method has a profile of what the program reads yet.
    }
    ProfileWarmup.readers = readers;
    linked |= 1 << kind;
  }

  private static void linkNative() {
    MemorySegment word = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    SegmentAccess.link(word, 0);
    // Before any loop over a table is compiled: C2 leaves calls in code that has no profile.
    for (int turn = 0; turn < ACCESSOR_TURNS && !Warmup.isOff(); turn++) {
      SegmentAccess.link(word, 0);
    }
    if (DirectMemory.isGranted()) {
      try {
        SegmentAccess.link(PERMIT.memory(), word.address());
      } finally {
        Reference.reachabilityFence(word);
      }
    }
  }

  private static void run(List<FieldAccess> at, List<Chunk> chunks, int turns) {
    for (int turn = 0; turn < turns; turn++) {
      for (int i = 0; i < chunks.size(); i++) {
        Chunk chunk = chunks.get(i);
        runFields(at, chunk);
        if (chunk.kind == Chunk.HEAP_COLUMNS && turn % REHEARSAL == 0) {
          ColumnArrays.rehearse();
        }
      }
    }
  }

  private static void runFields(List<FieldAccess> at, Chunk chunk) {
    int kind = chunk.kind;
    if (kind <= Chunk.COLUMNS) {
      chunk.requireDirect();
    }
    at.get(0).setBoolean(chunk, kind, ROW, at.get(0).getBoolean(chunk, kind, ROW));
    at.get(1).setByte(chunk, kind, ROW, at.get(1).getByte(chunk, kind, ROW));
    at.get(2).setShort(chunk, kind, ROW, at.get(2).getShort(chunk, kind, ROW));
    at.get(3).setChar(chunk, kind, ROW, at.get(3).getChar(chunk, kind, ROW));
    at.get(4).setInt(chunk, kind, ROW, at.get(4).getInt(chunk, kind, ROW));
    at.get(5).setLong(chunk, kind, ROW, at.get(5).getLong(chunk, kind, ROW));
    at.get(6).setFloat(chunk, kind, ROW, at.get(6).getFloat(chunk, kind, ROW));
    at.get(7).setDouble(chunk, kind, ROW, at.get(7).getDouble(chunk, kind, ROW));
  }
}
