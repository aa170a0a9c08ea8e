// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.table.internal.schema.Lookups;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ConcurrentModificationException;

/// The claim of one thread to change which rows a table has. It is taken before the first byte is
/// written, and released when the change is complete or has left nothing behind. No code of the
/// user runs meanwhile, except that of an arena. As long as a claim is not released, the table
/// refuses all such changes.
///
/// A claim and its release are a compare-and-set and a store. The next thread that takes the claim
/// sees everything that the last one wrote.
final class Claim {
  private static final VarHandle OWNER =
      Lookups.findVarHandle(MethodHandles.lookup(), "owner", long.class);

  /// No thread has this id.
  private static final long NOBODY = 0;

  private long owner = NOBODY;

  /// Takes the claim.
  ///
  /// @throws IllegalStateException if the table is closed
  /// @throws ConcurrentModificationException if another thread has the claim, or this one has it
  ///   already
  void take(Table<?> table) {
    if (!tryTake()) {
      throw refusal(table);
    }
  }

  boolean tryTake() {
    return OWNER.compareAndSet(this, NOBODY, Thread.currentThread().threadId());
  }

  void release() {
    OWNER.setRelease(this, NOBODY);
  }

  private ConcurrentModificationException refusal(Table<?> table) {
    StackHeadroom.require();
    table.requireOpen();
    return new ConcurrentModificationException(
        (owner == Thread.currentThread().threadId()
                ? "This thread is already changing %s, and has called it again: nothing was changed by this call. An arena must not use its table. After a StackOverflowError, open the file again, or copy the rows to another table"
                : "Another thread is changing %s: nothing was changed by this call. Let one thread at a time append, delete, truncate, reserve, make an index or commit")
            .formatted(table));
  }
}
