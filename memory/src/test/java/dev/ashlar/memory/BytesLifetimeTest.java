// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Memory that has ended, or that belongs to another thread.
final class BytesLifetimeTest {
  /// All ways to touch the memory. `Arena.ofConfined` is the model of what each must throw.
  private static final List<Consumer<Bytes>> TOUCHES =
      List.of(
          bytes -> bytes.getByte(0),
          bytes -> bytes.getShort(0),
          bytes -> bytes.getChar(0),
          bytes -> bytes.getInt(0),
          bytes -> bytes.getLong(0),
          bytes -> bytes.getFloat(0),
          bytes -> bytes.getDouble(0),
          bytes -> bytes.setByte(0, (byte) 1),
          bytes -> bytes.setShort(0, (short) 1),
          bytes -> bytes.setInt(0, 1),
          bytes -> bytes.setLong(0, 1),
          bytes -> bytes.bigEndian().getLong(0),
          bytes -> bytes.bigEndian().setLong(0, 1),
          bytes -> bytes.atomics().getIntVolatile(0),
          bytes -> bytes.atomics().setLongRelease(0, 1),
          bytes -> bytes.atomics().compareAndSetLong(0, 1, 2),
          bytes -> bytes.atomics().getAndAddInt(0, 1),
          bytes -> bytes.atomics().getLong(8),
          bytes -> bytes.atomics().setInt(4, 1),
          bytes -> bytes.fill(0, 8, (byte) 1),
          bytes -> bytes.copyTo(0, new byte[8], 0, 8),
          bytes -> bytes.copyFrom(0, new byte[8], 0, 8),
          bytes -> bytes.copyTo(0, bytes, 8, 8),
          bytes -> bytes.mismatch(0, Bytes.of(new byte[8]), 0, 8),
          bytes -> Bytes.of(new byte[8]).mismatch(0, bytes, 0, 8),
          bytes -> bytes.asSlice(8).getLong(0),
          bytes -> bytes.asReadOnly().getLong(0));

  @Test
  void throwsOnceItsArenaIsClosed() {
    for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
      Bytes bytes = Bytes.of(arena.allocate(64, 8));
      Bytes slice = bytes.asSlice(8);
      arena.close();
      for (Bytes closed : List.of(bytes, slice)) {
        for (Consumer<Bytes> touch : TOUCHES) {
          assertThatThrownBy(() -> touch.accept(closed)).isInstanceOf(IllegalStateException.class);
        }
      }
    }
  }

  @Test
  void canBeMadeOfClosedMemory() {
    Arena arena = Arena.ofConfined();
    MemorySegment segment = arena.allocate(64, 8);
    arena.close();
    Bytes bytes = Bytes.of(segment);
    assertThatThrownBy(() -> bytes.getByte(0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void belongsToTheThreadOfItsArena() throws Exception {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(64, 8);
      Bytes mine = Bytes.of(segment);
      List<Bytes> made = new CopyOnWriteArrayList<>();
      elsewhere(() -> {
        Bytes theirs = Bytes.of(segment);
        made.add(theirs);
        for (Bytes bytes : List.of(mine, mine.asSlice(8), theirs)) {
          for (Consumer<Bytes> touch : TOUCHES) {
            assertThatThrownBy(() -> touch.accept(bytes)).isInstanceOf(WrongThreadException.class);
          }
        }
      });
      // What was made by the wrong thread is good in the right one.
      made.getFirst().setLong(8, 42);
      assertThat(mine.getLong(8)).isEqualTo(42);
    }
  }

  @Test
  void isSharedUnlessConfined() throws Exception {
    try (Arena arena = Arena.ofShared()) {
      for (Bytes bytes :
          List.of(
              Bytes.of(new byte[64]),
              Bytes.of(arena.allocate(64, 8)),
              Bytes.of(Arena.ofAuto().allocate(64, 8)),
              Bytes.of(Arena.global().allocate(64, 8)))) {
        elsewhere(() -> bytes.setLong(8, 42));
        assertThat(bytes.getLong(8)).isEqualTo(42);
      }
    }
  }

  @Test
  void aVirtualThreadOwnsItsArena() throws Exception {
    Thread thread =
        Thread.ofVirtual()
            .unstarted(() -> {
              try (Arena arena = Arena.ofConfined()) {
                Bytes bytes = Bytes.of(arena.allocate(64, 8));
                bytes.setLong(0, 42);
                LockSupport.parkNanos(1_000);
                assertThat(bytes.getLong(0)).isEqualTo(42);
                assertThat(bytes.accessPath()).isEqualTo(AccessPath.NATIVE);
              }
            });
    finish(thread);
  }

  private static void elsewhere(Runnable task) throws InterruptedException {
    finish(Thread.ofPlatform().unstarted(task));
  }

  private static void finish(Thread thread) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    thread.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
    thread.start();
    thread.join();
    assertThat(failure.get()).isNull();
  }
}
