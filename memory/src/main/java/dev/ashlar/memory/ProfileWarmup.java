package dev.ashlar.memory;

import dev.ashlar.memory.internal.AllMemory;
import dev.ashlar.memory.internal.LittleEndian;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// Runs the JDK's accessors until HotSpot has profiles of them, before a program uses native memory
/// for the first time.
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
final class ProfileWarmup extends Thread {
  /// HotSpot begins to profile a method after 200 to 400 calls; later, when its compilers are busy.
  private static final int TURNS = 300;

  /// What the compilers get to catch up, each time.
  private static final long PAUSE_NANOS = 1_000_000;

  private static final int ROUNDS = 3;

  /// How long a program has to use [Bytes] of arrays before C2 can have compiled a loop over them.
  private static final long MIN_AGE_NANOS = 10_000_000;

  /// What a program waits at most.
  private static final long PATIENCE_MILLIS = 100;

  /// Bytes that no program fills in the milliseconds that making the handles takes.
  private static final long AMPLE_HEAP = 64 << 20;

  private static final AtomicBoolean STARTED = new AtomicBoolean();

  /// Whether there is nothing to wait for.
  private static boolean done =
      "false".equalsIgnoreCase(System.getProperty("dev.ashlar.profileWarmup"));

  private ProfileWarmup() {
    super(null, null, "ashlar-profile-warmup", 0, false);
    setDaemon(true);
  }

  /// Waits until the profiles exist, at most once and for [#PATIENCE_MILLIS]. A program that has
  /// just begun to use [Bytes] has no compiled loop yet and does not wait.
  static void require() {
    if (!done) {
      awaitProfiles();
    }
  }

  /// An error in an initializer of the JDK's classes loses them for the whole JVM. Where the
  /// program could fill the heap meanwhile, the caller makes the handles before the thread starts;
  /// elsewhere the thread makes them, while the caller goes on.
  private static void awaitProfiles() {
    if (availableHeap() < AMPLE_HEAP) {
      Objects.requireNonNull(AllMemory.MEMORY);
    }
    if (!STARTED.compareAndSet(false, true)) {
      return;
    }
    try {
      ProfileWarmup warmup = new ProfileWarmup();
      warmup.start();
      if (System.nanoTime() - Bytes.SINCE > MIN_AGE_NANOS) {
        warmup.join(PATIENCE_MILLIS);
      }
    } catch (InterruptedException interrupted) {
      currentThread().interrupt();
    } catch (OutOfMemoryError noThread) {
      // Then there are no profiles, and the program has other worries.
    }
    done = true;
  }

  private static long availableHeap() {
    Runtime heap = Runtime.getRuntime();
    return heap.maxMemory() - heap.totalMemory() + heap.freeMemory();
  }

  static boolean hasRun() {
    return STARTED.get();
  }

  @Override
  public void run() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(Long.BYTES, Long.BYTES);
      Bytes bytes = Bytes.of(segment);
      long at = segment.address();
      byte[] array = new byte[Long.BYTES];
      for (int round = 0; round < ROUNDS; round++) {
        play(at, array, bytes);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      play(at, array, bytes);
    } catch (OutOfMemoryError failed) {
      // As above.
    }
  }

  private static void play(long at, byte[] array, Bytes bytes) {
    MemorySegment memory = AllMemory.MEMORY;
    for (int turn = 0; turn < TURNS; turn++) {
      var _ = new Guard(bytes);
      AllMemory.SHORT.set(memory, at, (short) AllMemory.SHORT.get(memory, at));
      AllMemory.INT.set(memory, at, (int) AllMemory.INT.get(memory, at));
      AllMemory.LONG.set(memory, at, (long) AllMemory.LONG.get(memory, at));
      LittleEndian.SHORT.set(array, 0, (short) LittleEndian.SHORT.get(array, 0));
      LittleEndian.INT.set(array, 0, (int) LittleEndian.INT.get(array, 0));
      LittleEndian.LONG.set(array, 0, (long) LittleEndian.LONG.get(array, 0));
    }
  }
}
