// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Where tests do what only one thread may.
final class OtherThread {
  private OtherThread() {}

  /// Runs `task` in a new thread, to its end.
  ///
  /// @throws AssertionError if it throws anything
  static void run(Runnable task) throws InterruptedException {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread.ofPlatform()
        .start(() -> {
          try {
            task.run();
          } catch (Throwable e) {
            failure.set(e);
          }
        })
        .join();
    assertThat(failure.get()).isNull();
  }
}
