// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.text;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The working memory of the static methods of [Utf8]: [Scratch] objects, made when first needed.
/// Their largest number is fixed, whatever the number of threads.
///
/// A thread takes one from the slot for its id, or from one of the next few slots. Taking is one
/// atomic exchange, and no thread waits. If all these slots are empty, the caller works without a
/// scratch.
///
/// A caller releases a scratch with its last call inside a `try`. If that code fails, the caller
/// [abandons][Scratch#abandoned] the scratch. On a stack that has just overflowed, a releasing call
/// could overflow again, and the slot would stay empty.
final class ScratchPool {
  /// Most scratches there ever are; a power of two.
  static final int SLOTS =
      Integer.highestOneBit(4 * Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 16));

  private static final int ATTEMPTS = 4;

  /// Slots lie a cache line apart.
  private static final int STRIDE = 16;

  /// In a slot: a scratch that is idle, or null.
  private static final AtomicReferenceArray<@Nullable Scratch> IDLE =
      new AtomicReferenceArray<>(SLOTS * STRIDE);

  /// The scratch of each slot, idle or not; null as long as none was needed.
  private static final AtomicReferenceArray<@Nullable Scratch> ALL =
      new AtomicReferenceArray<>(SLOTS);

  private ScratchPool() {}

  /// {@return a scratch that is the caller's until released, or null when there is none to be had}
  static @Nullable Scratch tryAcquire() {
    int home = home();
    Scratch scratch = IDLE.getAndSet(home * STRIDE, null);
    return scratch != null ? scratch : acquireElsewhere(home);
  }

  private static @Nullable Scratch acquireElsewhere(int home) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int slot = (home + attempt) & (SLOTS - 1);
      Scratch idle = IDLE.getAndSet(slot * STRIDE, null);
      if (idle != null) {
        return idle;
      }
      Scratch taken = ALL.get(slot);
      if (taken == null) {
        Scratch made = new Scratch(slot);
        if (ALL.compareAndSet(slot, null, made)) {
          return made;
        }
      } else if (taken.tryAdopt()) {
        return taken;
      }
    }
    return null;
  }

  /// Gives back a scratch that [#tryAcquire] returned.
  static void release(Scratch scratch) {
    IDLE.setRelease(scratch.slot * STRIDE, scratch);
  }

  private static int home() {
    return (((int) Thread.currentThread().threadId() * 0x9E37_79B9) >>> 16) & (SLOTS - 1);
  }
}
