// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.table.internal.schema.Lookups;
import java.lang.foreign.Arena;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ConcurrentModificationException;

/// Notices that two threads append to a table at once.
///
/// Each append publishes the next number of rows by a compare-and-set, which fails if another
/// thread has published it. A thread that fills a large table does without it. From some row on it
/// owns the table, and then compares and stores. Another thread that appends ends the ownership by
/// a handshake: afterwards each thread has passed a safepoint and sees that there is no owner.
/// Compiled code has no safepoint between the comparison and the store.
final class Appender {
  private static final VarHandle OWNER =
      Lookups.findVarHandle(MethodHandles.lookup(), "owner", long.class);

  /// Tables with fewer rows have no owner: many are handed from thread to thread, and for them a
  /// handshake costs more than it saves.
  private static final long OWNED_ROWS = 10_000;

  /// No thread has this id.
  private static final long NOBODY = 0;

  private static final long SEVERAL = -1;

  private long owner = NOBODY;

  /// Whether the handshake was made.
  private volatile boolean isShared;

  /// Whether the table is this thread's own.
  boolean is(Thread thread) {
    return owner == thread.threadId();
  }

  /// Sets the number of rows of a table that this thread has written rows to.
  ///
  /// @param from the first of these rows
  /// @param to the row behind them
  /// @throws ConcurrentModificationException if another thread has appended rows meanwhile
  void publish(Table<?> table, long from, long to) {
    long thread = Thread.currentThread().threadId();
    if (owner != NOBODY && owner != thread && !isShared) {
      share();
    }
    if (!Table.SIZE.compareAndSet(table, from, to)) {
      throw overlap(table, from);
    }
    if (to >= OWNED_ROWS && owner == NOBODY) {
      var _ = OWNER.compareAndSet(this, NOBODY, thread);
    }
  }

  /// Returns the exception to throw when another thread has appended rows meanwhile.
  static ConcurrentModificationException overlap(Table<?> table, long row) {
    return new ConcurrentModificationException(
        ("Another thread has appended to %s at the same time: row %d may have values of both, and"
                + " this append is lost. Let one thread at a time append")
            .formatted(table, row));
  }

  /// The JDK makes a handshake with all threads when it closes a shared arena
  /// (`ScopedMemoryAccess::closeScope` in `scopedMemoryAccess.cpp`).
  private synchronized void share() {
    if (!isShared) {
      owner = SEVERAL;
      Arena.ofShared().close();
      isShared = true;
    }
  }
}
