// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ashlar.memory.NativeStack.Frame;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Nested;

/// Frames keep the contract of arenas, whichever stack they are on and wherever they find room.
final class FrameTest {
  private static void use(Frame frame, ArenaContract.Use use) throws Throwable {
    try {
      use.with(frame);
    } finally {
      if (frame.scope().isAlive()) {
        frame.close();
      }
    }
  }

  @Nested
  final class OnThisThreadsStack extends ArenaContract {
    @Override
    void run(Use use) throws Throwable {
      FrameTest.use(NativeStack.current().push(), use);
    }
  }

  @Nested
  final class AboveOtherFrames extends ArenaContract {
    @Override
    void run(Use use) throws Throwable {
      try (Frame below = NativeStack.current().push()) {
        below.allocate(100);
        try (Frame between = NativeStack.current().push()) {
          between.allocate(10, 1);
          FrameTest.use(NativeStack.current().push(), use);
        }
      }
    }
  }

  @Nested
  final class OnAStackThatGrows extends ArenaContract {
    @Override
    void run(Use use) throws Throwable {
      try (NativeStack stack = NativeStack.create(1, 1 << 20, ExhaustionPolicy.MALLOC)) {
        FrameTest.use(stack.push(), use);
      }
    }
  }

  @Nested
  final class OnAFullStack extends ArenaContract {
    @Override
    void run(Use use) throws Throwable {
      try (NativeStack stack = NativeStack.create(1, 1, ExhaustionPolicy.MALLOC)) {
        FrameTest.use(stack.push(), use);
      }
    }
  }

  @Nested
  final class OnAVirtualThread extends ArenaContract {
    @Override
    void run(Use use) throws Throwable {
      CompletableFuture<Void> done = new CompletableFuture<>();
      Thread.ofVirtual()
          .start(() -> {
            try {
              FrameTest.use(NativeStack.current().push(), use);
              done.complete(null);
            } catch (Throwable thrown) {
              done.completeExceptionally(thrown);
            }
          });
      try {
        done.get();
      } catch (ExecutionException failed) {
        assertThat(failed.getCause()).isNotNull();
        throw failed.getCause();
      }
    }
  }
}
