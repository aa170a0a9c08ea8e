// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import dev.ashlar.memory.internal.LittleEndian;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// Runs methods until HotSpot has profiles of them, before a program uses what depends on these.
/// Native memory depends on those of the JDK's accessors, a second kind of memory on those of
/// [Bytes], windows on those of [LateInlining].
///
/// When a hot loop first meets another kind of memory, C2 compiles it again at once, while the
/// JDK's accessors for that kind have hardly run. C2 inlines no call that has no count ("low call
/// site frequency", `InlineTree::should_not_inline` in HotSpot's `bytecodeInfo.cpp`). The loop then
/// runs without a trap, so it is never compiled a third time. One call left in a loop makes all
/// kinds of memory slow there.
///
/// It runs in its own thread. So it holds no carrier thread and no lock of a class initialization,
/// and a virtual thread can wait for it. The system property `dev.ashlar.profileWarmup=false`
/// switches it off: for programs that start from an AOT cache with method profiles (JEP 515), or
/// that end before anything is compiled.
final class ProfileWarmup implements Runnable {
  /// HotSpot begins to profile a method after 200 to 400 calls; later, when its compilers are busy.
  private static final int TURNS = 300;

  /// What the compilers get to catch up, each time.
  private static final long PAUSE_NANOS = 1_000_000;

  private static final int ROUNDS = 3;

  /// When methods run again, after the program has gone on. Where the compilers are behind, HotSpot
  /// compiles methods without profiles at first (tier 2), maybe for all rounds before.
  private static final long[] LATER_MILLIS = {5, 10, 20, 40, 80, 160};

  /// How long a program has to use [Bytes] of arrays before C2 can have compiled a loop over them.
  private static final long MIN_AGE_NANOS = 10_000_000;

  /// What a program waits at most. It takes a few milliseconds, on a busy machine longer.
  private static final long PATIENCE_MILLIS = 1_000;

  /// Bytes that no program fills in the milliseconds that making the handles takes.
  private static final long AMPLE_HEAP = 64 << 20;

  /// Has to be there before the first access: a profile remembers the classes that came first.
  static final ProfileWarmup WINDOWS =
      new ProfileWarmup("windows", 0, ProfileWarmup::playWindows, () -> {});

  private final String name;
  private final long minAgeNanos;
  private final Runnable play;
  private final Runnable whenDone;
  private final AtomicBoolean started = new AtomicBoolean();
  private final CountDownLatch ready = new CountDownLatch(1);

  /// Whether there is nothing to wait for.
  private boolean done = isOff();

  /// @param minAgeNanos how long a program has to use [Bytes] before it waits
  private ProfileWarmup(String name, long minAgeNanos, Runnable play, Runnable whenDone) {
    this.name = name;
    this.minAgeNanos = minAgeNanos;
    this.play = play;
    this.whenDone = whenDone;
  }

  static boolean isOff() {
    return "false".equalsIgnoreCase(System.getProperty("dev.ashlar.profileWarmup"));
  }

  /// For a program that begins to use another kind of memory.
  ///
  /// @param kinds all that it uses now, as in [UsedKinds]
  /// @param isNativeNew whether the other kind is native memory
  static ProfileWarmup ofKinds(int kinds, boolean isNativeNew) {
    return new ProfileWarmup(
        "kinds", MIN_AGE_NANOS, () -> playKinds(kinds, isNativeNew), UsedKinds::recompile);
  }

  /// Waits until the profiles exist, at most once and for [#PATIENCE_MILLIS]. A program that has
  /// just begun to use [Bytes] has no compiled loop yet and does not wait.
  void require() {
    if (!done) {
      awaitProfiles();
    }
  }

  /// An error in an initializer of the JDK's classes loses them for the whole JVM. Where the
  /// program could fill the heap meanwhile, the caller makes the handles before the thread starts;
  /// elsewhere the thread makes them, while the caller goes on.
  private void awaitProfiles() {
    if (this != WINDOWS && UsedKinds.isUsed(Region.NATIVE) && availableHeap() < AMPLE_HEAP) {
      Objects.requireNonNull(AllMemory.MEMORY);
    }
    if (!started.compareAndSet(false, true)) {
      return;
    }
    try {
      Thread warmup = new Thread(null, this, "ashlar-profile-warmup-" + name, 0, false);
      warmup.setDaemon(true);
      warmup.start();
      if (System.nanoTime() - Bytes.SINCE >= minAgeNanos) {
        var _ = ready.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (OutOfMemoryError noThread) {
      // Then there are no profiles, and the program has other worries.
    }
    done = true;
  }

  private static long availableHeap() {
    Runtime heap = Runtime.getRuntime();
    return heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
  }

  boolean hasRun() {
    return started.get();
  }

  @Override
  public void run() {
    try {
      for (int round = 0; round < ROUNDS; round++) {
        play.run();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      play.run();
      whenDone.run();
      ready.countDown();
      for (long millis : LATER_MILLIS) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        play.run();
      }
    } catch (OutOfMemoryError failed) {
      // As above.
    } finally {
      ready.countDown();
    }
  }

  private static void playKinds(int kinds, boolean isNativeNew) {
    if (UsedKinds.has(kinds, Region.ARRAY)) {
      play(Bytes.of(new byte[Long.BYTES]));
    }
    if (UsedKinds.has(kinds, Region.SLICE)) {
      play(Bytes.of(new byte[Long.BYTES + 1], 1, Long.BYTES));
    }
    if (UsedKinds.has(kinds, Region.NATIVE)) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(Long.BYTES, Long.BYTES);
        Bytes bytes = Bytes.of(segment);
        if (isNativeNew) {
          play(segment.address(), new byte[Long.BYTES], bytes);
        }
        play(bytes);
      }
    }
    if (WINDOWS.ready.getCount() == 0) {
      playWindowsOf(kinds);
    }
  }

  /// Not of memory that may end: windows of a program that has none of it need no code for that.
  private static void playWindowsOf(int kinds) {
    if (UsedKinds.has(kinds, Region.ARRAY) || UsedKinds.has(kinds, Region.SLICE)) {
      play(Bytes.of(new byte[Long.BYTES]).window(0, Long.BYTES));
    }
    if (UsedKinds.has(kinds, Region.NATIVE)) {
      Bytes lasting = Bytes.of(Arena.ofAuto().allocate(Long.BYTES, Long.BYTES));
      play(lasting.window(0, Long.BYTES));
    }
  }

  private static void play(Bytes bytes) {
    for (int turn = 0; turn < TURNS; turn++) {
      bytes.setByte(0, bytes.getByte(0));
      bytes.setShort(0, bytes.getShort(0));
      bytes.setInt(0, bytes.getInt(0));
      bytes.setLong(0, bytes.getLong(0));
      bytes.setByte(0L, bytes.getByte(0L));
      bytes.setShort(0L, bytes.getShort(0L));
      bytes.setInt(0L, bytes.getInt(0L));
      bytes.setLong(0L, bytes.getLong(0L));
    }
  }

  private static void play(BytesWindow window) {
    for (int turn = 0; turn < TURNS; turn++) {
      window.setByte(0, window.getByte(0));
      window.setShort(0, window.getShort(0));
      window.setInt(0, window.getInt(0));
      window.setLong(0, window.getLong(0));
    }
  }

  private static void playWindows() {
    Bytes ofNoKind = Bytes.of(MemorySegment.ofArray(new long[1]));
    BytesWindow window = new BytesWindow(ofNoKind, 0, 1);
    for (int turn = 1; turn <= TURNS; turn++) {
      LateInlining.rehearse(window, turn);
    }
  }

  private static void play(long at, byte[] array, Bytes bytes) {
    MemorySegment memory = AllMemory.MEMORY;
    for (int turn = 0; turn < TURNS; turn++) {
      Guard.check(bytes);
      AllMemory.SHORT.set(memory, at, (short) AllMemory.SHORT.get(memory, at));
      AllMemory.INT.set(memory, at, (int) AllMemory.INT.get(memory, at));
      AllMemory.LONG.set(memory, at, (long) AllMemory.LONG.get(memory, at));
      LittleEndian.SHORT.set(array, 0, (short) LittleEndian.SHORT.get(array, 0));
      LittleEndian.INT.set(array, 0, (int) LittleEndian.INT.get(array, 0));
      LittleEndian.LONG.set(array, 0, (long) LittleEndian.LONG.get(array, 0));
    }
  }
}
