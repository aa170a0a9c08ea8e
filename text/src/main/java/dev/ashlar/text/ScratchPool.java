package dev.ashlar.text;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// All working memory of the static methods of [Utf8]: a fixed number of [Scratch] objects, made
/// when first needed and never more, whatever the number of threads.
///
/// A thread takes one from the slot its id points to, or from one of the next few; taking is one
/// atomic exchange, and nobody ever waits. When all it looks at are taken there is none, and the
/// caller has to do without.
final class ScratchPool {
  /// Most scratches there ever are; a power of two.
  static final int SLOTS =
      Integer.highestOneBit(4 * Math.clamp(Runtime.getRuntime().availableProcessors(), 1, 16));

  private static final int ATTEMPTS = 4;

  /// Slots lie a cache line apart.
  private static final int STRIDE = 16;

  /// In a slot: a scratch that is idle, null while it is taken, or this before there was one.
  private static final Scratch NONE_YET = new Scratch(-1);

  private static final AtomicReferenceArray<@Nullable Scratch> POOL =
      new AtomicReferenceArray<>(SLOTS * STRIDE);

  static {
    for (int slot = 0; slot < SLOTS; slot++) {
      POOL.setPlain(slot * STRIDE, NONE_YET);
    }
  }

  private ScratchPool() {}

  /// {@return a scratch that is the caller's until released, or null when there is none to be had}
  static @Nullable Scratch tryAcquire() {
    int home = home();
    Scratch scratch = POOL.getAndSet(home * STRIDE, null);
    return scratch != null && scratch != NONE_YET ? scratch : acquireElsewhere(home, scratch);
  }

  private static @Nullable Scratch acquireElsewhere(int home, @Nullable Scratch found) {
    Scratch scratch = found;
    int slot = home;
    for (int attempt = 1; scratch == null && attempt < ATTEMPTS; attempt++) {
      slot = (home + attempt) & (SLOTS - 1);
      scratch = POOL.getAndSet(slot * STRIDE, null);
    }
    return scratch == NONE_YET ? create(slot) : scratch;
  }

  private static Scratch create(int slot) {
    try {
      return new Scratch(slot);
    } catch (Throwable e) {
      POOL.setRelease(slot * STRIDE, NONE_YET);
      throw e;
    }
  }

  /// Gives back what [#tryAcquire] returned.
  static void release(Scratch scratch) {
    POOL.setRelease(scratch.slot * STRIDE, scratch);
  }

  private static int home() {
    return (((int) Thread.currentThread().threadId() * 0x9E37_79B9) >>> 16) & (SLOTS - 1);
  }
}
