// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What every thread-confined arena does. The judge is `Arena.ofConfined()`: a misuse for which it
/// throws must make the arena under test throw the same, and leave it as usable as before.
abstract class ArenaContract {
  interface Use {
    void with(Arena arena) throws Throwable;
  }

  /// Runs `use` with a fresh arena, on the thread that may use it, and closes it if `use` has not.
  abstract void run(Use use) throws Throwable;

  private record Misuse(String name, Use use) {}

  private static final long HUGE = Long.MAX_VALUE - 64;

  /// What is refused while the arena is open.
  private static final List<Misuse> REFUSED =
      List.of(
          new Misuse("negative size", arena -> arena.allocate(-1)),
          new Misuse("least size", arena -> arena.allocate(Long.MIN_VALUE, 8)),
          new Misuse("negative size and zero alignment", arena -> arena.allocate(-1, 0)),
          new Misuse("zero alignment", arena -> arena.allocate(8, 0)),
          new Misuse("negative alignment", arena -> arena.allocate(8, -8)),
          new Misuse("least alignment", arena -> arena.allocate(8, Long.MIN_VALUE)),
          new Misuse("alignment 3", arena -> arena.allocate(8, 3)),
          new Misuse("alignment 12 of nothing", arena -> arena.allocate(0, 12)),
          new Misuse("huge size", arena -> arena.allocate(HUGE)),
          new Misuse("huge alignment", arena -> arena.allocate(HUGE, 1L << 62)),
          new Misuse("negative count", arena -> arena.allocate(ValueLayout.JAVA_INT, -1)),
          new Misuse("huge count", arena -> arena.allocate(ValueLayout.JAVA_LONG, HUGE)),
          new Misuse("past the end", arena -> arena.allocate(8).get(ValueLayout.JAVA_BYTE, 8)),
          new Misuse("before the start", arena -> arena.allocate(8).get(ValueLayout.JAVA_BYTE, -1)),
          new Misuse("long past the end", arena -> arena.allocate(8).asSlice(4, 5)),
          new Misuse("of nothing", arena -> arena.allocate(0).get(ValueLayout.JAVA_BYTE, 0)),
          new Misuse("unaligned", arena -> arena.allocate(16, 8).get(ValueLayout.JAVA_LONG, 1)),
          new Misuse("allocated elsewhere", arena -> elsewhere(() -> arena.allocate(8))),
          new Misuse("closed elsewhere", arena -> elsewhere(arena::close)),
          new Misuse(
              "read elsewhere",
              arena -> {
                MemorySegment segment = arena.allocate(8);
                elsewhere(() -> segment.get(ValueLayout.JAVA_BYTE, 0));
              }),
          new Misuse(
              "filled elsewhere",
              arena -> {
                MemorySegment segment = arena.allocate(8);
                elsewhere(() -> segment.fill((byte) 1));
              }));

  /// What is refused once the arena is closed.
  private static final List<Misuse> REFUSED_AFTER_CLOSE =
      List.of(
          new Misuse("allocate", arena -> closed(arena).allocate(8)),
          new Misuse("allocate nothing", arena -> closed(arena).allocate(0)),
          new Misuse("allocate a string", arena -> closed(arena).allocateFrom("late")),
          new Misuse("close again", arena -> closed(arena).close()),
          new Misuse("close elsewhere", arena -> elsewhere(closed(arena)::close)),
          new Misuse("read", arena -> closed(arena, 8).get(ValueLayout.JAVA_BYTE, 0)),
          new Misuse("write", arena -> closed(arena, 8).set(ValueLayout.JAVA_BYTE, 0, (byte) 1)),
          new Misuse("fill", arena -> closed(arena, 8).fill((byte) 1)),
          new Misuse("copy", arena -> closed(arena, 8).toArray(ValueLayout.JAVA_BYTE)),
          new Misuse(
              "read a slice", arena -> closed(arena, 8).asSlice(1).toArray(ValueLayout.JAVA_BYTE)),
          new Misuse("read a string", arena -> closed(arena, 8).getString(0)),
          new Misuse(
              "read a byte buffer",
              arena -> {
                var buffer = arena.allocate(8).asByteBuffer();
                arena.close();
                buffer.get(0);
              }));

  @TestFactory
  Stream<DynamicTest> refusesWhatAConfinedArenaRefuses() {
    return REFUSED.stream()
        .map(misuse ->
            DynamicTest.dynamicTest(
                misuse.name,
                () -> {
                  Class<?> expected = judge(misuse.use);
                  assertThat(expected).isNotNull();
                  run(arena -> {
                    MemorySegment before = arena.allocate(8, 8);
                    before.set(ValueLayout.JAVA_LONG, 0, 42);
                    assertThat(catchThrowable(() -> misuse.use.with(arena)))
                        .isExactlyInstanceOf(expected);
                    MemorySegment after = arena.allocate(8, 8);
                    after.set(ValueLayout.JAVA_LONG, 0, 43);
                    assertThat(before.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
                    assertThat(arena.scope().isAlive()).isTrue();
                  });
                }));
  }

  @TestFactory
  Stream<DynamicTest> refusesAfterCloseWhatAConfinedArenaRefuses() {
    return REFUSED_AFTER_CLOSE.stream()
        .map(misuse ->
            DynamicTest.dynamicTest(
                misuse.name,
                () -> {
                  Class<?> expected = judge(misuse.use);
                  assertThat(expected).isNotNull();
                  run(arena ->
                      assertThat(catchThrowable(() -> misuse.use.with(arena)))
                          .isExactlyInstanceOf(expected));
                }));
  }

  @Test
  void refusesToCloseWhileADowncallUsesItsMemory() throws Throwable {
    run(arena -> {
      MemorySegment numbers = arena.allocateFrom(ValueLayout.JAVA_INT, 3, 1, 2);
      List<Throwable> thrown = CFunctions.sort(numbers, 3, () -> catchThrowable(arena::close));
      assertThat(thrown).isNotEmpty().allMatch(t -> t instanceof IllegalStateException);
      assertThat(numbers.toArray(ValueLayout.JAVA_INT)).containsExactly(1, 2, 3);
    });
  }

  @Test
  void segmentsAreAsLongAndAsAlignedAsAskedForAndDoNotOverlap() throws Throwable {
    run(arena -> {
      long[] sizes = {0, 1, 7, 8, 63, 64, 65, 1000, 4096};
      List<MemorySegment> segments = new java.util.ArrayList<>();
      for (long size : sizes) {
        for (long alignment = 1; alignment <= 8192; alignment *= 2) {
          MemorySegment segment = arena.allocate(size, alignment);
          assertThat(segment.byteSize()).isEqualTo(size);
          assertThat(segment.address() % alignment).isZero();
          assertThat(segment.address()).isNotZero();
          assertThat(segment.scope()).isEqualTo(arena.scope());
          assertThat(segment.isReadOnly()).isFalse();
          segment.fill((byte) segments.size());
          segments.add(segment);
        }
      }
      for (int i = 0; i < segments.size(); i++) {
        byte expected = (byte) i;
        for (byte actual : segments.get(i).toArray(ValueLayout.JAVA_BYTE)) {
          assertThat(actual).isEqualTo(expected);
        }
      }
    });
  }

  @Test
  void allocateFromCopies() throws Throwable {
    run(arena -> {
      assertThat(arena.allocateFrom("grüße").getString(0)).isEqualTo("grüße");
      assertThat(arena.allocateFrom("plain").getString(0)).isEqualTo("plain");
      assertThat(arena.allocateFrom("").getString(0)).isEmpty();
      assertThat(arena.allocateFrom(ValueLayout.JAVA_LONG, 1, -2).toArray(ValueLayout.JAVA_LONG))
          .containsExactly(1, -2);
    });
  }

  @Test
  void scopeEndsWithClose() throws Throwable {
    run(arena -> {
      MemorySegment segment = arena.allocate(8);
      assertThat(segment.scope().isAlive()).isTrue();
      assertThat(segment.isAccessibleBy(Thread.currentThread())).isTrue();
      assertThat(segment.isAccessibleBy(new Thread())).isFalse();
      arena.close();
      assertThat(segment.scope().isAlive()).isFalse();
      assertThat(arena.scope().isAlive()).isFalse();
    });
  }

  private static @Nullable Class<?> judge(Use use) {
    try (Arena confined = Arena.ofConfined()) {
      Throwable thrown = catchThrowable(() -> use.with(confined));
      if (!confined.scope().isAlive()) {
        // Closed by the misuse; so that try does not close it again.
        throw new Judged(thrown);
      }
      return thrown == null ? null : thrown.getClass();
    } catch (Judged judged) {
      return judged.thrown == null ? null : judged.thrown.getClass();
    } catch (IllegalStateException closedAgain) {
      throw new AssertionError(closedAgain);
    }
  }

  private static final class Judged extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient @Nullable Throwable thrown;

    Judged(@Nullable Throwable thrown) {
      this.thrown = thrown;
    }
  }

  private static Arena closed(Arena arena) {
    arena.close();
    return arena;
  }

  private static MemorySegment closed(Arena arena, long byteSize) {
    MemorySegment segment = arena.allocate(byteSize);
    arena.close();
    return segment;
  }

  /// Runs `action` on another thread and throws here what it threw there.
  static void elsewhere(ThrowingCallable action) throws Throwable {
    Throwable[] thrown = new Throwable[1];
    Thread thread = new Thread(() -> thrown[0] = catchThrowable(action));
    thread.start();
    thread.join();
    if (thrown[0] != null) {
      throw thrown[0];
    }
  }
}
