// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.testing;

import org.jspecify.annotations.Nullable;

/// Makes attempts with an almost full stack, so that each call in them throws a
/// [StackOverflowError] in one of the attempts.
public final class ShortStack {
  private static final long BYTES = 256 << 10;

  private final Attempt attempt;
  private int framesLeft;
  private boolean made;
  private @Nullable Throwable thrown;

  /// The code that is attempted.
  public interface Attempt {
    void run() throws Throwable;
  }

  private ShortStack(int frames, Attempt attempt) {
    this.framesLeft = frames;
    this.attempt = attempt;
  }

  /// Runs `body` in a thread whose stack is soon full, and throws what it throws.
  public static void inSmallThread(Attempt body) throws Throwable {
    Throwable[] thrown = {null};
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                body.run();
              } catch (Throwable failure) {
                thrown[0] = failure;
              }
            },
            "short of stack",
            BYTES);
    thread.start();
    thread.join();
    if (thrown[0] != null) {
      throw thrown[0];
    }
  }

  /// Makes an attempt `frames` calls above the end of the stack.
  ///
  /// @return what it threw, or null
  public static @Nullable Throwable attempt(int frames, Attempt attempt) {
    ShortStack stack = new ShortStack(frames, attempt);
    stack.descend();
    return stack.thrown;
  }

  /// Without an end: the attempt is made on the way back.
  @SuppressWarnings("InfiniteRecursion")
  private void descend() {
    try {
      descend();
    } catch (StackOverflowError end) {
      return;
    }
    if (framesLeft > 0) {
      framesLeft--;
    } else if (!made) {
      made = true;
      try {
        attempt.run();
      } catch (Throwable failure) {
        thrown = failure;
      }
    }
  }
}
