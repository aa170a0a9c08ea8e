// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;

/// What all compiled code that accesses fields depends on, so that it can be discarded before a
/// program uses another kind of memory.
///
/// Each method of a cursor is compiled on its own too, without the kinds that there are not. If it
/// hits the trap in their place, HotSpot counts that for the access in it, which is one for all
/// fields. Sixteen methods, and sixteen accesses in a loop: C2 adds the counts up, and beyond 100
/// (`PerMethodTrapLimit`) it compiles each branch of that loop, whether it was ever taken or not.
public final class CompiledKinds {
  private static final MutableCallSite SITE = new MutableCallSite(target());

  private CompiledKinds() {}

  /// Does nothing. C2 takes the target of a call site for a constant, and HotSpot remembers the
  /// code for which it did.
  static void depend() {
    var _ = SITE.getTarget();
  }

  /// Discards all compiled code that accesses fields.
  public static void discard() {
    SITE.setTarget(target());
  }

  /// A new object each time: HotSpot keeps the code if the target is the same.
  private static MethodHandle target() {
    return MethodHandles.constant(Object.class, new Object());
  }
}
