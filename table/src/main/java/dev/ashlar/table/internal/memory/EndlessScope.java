// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.memory;

import dev.ashlar.memory.internal.StackHeadroom;
import dev.ashlar.memory.internal.UninterruptibleThread;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The scope of a confined arena that is never closed. It stands for the scope of memory that no
/// thread can free. So all scopes whose `isAlive` is called have one class.
///
/// A separate thread makes the arena: a scope keeps its owner thread reachable, and with it the
/// thread's class loader. Starting a thread may fail, so it is not part of a class initializer: a
/// failure would make the class unusable for ever.
public final class EndlessScope {
  private static MemorySegment.@Nullable Scope made;

  /// Whether [Made] is initialized.
  private static volatile boolean isMade;

  private EndlessScope() {}

  /// Returns the scope, a constant to the compiler.
  ///
  /// @throws StackOverflowError if it is not made yet, and little stack is left
  /// @throws OutOfMemoryError if it is not made yet, and there is no room for it
  public static MemorySegment.Scope get() {
    if (!isMade) {
      make();
    }
    return Made.SCOPE;
  }

  private static synchronized void make() {
    if (made == null) {
      made = madeByOwner();
    }
    StackHeadroom.require();
    Objects.requireNonNull(Made.SCOPE);
    isMade = true;
  }

  private static MemorySegment.Scope madeByOwner() {
    Owner owner = new Owner();
    Exception failure = owner.runToEnd();
    if (owner.scope == null) {
      throw new IllegalStateException("No arena could be made: try again", failure);
    }
    return owner.scope;
  }

  /// Makes an arena, and ends.
  private static final class Owner extends UninterruptibleThread {
    private MemorySegment.@Nullable Scope scope;

    Owner() {
      super("Ashlar arena");
    }

    @Override
    protected void work() {
      scope = Arena.ofConfined().scope();
    }
  }

  private static final class Made {
    static final MemorySegment.Scope SCOPE = Objects.requireNonNull(made);
  }
}
