package dev.ashlar.memory;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A few idle things, within reach of any thread: one atomic exchange takes one or puts one back.
/// Threads start at different stripes, so that as many as there are processors seldom meet.
final class StripedSlots<T> {
  /// Two cache lines of references, whatever their size.
  private static final int STRIDE = 32;

  private final AtomicReferenceArray<@Nullable T> slots;
  private final int slotsPerStripe;

  /// @param slotsPerStripe at most 32
  StripedSlots(int slotsPerStripe) {
    int processors = Math.min(Runtime.getRuntime().availableProcessors(), 64);
    int stripes = Integer.highestOneBit(2 * processors - 1);
    this.slots = new AtomicReferenceArray<>(stripes * STRIDE);
    this.slotsPerStripe = slotsPerStripe;
  }

  @Nullable T take() {
    int mask = slots.length() - 1;
    int start = start();
    for (int stripe = 0; stripe <= mask; stripe += STRIDE) {
      int first = (start + stripe) & mask;
      for (int i = first; i < first + slotsPerStripe; i++) {
        if (slots.get(i) != null) {
          T taken = slots.getAndSet(i, null);
          if (taken != null) {
            return taken;
          }
        }
      }
    }
    return null;
  }

  /// Returns false if this thread's stripe is full.
  boolean give(T idle) {
    int first = start() & (slots.length() - 1);
    for (int i = first; i < first + slotsPerStripe; i++) {
      if (slots.get(i) == null && slots.compareAndSet(i, null, idle)) {
        return true;
      }
    }
    return false;
  }

  private static int start() {
    return (int) Thread.currentThread().threadId() * STRIDE;
  }
}
