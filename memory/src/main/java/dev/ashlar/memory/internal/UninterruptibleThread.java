// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import org.jspecify.annotations.Nullable;

/// Does work in a thread of its own, which inherits nothing and which no other code can interrupt.
/// The caller waits for its end even when interrupted, and keeps its interrupt status.
///
/// The outcome is kept in fields. With a full heap, a thread that had to allocate for its result
/// would end without one, and a waiter would wait for ever.
public abstract class UninterruptibleThread extends Thread {
  private boolean finished;
  private @Nullable Throwable thrown;

  public UninterruptibleThread(String name) {
    super(null, null, name, 0, false);
  }

  protected abstract void work() throws Exception;

  @Override
  public final void run() {
    try {
      work();
      finished = true;
    } catch (Throwable failure) {
      thrown = failure;
    }
  }

  /// Starts the thread and returns when it has ended.
  ///
  /// @return the exception that the work has thrown; null if it has finished
  /// @throws Error the error that the work has thrown, or that kept the thread from starting
  public final @Nullable Exception runToEnd() {
    StackHeadroom.require();
    start();
    boolean interrupted = false;
    while (isAlive()) {
      try {
        join();
      } catch (InterruptedException | OutOfMemoryError interrupt) {
        // Without memory for its exception, an interrupt is an OutOfMemoryError.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome();
  }

  private @Nullable Exception outcome() {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (finished || thrown != null) {
      return (Exception) thrown;
    }
    return new IllegalStateException("the thread \"" + getName() + "\" ended without a result");
  }
}
