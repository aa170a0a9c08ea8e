// SPDX-License-Identifier: Apache-2.0
package dev.ashlar.table.internal.access;

import dev.ashlar.memory.internal.hotspot.Recompile;

/// What all compiled code that accesses fields depends on, so that it can be discarded before a
/// program uses another kind of memory.
///
/// Each method of a cursor is compiled on its own too, without the kinds that there are not. If it
/// hits the trap in their place, HotSpot counts that for the access in it, which is one for all
/// fields. Sixteen methods, and sixteen accesses in a loop: C2 adds the counts up, and beyond 100
/// (`PerMethodTrapLimit`) it compiles each branch of that loop, whether it was ever taken or not.
public final class CompiledKinds {
  private static final Recompile CODE = new Recompile();

  private CompiledKinds() {}

  /// Makes compiled code that calls this one of those that [#discard] discards.
  static void depend() {
    var _ = CODE.getTarget();
  }

  /// Discards all compiled code that accesses fields.
  public static void discard() {
    CODE.discard();
  }
}
