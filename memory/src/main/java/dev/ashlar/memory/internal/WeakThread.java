// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.memory.internal;

import java.lang.ref.PhantomReference;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/// A weak reference to a thread that has borrowed something. It tells whether the thread is dead.
public final class WeakThread extends WeakReference<Thread> {
  /// A cache, for platform threads only: one object for each thread is enough.
  private static final ThreadLocal<@Nullable WeakThread> CURRENT = new ThreadLocal<>();

  /// Cleared when not even a finalizer can bring the thread back.
  private final PhantomReference<Thread> gone;

  private final String name;

  public WeakThread(Thread thread) {
    super(thread);
    this.gone = new PhantomReference<>(thread, null);
    this.name = thread.getName();
  }

  /// The calling thread.
  public static WeakThread current() {
    Thread thread = Thread.currentThread();
    if (thread.isVirtual()) {
      return new WeakThread(thread);
    }
    WeakThread known = CURRENT.get();
    if (known == null) {
      known = new WeakThread(thread);
      CURRENT.set(known);
    }
    return known;
  }

  /// A thread that cannot be reached counts as dead: it never runs again.
  public boolean isDead() {
    Thread thread = get();
    return thread == null ? gone.refersTo(null) : !thread.isAlive();
  }

  /// Its name. If the thread is gone, the name that it had when this was made.
  public String name() {
    Thread thread = get();
    return thread == null ? name : thread.getName();
  }
}
