// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ashlar.memory.NativeStack.Frame;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Cleanup actions that a user registers with a frame run while it is closed, and may do anything.
final class NativeStackCleanupTest {
  private final NativeStack stack = NativeStack.create(1024, 1 << 20, ExhaustionPolicy.MALLOC);
  private final List<Throwable> thrown = new ArrayList<>();

  @AfterEach
  void nothingIsLeftOpen() {
    stack.close();
  }

  @SuppressWarnings("restricted")
  private static void onClose(Frame frame, Runnable action) {
    MemorySegment registered = MemorySegment.NULL.reinterpret(1, frame, _ -> action.run());
    assertThat(registered.scope()).isEqualTo(frame.scope());
  }

  private void expectFailure(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException failure) {
      thrown.add(failure);
    }
  }

  @Test
  void aFrameWhoseCleanupThrowsIsClosed() {
    try (Frame outer = stack.push()) {
      Frame frame = stack.push();
      MemorySegment segment = frame.allocate(100);
      onClose(
          frame,
          () -> {
            throw new IllegalArgumentException("cleanup");
          });
      assertThatThrownBy(frame::close)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("cleanup");
      assertThatIllegalStateException().isThrownBy(() -> segment.get(ValueLayout.JAVA_BYTE, 0));
      assertThatIllegalStateException()
          .isThrownBy(frame::close)
          .withMessage("The frame is already closed");
      assertThat(outer.allocate(100).address()).isEqualTo(segment.address());
    }
  }

  /// What it took would lie in memory that is given back right after.
  @Test
  void aCleanupCannotTakeMemoryOfTheStack() {
    try (Frame outer = stack.push()) {
      Frame frame = stack.push();
      onClose(
          frame,
          () -> {
            expectFailure(stack::push);
            expectFailure(() -> frame.allocate(8));
            expectFailure(() -> frame.allocate(1 << 21));
            expectFailure(() -> outer.allocate(8));
            expectFailure(frame::close);
            expectFailure(outer::close);
            expectFailure(stack::close);
          });
      frame.close();
      assertThat(thrown).hasSize(7).allMatch(failure -> failure instanceof IllegalStateException);
      outer.allocate(8).fill((byte) 1);
      try (Frame next = stack.push()) {
        next.allocate(8).fill((byte) 2);
      }
    }
  }

  @Test
  void aCleanupMayUseAnotherStack() {
    NativeStack other = NativeStack.create(1024);
    Frame frame = stack.push();
    onClose(
        frame,
        () -> {
          try (Frame elsewhere = other.push()) {
            elsewhere.allocate(8).fill((byte) 1);
          }
        });
    frame.close();
    other.close();
  }

  @Test
  void anotherThreadThatClosesLeavesTheStackAlone() throws Throwable {
    try (Frame frame = stack.push()) {
      ArenaContract.elsewhere(() ->
          assertThatThrownBy(frame::close)
              .isInstanceOf(WrongThreadException.class)
              .hasMessageContaining("belongs to thread"));
      frame.allocate(8).fill((byte) 1);
      try (Frame above = stack.push()) {
        above.allocate(8).fill((byte) 2);
      }
    }
  }

  @Test
  void memoryOfAFrameIsNotGivenBackTwiceAfterAFailure() {
    for (int turn = 0; turn < 100; turn++) {
      Frame frame = stack.push();
      frame.allocate(100_000).fill((byte) turn);
      onClose(
          frame,
          () -> {
            throw new IllegalArgumentException("cleanup");
          });
      assertThatThrownBy(frame::close).isInstanceOf(IllegalArgumentException.class);
    }
    try (Frame frame = stack.push()) {
      frame.allocate(500).fill((byte) 1);
    }
  }
}
