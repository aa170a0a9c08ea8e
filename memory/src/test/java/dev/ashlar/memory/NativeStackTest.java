// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ashlar.memory.NativeStack.Frame;
import dev.ashlar.testing.ChildJvm;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What a stack does beyond the contract of its frames.
final class NativeStackTest {
  private static final long KIB = 1 << 10;

  @Test
  void currentIsTheThreadsOwn() throws Throwable {
    NativeStack mine = NativeStack.current();
    assertThat(NativeStack.current()).isSameAs(mine);
    ArenaContract.elsewhere(() -> assertThat(NativeStack.current()).isNotSameAs(mine));
  }

  @Test
  void poppingHandsTheMemoryBack() {
    try (NativeStack stack = NativeStack.create(KIB)) {
      long first;
      try (Frame frame = stack.push()) {
        first = frame.allocate(100, 1).address();
        assertThat(frame.allocate(10, 1).address()).isEqualTo(first + 100);
        try (Frame inner = stack.push()) {
          assertThat(inner.allocate(10, 1).address()).isEqualTo(first + 110);
        }
        assertThat(frame.allocate(10, 1).address()).isEqualTo(first + 110);
      }
      try (Frame frame = stack.push()) {
        assertThat(frame.allocate(1).address()).isEqualTo(first);
      }
    }
  }

  @Test
  void onlyTheFrameOnTopAllocatesAndCloses() {
    try (NativeStack stack = NativeStack.create(KIB)) {
      Frame outer = stack.push();
      MemorySegment kept = outer.allocateFrom(ValueLayout.JAVA_LONG, 42);
      Frame inner = stack.push();
      long next = inner.allocate(8, 8).address() + 8;

      assertThatIllegalStateException().isThrownBy(() -> outer.allocate(8));
      assertThatIllegalStateException().isThrownBy(() -> outer.allocate(0));
      assertThatIllegalStateException().isThrownBy(() -> outer.allocate(1 << 20));
      assertThatIllegalStateException().isThrownBy(outer::close);
      assertThat(outer.scope().isAlive()).isTrue();
      assertThat(kept.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);

      assertThat(inner.allocate(8, 8).address()).isEqualTo(next);
      inner.close();
      assertThatIllegalStateException().isThrownBy(inner::close);
      assertThat(outer.allocate(8, 8).address()).isEqualTo(next - 8);
      outer.close();
    }
  }

  @Test
  void aFrameIsNotMistakenForTheOneThatTookItsPlace() {
    try (NativeStack stack = NativeStack.create(KIB)) {
      Frame closed = stack.push();
      closed.close();
      try (Frame open = stack.push()) {
        MemorySegment segment = open.allocateFrom(ValueLayout.JAVA_LONG, 42);
        assertThatIllegalStateException().isThrownBy(() -> closed.allocate(8));
        assertThatIllegalStateException().isThrownBy(closed::close);
        assertThat(segment.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42);
      }
    }
  }

  @Test
  void othersCannotPushOrClose() throws Throwable {
    try (NativeStack stack = NativeStack.create(KIB)) {
      ArenaContract.elsewhere(() -> {
        assertThatExceptionOfType(WrongThreadException.class).isThrownBy(stack::push);
        assertThatExceptionOfType(WrongThreadException.class).isThrownBy(stack::close);
      });
      try (Frame frame = stack.push()) {
        assertThat(frame.allocate(8).byteSize()).isEqualTo(8);
        ArenaContract.elsewhere(
            () -> assertThatExceptionOfType(WrongThreadException.class).isThrownBy(stack::push));
      }
    }
  }

  @Test
  void closingWaitsForNoFrame() {
    NativeStack stack = NativeStack.create(KIB);
    Frame frame = stack.push();
    assertThatIllegalStateException().isThrownBy(stack::close);
    frame.allocate(8);
    frame.close();
    stack.close();
    stack.close();
    assertThatIllegalStateException().isThrownBy(stack::push);
    assertThatIllegalStateException().isThrownBy(frame::close);
    assertThatIllegalStateException().isThrownBy(() -> frame.allocate(8));
    assertThatExceptionOfType(UnsupportedOperationException.class)
        .isThrownBy(NativeStack.current()::close);
  }

  @Test
  void aFrameThatWasLostNoLongerBlocksThePooledThread() throws Throwable {
    ArenaContract.elsewhere(() -> {
      assertThat(NativeStack.abandonCurrent()).isZero();
      final NativeStack before = NativeStack.current();
      final long leaksBefore = NativeStack.statistics().leakCount();
      Frame outer = before.push();
      MemorySegment kept = outer.allocate(8).fill((byte) 1);
      Frame lost = before.push();
      MemorySegment leaked = lost.allocate(1 << 20).fill((byte) 2);
      assertThatIllegalStateException()
          .isThrownBy(outer::close)
          .withMessageContaining("abandonCurrent");

      assertThat(NativeStack.abandonCurrent()).isEqualTo(2);

      assertThat(NativeStack.statistics().leakCount()).isEqualTo(leaksBefore + 2);
      assertThat(NativeStack.current()).isNotSameAs(before);
      assertThat(NativeStack.abandonCurrent()).isZero();
      for (int i = 0; i < 100; i++) {
        try (Frame next = NativeStack.current().push()) {
          next.allocate(100_000).fill((byte) 3);
        }
      }
      assertThat(kept.mismatch(MemorySegment.ofArray(new byte[] {1, 1, 1, 1, 1, 1, 1, 1})))
          .isEqualTo(-1);
      assertThat(leaked.get(ValueLayout.JAVA_BYTE, (1 << 20) - 1)).isEqualTo((byte) 2);

      long reserved = NativeStack.statistics().inUseBytes();
      assertThat(lost.allocate(1).byteSize()).isEqualTo(1);
      lost.close();
      outer.close();
      assertThat(NativeStack.statistics().inUseBytes()).isLessThan(reserved - (1 << 20) + 1);
      assertThatIllegalStateException().isThrownBy(() -> kept.get(ValueLayout.JAVA_BYTE, 0));
    });
  }

  @Test
  void aStackCannotWait() {
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            NativeStack.create(
                KIB, KIB, ExhaustionPolicy.waitAtMost(java.time.Duration.ofSeconds(1))))
        .withMessageContaining("MALLOC");
  }

  @Test
  void refusesSizesThatMakeNoStack() {
    assertThatIllegalArgumentException().isThrownBy(() -> NativeStack.create(0));
    assertThatIllegalArgumentException().isThrownBy(() -> NativeStack.create(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> NativeStack.create(Long.MAX_VALUE));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NativeStack.create(2 * KIB, KIB, ExhaustionPolicy.THROW));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> NativeStack.create(KIB, Long.MAX_VALUE, ExhaustionPolicy.THROW));
  }

  @Test
  void growsByLinkingAndShrinksByPopping() {
    long inUse = NativeStack.statistics().inUseBytes();
    try (NativeStack stack = NativeStack.create(KIB, 64 * KIB, ExhaustionPolicy.THROW)) {
      try (Frame frame = stack.push()) {
        MemorySegment small = frame.allocate(1000);
        small.fill((byte) 1);
        MemorySegment large = frame.allocate(10 * KIB);
        large.fill((byte) 2);
        try (Frame inner = stack.push()) {
          inner.allocate(30 * KIB).fill((byte) 3);
          assertThat(NativeStack.statistics().inUseBytes() - inUse).isEqualTo(1000 + 40 * KIB);
        }
        assertThat(NativeStack.statistics().inUseBytes() - inUse).isEqualTo(1000 + 10 * KIB);
        assertThat(small.toArray(ValueLayout.JAVA_BYTE)).containsOnly(1);
        assertThat(large.toArray(ValueLayout.JAVA_BYTE)).containsOnly(2);
      }
      assertThat(NativeStack.statistics().inUseBytes()).isEqualTo(inUse);
      assertThat(NativeStack.statistics().highWaterBytes()).isGreaterThanOrEqualTo(1000 + 40 * KIB);
    }
  }

  @Test
  void manyFramesOverManySlabsComeBackInOrder() {
    try (NativeStack stack = NativeStack.create(KIB, 1 << 20, ExhaustionPolicy.MALLOC)) {
      for (int round = 0; round < 3; round++) {
        List<Frame> frames = new ArrayList<>();
        List<MemorySegment> segments = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
          Frame frame = stack.push();
          frames.add(frame);
          MemorySegment segment = frame.allocate(64 + i * 31L % 9000, 1L << i % 9);
          segments.add(segment.fill((byte) i));
        }
        for (int i = frames.size() - 1; i >= 0; i--) {
          assertThat(segments.get(i).mismatch(segments.get(i).fill((byte) i))).isEqualTo(-1);
          for (int j = 0; j <= i; j += 37) {
            assertThat(segments.get(j).toArray(ValueLayout.JAVA_BYTE)).containsOnly((byte) j);
          }
          frames.get(i).close();
        }
      }
    }
  }

  @Test
  void throwsAtItsBoundIfToldSo() {
    try (NativeStack stack = NativeStack.create(KIB, 4 * KIB, ExhaustionPolicy.THROW);
        Frame frame = stack.push()) {
      MemorySegment kept = frame.allocate(KIB).fill((byte) 7);
      long[] tooMuch = {4 * KIB, 1 << 20, Long.MAX_VALUE};
      for (long byteSize : tooMuch) {
        NativeStack.Statistics before = NativeStack.statistics();
        assertThatExceptionOfType(NativeMemoryExhaustedException.class)
            .isThrownBy(() -> frame.allocate(byteSize));
        assertThat(NativeStack.statistics().inUseBytes()).isEqualTo(before.inUseBytes());
        assertThat(NativeStack.statistics().reservedBytes()).isEqualTo(before.reservedBytes());
      }
      assertThat(frame.allocate(2 * KIB).byteSize()).isEqualTo(2 * KIB);
      assertThat(kept.toArray(ValueLayout.JAVA_BYTE)).containsOnly(7);
    }
  }

  @Test
  void mallocsBeyondItsBoundAndFreesWithTheFrame() {
    try (NativeStack stack = NativeStack.create(KIB, KIB, ExhaustionPolicy.MALLOC)) {
      long before;
      try (Frame outer = stack.push()) {
        outer.allocate(8);
        before = NativeStack.statistics().reservedBytes();
        try (Frame frame = stack.push()) {
          MemorySegment beyond = frame.allocate(1 << 20, 4096).fill((byte) 5);
          assertThat(beyond.address() % 4096).isZero();
          assertThat(NativeStack.statistics().reservedBytes())
              .isGreaterThanOrEqualTo(before + (1 << 20));
          try (Frame inner = stack.push()) {
            inner.allocate(2 << 20);
          }
          assertThat(beyond.toArray(ValueLayout.JAVA_BYTE)).containsOnly(5);
        }
        assertThat(NativeStack.statistics().reservedBytes()).isEqualTo(before);
      }
    }
  }

  @Test
  void idleSlabsAboveMakeRoomForALargerOne() {
    try (NativeStack stack = NativeStack.create(KIB, 16 * KIB, ExhaustionPolicy.THROW)) {
      try (Frame frame = stack.push()) {
        frame.allocate(2 * KIB);
        frame.allocate(4 * KIB);
      }
      try (Frame frame = stack.push()) {
        assertThat(frame.allocate(8 * KIB).byteSize()).isEqualTo(8 * KIB);
      }
    }
  }

  /// As memory of C's heap is, so that what is written for that works here.
  @Test
  void aligns() {
    try (NativeStack stack = NativeStack.create(1024);
        Frame frame = stack.push()) {
      for (long byteSize = 0; byteSize < 40; byteSize++) {
        frame.allocate(1, 1);
        long alignment = byteSize >= 16 ? 16 : byteSize >= 8 ? 8 : 1;
        assertThat(frame.allocate(byteSize).address() % alignment).isZero();
      }
      frame.allocate(8).set(ValueLayout.JAVA_LONG, 0, 1);
      long start = frame.allocate(3, 1).address();
      assertThat(frame.allocate(16, 1).address()).as("told otherwise").isEqualTo(start + 3);
    }
  }

  /// Idle slabs of another size must not take what the limit leaves.
  @Test
  void makesDoWithLittleDirectMemory() throws Exception {
    List<String> flags =
        List.of("-XX:MaxDirectMemorySize=300k", "--enable-native-access=ALL-UNNAMED");
    assertThat(ChildJvm.run("limited", 60, flags, Limited.class.getName()))
        .contains("direct buffer memory")
        .contains("still at work");
  }

  /// Needs slabs of two sizes, which do not fit at once, and then more than there can be.
  static final class Limited {
    private Limited() {}

    static void main() {
      for (int turn = 0; turn < 3; turn++) {
        int byteSize = 1 << (16 + turn % 2);
        try (NativeStack stack = NativeStack.create(byteSize, 1 << 20, ExhaustionPolicy.THROW);
            Frame frame = stack.push()) {
          frame.allocate(byteSize).fill((byte) 1);
          try {
            frame.allocate(1 << 19);
            System.out.println("more than the limit");
          } catch (OutOfMemoryError expected) {
            System.out.println(expected.getMessage());
          }
          frame.allocate(0).fill((byte) 1);
        }
      }
      System.out.println("still at work");
    }
  }

  @Test
  void zeroesIfAskedTo() {
    try (NativeStack stack = NativeStack.create(KIB)) {
      try (Frame frame = stack.push()) {
        frame.allocate(512).fill((byte) -1);
      }
      try (Frame frame = stack.push()) {
        assertThat(frame.allocateZeroed(256, 1).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
        assertThat(frame.allocateZeroed(CFunctions.LLDIV).toArray(ValueLayout.JAVA_BYTE))
            .containsOnly(0)
            .hasSize(16);
      }
    }
  }

  @Test
  void aStructComesBackByValue() throws Throwable {
    try (Frame frame = NativeStack.current().push()) {
      MemorySegment result =
          (MemorySegment) CFunctions.LLDIV_CALL.invokeExact((SegmentAllocator) frame, 47L, 10L);
      assertThat(result.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(4);
      assertThat(result.get(ValueLayout.JAVA_LONG, 8)).isEqualTo(7);
      assertThat(result.scope()).isEqualTo(frame.scope());
    }
  }

  @Test
  void errnoIsCaptured() throws Throwable {
    try (Frame frame = NativeStack.current().push()) {
      MemorySegment state = frame.allocate(CallState.LAYOUT);
      long number =
          (long)
              CFunctions.STRTOL_ERRNO.invokeExact(
                  state, frame.allocateFrom("99999999999999999999"), MemorySegment.NULL, 10);
      assertThat(number).isEqualTo(Long.MAX_VALUE);
      assertThat(CallState.errno(state)).isEqualTo(34); // ERANGE
      assertThat(state.byteSize()).isEqualTo(CallState.LAYOUT.byteSize());
    }
  }

  @Test
  void upcallInsideDowncallInsideDowncall() throws Throwable {
    try (Frame frame = NativeStack.current().push()) {
      MemorySegment numbers = frame.allocateFrom(ValueLayout.JAVA_INT, 5, 3, 4, 1);
      List<Long> lengths =
          CFunctions.sort(
              numbers,
              4,
              () -> {
                assertThatIllegalStateException().isThrownBy(frame::close);
                try (Frame inner = NativeStack.current().push()) {
                  assertThatIllegalStateException().isThrownBy(() -> frame.allocate(1));
                  MemorySegment more = inner.allocateFrom(ValueLayout.JAVA_INT, 2, 1);
                  CFunctions.sort(
                      more,
                      2,
                      () -> {
                        try (Frame innermost = NativeStack.current().push()) {
                          return innermost.allocateFrom("innermost");
                        }
                      });
                  assertThat(more.toArray(ValueLayout.JAVA_INT)).containsExactly(1, 2);
                  return (long) CFunctions.STRLEN.invokeExact(inner.allocateFrom("inner"));
                } catch (Throwable thrown) {
                  throw new AssertionError(thrown);
                }
              });
      assertThat(numbers.toArray(ValueLayout.JAVA_INT)).containsExactly(1, 3, 4, 5);
      assertThat(lengths).isNotEmpty().containsOnly(5L);
      frame.allocate(8);
    }
  }
}
